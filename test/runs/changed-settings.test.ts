/** Stacks whose token or address changes, in both forms of the kinds, on the local engine and, if it is on PATH, on the Pulumi CLI. */
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { Run, Stack } from "../../src/local/engine/contract/stack.js";
import { openStack } from "../../src/local/engine/open-stack.js";
import { findPulumi } from "../../src/local/engine/pulumi.js";
import { World } from "../proofs/conformance/world.js";

const BRUNO = "bruno@tidewater.example";
const ELIF = "elif@tidewater.example";

const engines = ["local" as const, ...(findPulumi(false) ? ["pulumi" as const] : [])];
const forms = ["plugin", "dynamic"] as const;
const providers = [
    { provider: "the default provider", explicit: "false" },
    { provider: "a provider of the program", explicit: "true" },
];
const cases = engines.flatMap((engine) => providers.map((one) => ({ engine, ...one })));
const dynamicCases = cases.map((one) => ({ ...one, form: "dynamic" as const }));
const allCases = [...cases.map((one) => ({ ...one, form: "plugin" as const })), ...dynamicCases];

const worlds: World[] = [];
const stacks: Stack[] = [];

afterEach(async () => {
    for (const stack of stacks.splice(0)) await stack.close();
    for (const world of worlds.splice(0)) await world.close();
});

/** An organization with two administrators, each with a token. */
async function newWorld(): Promise<World> {
    const world = await World.start([
        { token: "first-token", email: BRUNO, role: "ADMIN" },
        { token: "second-token", email: ELIF, role: "ADMIN" },
    ]);
    worlds.push(world);
    return world;
}

async function newStack(
    world: World,
    { engine, form, explicit }: { engine: "local" | "pulumi"; form: (typeof forms)[number]; explicit: string },
    other: Record<string, string | { secret: string }> = {},
): Promise<Stack> {
    const stack = await openStack({
        program: join(__dirname, "../programs/settings"),
        engine,
        config: {
            "access-governance:url": world.service.url,
            "access-governance:token": { secret: "first-token" },
            "settings:form": form,
            "settings:explicit": explicit,
            "settings:owners": "One",
            ...other,
        },
        env: { ACCESS_GOVERNANCE_URL: "", ACCESS_GOVERNANCE_TOKEN: "", OPAL_AUTH_TOKEN: "" },
    });
    stacks.push(stack);
    return stack;
}

/** Deletes the first token, and sets that of another administrator. */
async function rotate(world: World, stack: Stack): Promise<void> {
    const { users, tokens } = world.service.store;
    const bruno = users.all().find(({ email }) => email === BRUNO);
    for (const { token_id } of tokens.all().filter(({ user_id }) => user_id === bruno?.user_id))
        await world.api("DELETE", `/tokens/${token_id}`);
    await stack.setConfig("access-governance:token", "second-token", { secret: true });
}

const NAMES = ["One", "Two", "Other"];
const ownersOf = (world: World) =>
    world.service.store.owners.all().flatMap(({ name = "" }) => (NAMES.includes(name) ? [name] : []));
const changesOf = (run: Run) =>
    run.steps.filter(({ op, type }) => !["same", "refresh", "read"].includes(op) && !type.startsWith("pulumi:"));

function succeeded(run: Run): Run {
    expect(run.exitCode, run.output).toBe(0);
    return run;
}

function failed(run: Run): Run {
    expect(run.exitCode, run.output).not.toBe(0);
    return run;
}

