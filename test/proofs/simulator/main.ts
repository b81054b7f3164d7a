import { type ChildProcess, fork } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command, Option } from "commander";
import { wholeNumber } from "../../../src/cli/options/option-values.js";
import { dynamic } from "./dynamic.js";
import { type Failure, type Played, type Playing, play, replay } from "./play.js";
import { plugin } from "./plugin.js";
import { shrink, signatureOf } from "./shrink.js";
import type { Figures, Step } from "./simulation.js";
import type { Violation } from "./verdict.js";

/** Folder for new failures. */
const FAILURES_FOLDER = join("test", "proofs", "simulator", "found");

interface Options {
    readonly seed: number;
    readonly seeds: number;
    readonly steps: number;
    readonly jobs: number;
    readonly seconds?: number;
    readonly shrink: boolean;
    readonly keepGoing: boolean;
    readonly out: string;
    readonly ignore: string[];
    readonly replay?: string;
    readonly adapter: keyof typeof ADAPTERS;
}

const ADAPTERS = { dynamic, plugin };

const program = new Command("simulate")
    .description(
        "Plays programs, commands, faults and other people against the kernel in one process, and holds the service against the program.",
    )
    .option("--seed <number>", "the first seed", wholeNumber(0), 1)
    .option("--seeds <number>", "how many seeds, one after another", wholeNumber(1), 1)
    .option("--steps <number>", "steps of each seed", wholeNumber(1), 1000)
    .option("--jobs <number>", "how many seeds at once, each in a process of its own", wholeNumber(1), 1)
    .option("--seconds <number>", "begin no seed after so many seconds", wholeNumber(0))
    .option("--keep-going", "play all seeds, and tell at the end what kinds of failure were found", false)
    .option("--no-shrink", "do not look for the shortest sequence of a failure")
    .option("--out <folder>", "where failures are written, as a JSON of steps and a readable log", FAILURES_FOLDER)
    .option("--ignore <text...>", "pass over violations whose text has this in it, to see what is behind them", [])
    .addOption(
        new Option("--adapter <adapter>", "adapter that calls the kernel")
            .choices(Object.keys(ADAPTERS))
            .default("dynamic"),
    )
    .option("--replay <file>", "play the steps of a file, and print what happens")
    .addHelpText(
        "after",
        "\nExit code: 0 when nothing was found, 1 when something was, 2 for a wrong option.\nThe same seed and the same number of steps give the same run, byte for byte: the hash tells.",
    )
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
    .action(simulate);

async function simulate(options: Options): Promise<void> {
    const playing = playingOf(options);
    if (options.replay) return replayed(options.replay, playing);
    const start = process.hrtime.bigint();
    const seconds = () => Number(process.hrtime.bigint() - start) / 1e9;
    const total: Figures = { steps: 0, settles: 0, ups: 0, calls: 0, strikes: 0, kills: 0, answers: 0 };
    const kinds = new Map<string, { seeds: number[]; failure: Failure }>();
    let played = 0;
    const tell = async (seed: number, { figures, digest, failure }: Played): Promise<void> => {
        played += 1;
        for (const key of Object.keys(total) as (keyof Figures)[]) total[key] += figures[key];
        const rate = Math.round(total.steps / seconds());
        say(
            `seed ${seed}: ${figures.steps} steps, hash ${digest.slice(0, 16)}${failure ? ", FAILED" : ""} (${rate} steps a second)`,
        );
        if (!failure) return;
        for (const { what, why } of failure.violations) say(`  ${what}: ${why.split("\n")[0]}`);
        const signature = failure.violations.map(signatureOf)[0] ?? "";
        const known = kinds.get(signature);
        if (known) known.seeds.push(seed);
        else
            kinds.set(signature, {
                seeds: [seed],
                failure: options.shrink ? await written(seed, failure, options.out, playing) : failure,
            });
    };
    const seeds = seedsOf(options, seconds);
    await Promise.all(
        Array.from({ length: options.jobs }, async () => {
            const player = options.jobs > 1 ? new Player(options) : undefined;
            for (const seed of seeds) {
                const result = await (player?.play(seed, options.steps) ?? play(seed, options.steps, playing));
                await tell(seed, result);
                if (result.failure && !options.keepGoing) break;
            }
            player?.end();
        }),
    );
    say(
        `${Object.entries(total)
            .map(([name, count]) => `${name} ${count}`)
            .join(", ")}, ${seconds().toFixed(1)} s`,
    );
    for (const [signature, { seeds, failure }] of [...kinds].sort(([, a], [, b]) => b.seeds.length - a.seeds.length))
        say(`${seeds.length} × ${signature} (${failure.steps.length} steps, seeds ${seeds.slice(0, 5).join(", ")})`);
    const counts = (names: readonly Violation["what"][]): string =>
        names
            .map((what) => {
                const failing = [...kinds].filter(([signature]) => signature.startsWith(`${what}:`));
                return `${what} ${failing.reduce((sum, [, { seeds }]) => sum + seeds.length, 0)}`;
            })
            .join(", ");
    say(counts(["silent", "touched", "left", "astray", "crash", "hang"]));
    say(`steps ${total.steps} over ${played} seeds: ${counts(["lost", "doubled", "widened", "stuck"])}`);
    process.exitCode = kinds.size > 0 ? 1 : 0;
}

