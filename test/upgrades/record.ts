/**
 * `npm run upgrades -- --record VERSION`
 *
 * Deploys the programs below with the built package and records the stacks and the service's data as fixtures of this version.
 */
import { join } from "node:path";
import { Command } from "commander";
import type { Run, Stack } from "../../src/local/engine/contract/stack.js";
import { type Service, startService } from "../../src/local/service/index.js";
import { type Fixture, open, record, versions } from "./fixture.js";

interface Scenario {
    readonly name: string;
    /** Folder of the program. */
    readonly program: string;
    config?(service: Service): Fixture["config"];
    /** Settings that `reach` changes, recorded in addition to `config`. */
    readonly since?: Fixture["config"];
    /** Brings the stack to the state to record. Default: `up`. */
    reach?(stack: Stack, service: Service): Promise<void>;
    readonly steps?: Fixture["steps"];
    readonly told?: Fixture["told"];
}

const START = "2026-05-01T09:00:00.000Z";

const programs = join(__dirname, "programs");
const variants = join(programs, "variants");

const scenarios: readonly Scenario[] = [
    {
        name: "all-kinds",
        program: join(__dirname, "../programs/all-kinds"),
        config: ({ store }) => ({
            "all-kinds:channel": store.messageChannels.all()[0]?.message_channel_id ?? "",
            "all-kinds:schedule": store.onCallSchedules.all()[0]?.on_call_schedule_id ?? "",
        }),
    },
    {
        name: "organization",
        program: join(__dirname, "../../examples/organization"),
        config: () => ({ "access-organization:auditSigningSecret": { secret: "only-the-archive-knows" } }),
    },
    {
        name: "secrets",
        program: variants,
        config: () => ({ "variants:variant": "secrets", "variants:text": { secret: "nobody-else-knows" } }),
    },
    {
        name: "options",
        program: variants,
        config: (service) => ({
            "variants:variant": "options",
            "variants:administrators": service.store.owners.all()[0]?.owner_id ?? "",
            "variants:url": service.url,
            "variants:token": { secret: service.token },
        }),
        reach: async (stack, service) => {
            fine(await stack.up());
            // Changes an ignored property and an undeclared one outside Pulumi.
            const [ignoring] = service.store.groups.all().filter(({ name }) => name === "ignoring");
            if (!ignoring) throw new Error("there is no group that ignores changes");
            const edit = { group_id: ignoring.group_id, description: "By hand", require_mfa_to_approve: true };
            await call(service, "PUT", "/groups", { groups: [edit] });
            fine(await stack.up());
        },
    },
    {
        name: "half-made",
        program: variants,
        config: () => ({ "variants:variant": "half-made", "access-governance:retries": "0" }),
        reach: async (stack, service) => {
            service.faults.add({ operation: "setGroupVisibility", when: "before", answer: { status: 500 }, times: 9 });
            if ((await stack.up()).exitCode === 0) throw new Error("the group was finished");
            service.faults.clear();
        },
        steps: ["update half"],
    },
    {
        name: "lapsed",
        program: variants,
        config: () => ({ "variants:variant": "lapsed" }),
        reach: async (stack, service) => {
            fine(await stack.up());
            service.clock.advance(3 * 60 * 60 * 1000);
        },
        told: ["lapsed"],
    },
    {
        name: "replaced",
        program: variants,
        config: () => ({ "variants:variant": "replaced", "access-governance:retries": "0" }),
        reach: async (stack, service) => {
            fine(await stack.up());
            await stack.setConfig("variants:later", "true");
            service.faults.add({ operation: "deleteGroup", when: "before", answer: { status: 500 }, times: 9 });
            if ((await stack.up()).exitCode === 0) throw new Error("the replaced group was deleted");
            service.faults.clear();
        },
        since: { "variants:later": "true" },
        steps: ["delete replaced"],
    },
];

const command = new Command("upgrades")
    .description("Keeps the states that the built package leaves as fixtures of a version. Run `npm run build` first.")
    .requiredOption("--record <version>", "name of the version, such as 0.2.0; one that has fixtures is refused")
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));

async function main(): Promise<void> {
    const { record: version } = command.parse().opts<{ record: string }>();
    if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) {
        console.error(`${JSON.stringify(version)} is no version. Give one such as 0.2.0.`);
        process.exitCode = 2;
        return;
    }
    if (versions().includes(version)) {
        console.error(
            `Version ${version} has its fixtures: what a version left never changes. If they were never released, delete test/upgrades/recorded/${version} first.`,
        );
        process.exitCode = 1;
        return;
    }
    for (const scenario of scenarios) {
        console.log(`${version} ${scenario.name}`);
        await play(version, scenario);
    }
}

main().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
});

async function play(
    version: string,
    { name, program, config, since, reach, steps = [], told = [] }: Scenario,
): Promise<void> {
    const service = await startService({ seed: "small", clock: START });
    const given = config?.(service) ?? {};
    const stack = await open(service, program, { now: START, config: given });
    try {
        if (reach) await reach(stack, service);
        else fine(await stack.up());
        const fixture = { now: service.clock.now().toISOString(), config: { ...given, ...since }, steps, told };
        await record(version, name, program, { fixture, service, stack });
    } finally {
        await stack.close();
        await service.close();
    }
}

function fine(run: Run): Run {
    if (run.exitCode !== 0) throw new Error(run.output);
    return run;
}

async function call(service: Service, method: string, path: string, body: object): Promise<void> {
    const headers = { authorization: `Bearer ${service.token}`, "content-type": "application/json" };
    const response = await service.fetch(
        new Request(service.url + path, { method, headers, body: JSON.stringify(body) }),
    );
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
}