describe("a token that was revoked and replaced by another user's", { timeout: 600_000 }, () => {
    test.each(allCases)("$form, $provider, $engine: a preview and an update work at once", async (one) => {
        const world = await newWorld();
        const stack = await newStack(world, one);
        succeeded(await stack.up());
        await rotate(world, stack);
        expect(changesOf(succeeded(await stack.preview()))).toEqual([]);
        await world.api("PUT", "/owners", { owners: [{ owner_id: idOf(world, "One"), name: "Uno" }] });
        expect(changesOf(succeeded(await stack.preview())).map(({ name }) => name)).toEqual(["One"]);
        // The program changes in the same step.
        await stack.setConfig("settings:owners", "One,Two");
        succeeded(await stack.up({ previewFirst: true }));
        expect(ownersOf(world)).toEqual(["One", "Two"]);
        succeeded(await stack.refresh({ expectNoChanges: true }));
        succeeded(await stack.destroy());
        expect(ownersOf(world)).toEqual([]);
    });

    test.each(engines)(
        "plugin, the default provider, %s: a refresh and a destroy need no update before",
        async (engine) => {
            const world = await newWorld();
            const stack = await newStack(world, { engine, form: "plugin", explicit: "false" });
            succeeded(await stack.up());
            await rotate(world, stack);
            await world.api("PUT", "/owners", { owners: [{ owner_id: idOf(world, "One"), name: "Uno" }] });
            failed(await stack.refresh({ previewOnly: true, expectNoChanges: true }));
            expect(changesOf(succeeded(await stack.preview({ refresh: true }))).map(({ name }) => name)).toEqual([
                "One",
            ]);
            succeeded(await stack.refresh());
            succeeded(await stack.destroy());
            expect(world.service.store.owners.all().map(({ name }) => name)).not.toContain("Uno");
        },
    );

    test.each(engines)("plugin, a provider of the program, %s: an unread object may have changed", async (engine) => {
        const world = await newWorld();
        const stack = await newStack(world, { engine, form: "plugin", explicit: "true" });
        succeeded(await stack.up());
        const before = await stack.exportState();
        await rotate(world, stack);
        failed(await stack.refresh({ previewOnly: true, expectNoChanges: true }));
        succeeded(await stack.refresh());
        const outputs = (state: typeof before) => state.deployment.resources?.at(-1)?.outputs;
        expect(outputs(await stack.exportState())).toEqual(outputs(before));
        failed(await stack.destroy());
        expect(ownersOf(world)).toEqual(["One"]);
        succeeded(await stack.up());
        succeeded(await stack.preview({ expectNoChanges: true }));
    });

    test.each(dynamicCases)("$form, $provider, $engine: a refresh that cannot read fails", async (one) => {
        const world = await newWorld();
        const stack = await newStack(world, one);
        succeeded(await stack.up());
        await rotate(world, stack);
        const before = await stack.exportState();
        failed(await stack.refresh());
        failed(await stack.preview({ refresh: true }));
        failed(await stack.destroy());
        expect(ownersOf(world)).toEqual(["One"]);
        const urns = (state: typeof before) => state.deployment.resources?.map(({ urn }) => urn);
        expect(urns(await stack.exportState())).toEqual(urns(before));
    });

    test.each(engines)("plugin, %s: a second provider keeps its own token, and its drift is seen", async (engine) => {
        const world = await newWorld();
        const other = { "settings:other": { secret: "second-token" } };
        const stack = await newStack(world, { engine, form: "plugin", explicit: "true" }, other);
        succeeded(await stack.up());
        await rotate(world, stack);
        await world.api("PUT", "/owners", { owners: [{ owner_id: idOf(world, "Other"), name: "Another" }] });
        expect(changesOf(succeeded(await stack.preview())).map(({ name }) => name)).toEqual(["Other"]);
        succeeded(await stack.up());
        expect(ownersOf(world).toSorted()).toEqual(["One", "Other"]);
    });

    test.each(engines)(
        "plugin, a provider of the program, %s: a new token that is also refused is an error",
        async (engine) => {
            const world = await newWorld();
            const stack = await newStack(world, { engine, form: "plugin", explicit: "true" });
            succeeded(await stack.up());
            await rotate(world, stack);
            await stack.setConfig("access-governance:token", "third-token", { secret: true });
            failed(await stack.preview());
            failed(await stack.up());
            expect(ownersOf(world)).toEqual(["One"]);
        },
    );
});

describe("the address of another organization", { timeout: 600_000 }, () => {
    async function moveTo(world: World, stack: Stack): Promise<void> {
        await stack.setConfig("access-governance:url", world.service.url);
    }

    test.each(cases)("plugin, $provider, $engine: is refused before anything is created", async (one) => {
        const [home, other] = [await newWorld(), await newWorld()];
        const stack = await newStack(home, { ...one, form: "plugin" });
        succeeded(await stack.up());
        await moveTo(other, stack);
        await stack.setConfig("settings:owners", "Two");
        failed(await stack.preview());
        failed(await stack.up());
        expect([ownersOf(home), ownersOf(other)]).toEqual([["One"], []]);
        await moveTo(home, stack);
        await stack.setConfig("settings:owners", "One");
        expect(changesOf(succeeded(await stack.preview({ refresh: true })))).toEqual([]);
        succeeded(await stack.up());
        expect(ownersOf(home)).toEqual(["One"]);
    });

    test.each(cases)("plugin, $provider, $engine: is refused for a state that was imported", async (one) => {
        const [home, other] = [await newWorld(), await newWorld()];
        const stack = await newStack(home, { ...one, form: "plugin" });
        succeeded(await stack.up());
        const state = await stack.exportState();
        for (const resource of state.deployment.resources ?? []) delete resource.refreshBeforeUpdate;
        await stack.importState(state);
        await moveTo(other, stack);
        await stack.setConfig("settings:owners", "Two");
        failed(await stack.preview());
        failed(await stack.up());
        expect([ownersOf(home), ownersOf(other)]).toEqual([["One"], []]);
    });

    test.each(dynamicCases)("dynamic, $provider, $engine: the error names what was created there", async (one) => {
        const [home, other] = [await newWorld(), await newWorld()];
        const stack = await newStack(home, one);
        succeeded(await stack.up());
        await moveTo(other, stack);
        await stack.setConfig("settings:owners", "Two");
        const run = failed(await stack.up());
        expect([ownersOf(home), ownersOf(other)]).toEqual([["One"], ["Two"]]);
        expect(run.output).not.toContain("Nothing was changed");
        expect(run.output).toContain("pulumi destroy --target '**:Owner::Two'");
        // With the former address, the rest of the stack works.
        await moveTo(home, stack);
        await stack.setConfig("settings:owners", "One,Two");
        const preview = failed(await stack.preview());
        expect(preview.steps.filter(({ name, failed: isFailed }) => name === "One" && isFailed)).toEqual([]);
    });

    test.each(allCases)("$form, $provider, $engine: another spelling is not a change", async (one) => {
        const world = await newWorld();
        const stack = await newStack(world, one);
        succeeded(await stack.up());
        await stack.setConfig("access-governance:url", `${world.service.url.replace("http:", "HTTP:")}/`);
        expect(changesOf(succeeded(await stack.preview()))).toEqual([]);
        succeeded(await stack.up());
        expect(changesOf(succeeded(await stack.preview()))).toEqual([]);
    });
});

function idOf(world: World, name: string): string | undefined {
    return world.service.store.owners.all().find((owner) => owner.name === name)?.owner_id;
}
