/**
 * `npm run prove kills -- [options]`
 *
 * Kills the run, the provider or the service with `kill -9` at random moments of `pulumi up`, then follows the documented recovery.
 */
import { Command, InvalidArgumentError } from "commander";
import { wholeNumber } from "../../../src/cli/options/option-values.js";
import { findPulumi } from "../../../src/local/engine/pulumi.js";
import type { Organization } from "../../../src/local/service/index.js";
import { TAKEOVER } from "../../../src/provider/settings.js";
import { Dice } from "../simulator/dice.js";
import { damageOf } from "./audit.js";
import { type Declared, drawn, FEWEST, NOTHING } from "./declared.js";
import { type Outcome, play, UP, type Victim, victims } from "./round.js";
import { Stage } from "./stage.js";

interface Options {
    readonly times: number;
    readonly objects: number;
    readonly seed: number;
    readonly victims: readonly Victim[];
    readonly engine?: "pulumi" | "local";
}

const command = new Command("kills")
    .description(
        `Kills (-9) the run, the provider and the service at random moments of \`pulumi up\`, then takes the way back that docs/reliability.md names:
\`pulumi cancel\`, export | recover | import, and one \`pulumi up\`; after the kill of a provider with ${TAKEOVER}=true.
Then every object must be on the service once and as declared, the next preview must be clean, and no provider may be left running after
10 seconds. Every second run makes all objects, the others change them.`,
    )
    .option("--times <count>", "so many kills, in turn of each victim", wholeNumber(1), 50)
    .option("--objects <count>", `so many objects of every program, ${FEWEST} at least`, wholeNumber(FEWEST), 200)
    .option("--seed <number>", "other programs and other moments", wholeNumber(0), 1)
    .option("--victims <names>", `only these of ${victims.join(", ")}`, listed, [...victims])
    .option("--engine <name>", "pulumi or local; the Pulumi CLI if it is on PATH unless set", engine)
    .addHelpText(
        "after",
        `
Programs and moments are the same for the same seed; what happens in between is up to the machine.
Exit code: 0 if nothing was lost, doubled, left or stuck, 1 otherwise, 2 for a wrong option.`,
    )
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));

/** The current stack and service, and their history. */
interface Scene {
    readonly stage: Stage;
    readonly organization: Organization;
    readonly declared: Declared;
}

async function main(): Promise<void> {
    const { times, objects, seed, victims, ...options } = command.parse().opts<Options>();
    const chosen = options.engine ?? (findPulumi(false) ? "pulumi" : "local");
    console.log(`kills on ${chosen === "pulumi" ? `pulumi ${findPulumi(true)}` : "the local engine"}, seed ${seed}`);
    const dice = new Dice(seed);
    const struck: Record<string, number> = Object.fromEntries(victims.map((victim) => [victim, 0]));
    const totals = { lost: 0, doubled: 0, left: 0, stuck: 0 };
    let scene: Scene | undefined;
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
        process.once(signal, () => {
            scene?.stage.close();
            process.exit(1);
        });
    }
    try {
        const startMs = await startOf(chosen, dice, objects);
        for (let kill = 0, tries = 0; kill < times; tries += 1) {
            const victim = victims[kill % victims.length];
            if (!victim || tries > 3 * times) throw new Error(`Only ${kill} of ${tries} runs could be killed.`);
            scene ??= await sceneOf(chosen);
            const { stage, organization, declared: before } = scene;
            const declared = drawn(suppliesOf(organization, dice), objects, before);
            const began = Date.now();
            const outcome = await play(stage, { victim, before, declared, organization, startMs, dice });
            if (outcome) {
                kill += 1;
                struck[victim] = (struck[victim] ?? 0) + 1;
                for (const damage of ["lost", "doubled", "left"] as const) totals[damage] += outcome.damage[damage];
                if (outcome.stuck.length > 0) totals.stuck += 1;
                const from = before === NOTHING ? "making" : "changing";
                tell(`${kill}/${times} ${victim} ${from} ${objects} objects`, outcome, Date.now() - began);
            }
            const isWell = outcome && outcome.damage.lines.length + outcome.stuck.length === 0;
            if (isWell && before === NOTHING) scene = { ...scene, declared };
            else {
                stage.close();
                scene = undefined;
            }
        }
    } finally {
        scene?.stage.close();
    }
    const each = victims.map((victim) => `${victim} ${struck[victim]}`).join(", ");
    const { lost, doubled, left, stuck } = totals;
    console.log(`kills ${times} (${each}): lost ${lost}, doubled ${doubled}, left ${left}, stuck ${stuck}`);
    if (lost + doubled + left + stuck > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
});

async function sceneOf(chosen: "pulumi" | "local"): Promise<Scene> {
    const stage = await Stage.open(chosen);
    return { stage, organization: await stage.snapshot(), declared: NOTHING };
}

/** Measures the milliseconds from the start of a run to its first write. */
async function startOf(chosen: "pulumi" | "local", dice: Dice, objects: number): Promise<number> {
    const { stage, organization } = await sceneOf(chosen);
    try {
        const declared = drawn(suppliesOf(organization, dice), objects, NOTHING);
        stage.declare(declared);
        const began = Date.now();
        const { ended } = stage.start(UP);
        await Promise.race([stage.writes(1), ended]);
        const startMs = Date.now() - began;
        const { exitCode, output } = await ended;
        const { lines } = damageOf(await stage.snapshot(), organization, declared);
        if (exitCode !== 0 || lines.length > 0)
            throw new Error(`A run without a kill failed:\n${[...lines, output].join("\n")}`);
        const seconds = ((Date.now() - began) / 1000).toFixed(1);
        console.log(`without a kill: ${objects} objects in ${seconds} s, the first write after ${startMs} ms`);
        return startMs;
    } finally {
        stage.close();
    }
}

const suppliesOf = ({ users, apps }: Organization, dice: Dice) => ({
    dice,
    userIds: users.map(({ user_id }) => user_id),
    appIds: apps.map(({ app_id }) => app_id),
});

function tell(what: string, { moment, exitCode, recovered, damage, stuck }: Outcome, milliseconds: number): void {
    const results = Object.entries(recovered).map(([result, count]) => `${count} ${result}`);
    const found = results.length > 0 ? results.join(", ") : "nothing pending";
    const seconds = Math.round(milliseconds / 1000);
    const verdict = damage.lines.length + stuck.length === 0 ? "clean" : "NOT clean";
    console.log(`${what}, ${moment}: exit ${exitCode}; ${found}; ${verdict} (${seconds} s)`);
    for (const line of [...damage.lines, ...stuck]) console.log(line.replace(/^/gm, "    "));
}

function listed(text: string): Victim[] {
    return text.split(",").map((name) => {
        const victim = victims.find((one) => one === name.trim());
        if (victim) return victim;
        throw new InvalidArgumentError(`They are ${victims.join(", ")}.`);
    });
}

function engine(text: string): "pulumi" | "local" {
    if (text === "pulumi" || text === "local") return text;
    throw new InvalidArgumentError("It must be pulumi or local.");
}