/** Seeds to play, shared by all processes. */
function* seedsOf({ seed, seeds, seconds: most }: Options, seconds: () => number): Generator<number, void> {
    for (let next = seed; next < seed + seeds; next += 1) {
        if (most !== undefined && seconds() > most) return;
        yield next;
    }
}

/** A worker process that plays seeds. */
class Player {
    readonly #process: ChildProcess;

    constructor({ ignore, adapter }: Selection) {
        this.#process = fork(__filename, ["--player", JSON.stringify({ ignore, adapter })]);
    }

    /** @throws Error if the process exits before the seed ends */
    play(seed: number, steps: number): Promise<Played> {
        return new Promise((resolve, reject) => {
            const exit = (code: number | null) => reject(new Error(`seed ${seed}: the process ended with ${code}`));
            this.#process.once("exit", exit);
            this.#process.once("message", (played) => {
                this.#process.off("exit", exit);
                // result of `play` as JSON
                resolve(played as Played);
            });
            this.#process.send({ seed, steps });
        });
    }

    end(): void {
        this.#process.kill();
    }
}

type Selection = Pick<Options, "ignore" | "adapter">;

function playingOf({ ignore, adapter }: Selection): Playing {
    return {
        ignored: (violation) => ignore.some((text) => signatureOf(violation).includes(text)),
        adapter: ADAPTERS[adapter],
    };
}

/** Shrinks a failure and writes it to a file. */
async function written(seed: number, failure: Failure, folder: string, playing: Playing): Promise<Failure> {
    const small = await shrink(failure, playing);
    const { log, digest } = await replay(small.steps, { ...playing, keepLog: true });
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `seed-${seed}`);
    const [first] = small.violations;
    writeFileSync(
        `${file}.json`,
        `${JSON.stringify({ violation: first && signatureOf(first), steps: small.steps }, null, 2)}\n`,
    );
    const lines = [
        ...log,
        ...small.violations.map(({ what, why }) => `${what.toUpperCase()}: ${why}`),
        `hash ${digest}`,
    ];
    writeFileSync(`${file}.log`, `${lines.join("\n")}\n`);
    say(`  ${small.steps.length} of ${failure.steps.length} steps show it: ${file}.json, ${file}.log`);
    return small;
}

async function replayed(file: string, playing: Playing): Promise<void> {
    // written by the simulator
    const { steps } = JSON.parse(readFileSync(file, "utf8")) as { steps: Step[] };
    const { log, digest, failure } = await replay(steps, { ...playing, keepLog: true });
    for (const line of log) say(line);
    for (const { what, why } of failure?.violations ?? []) say(`${what.toUpperCase()}: ${why}`);
    say(`hash ${digest}`);
    process.exitCode = failure ? 1 : 0;
}

function say(line: string): void {
    process.stdout.write(`${line}\n`);
}

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // The reader has closed the pipe, as in `| head`.
    if (error.code === "EPIPE") process.exit();
    throw error;
});

const [, , first, selection = ""] = process.argv;
if (first === "--player") {
    const playing = playingOf(JSON.parse(selection) as Selection);
    process.on("message", async ({ seed, steps }: { seed: number; steps: number }) =>
        process.send?.(await play(seed, steps, playing)),
    );
} else program.parseAsync();
