import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Run, Stack, StackOptions } from "../../src/local/engine/contract/stack.js";
import { openStack } from "../../src/local/engine/open-stack.js";
import { World } from "../proofs/conformance/world.js";

let world: World;
let before: ReturnType<World["service"]["snapshot"]>;
const open: Stack[] = [];
const engines = new Set<string>();

beforeAll(async () => {
    world = await World.start();
    before = world.service.snapshot();
});

afterEach(async () => {
    for (const stack of open.splice(0)) await stack.close();
    world.service.faults.clear();
    // Objects that the API cannot delete must not leak into the next test.
    world.service.store.restore(before);
});

afterAll(async () => {
    await world.close();
    console.log(`end to end, on ${[...engines].join(" and ")}`);
});

const url = "access-governance:url";
const token = "access-governance:token";

async function stackOf(config: StackOptions["config"] = {}): Promise<Stack> {
    const stack = await openStack({
        program: join(__dirname, "../programs/all-kinds"),
        env: { ACCESS_GOVERNANCE_URL: "", ACCESS_GOVERNANCE_TOKEN: "", OPAL_AUTH_TOKEN: "" },
        config: { [url]: world.service.url, [token]: { secret: world.service.token }, ...config },
    });
    open.push(stack);
    engines.add(stack.engine);
    return stack;
}

const changes = (run: Run) =>
    run.steps.filter(({ op }) => op !== "same" && op !== "refresh").map(({ op, name }) => `${op} ${name}`);
const errors = (run: Run) =>
    run.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
const messagesOf = (run: Run) => run.diagnostics.map(({ message }) => message.trim());

function expectSuccess(run: Run): Run {
    expect(errors(run)).toEqual([]);
    expect(run.exitCode).toBe(0);
    expect(run.output).not.toContain(world.service.token);
    return run;
}

async function expectClean(stack: Stack, refresh: boolean): Promise<void> {
    const clean = expectSuccess(await stack.preview({ refresh, expectNoChanges: true }));
    expect(changes(clean)).toEqual([]);
    expect(messagesOf(clean)).toEqual([]);
}

describe("a program with every kind, run by an engine", () => {
    it("deploys, previews without changes, reports only real drift, repairs it, and is destroyed", async () => {
        const [channel = "", other = ""] = world.channelIds;
        const [schedule = ""] = world.scheduleIds;
        const stack = await stackOf({ "all-kinds:channel": channel, "all-kinds:schedule": schedule });
        expectSuccess(await stack.up());
        // A preview without a refresh is checked at the end, after the repair.
        await expectClean(stack, true);

        const state = await stack.exportState();
        const ids = new Map(
            (state.deployment.resources ?? []).map(({ urn, id }) => [String(urn).split("::").at(-1), String(id)]),
        );
        const id = (name: string) => ids.get(name) ?? name;
        await world.api("PUT", "/groups", { groups: [{ group_id: id("oncall"), name: "Renamed" }] });
        await world.api("PUT", `/owners/${id("security")}/users`, { user_ids: world.userIds.slice(0, 2) });
        await world.api("PUT", `/groups/${id("bare")}/message-channels`, { message_channel_ids: [channel, other] });
        await world.api("DELETE", `/bundles/${id("kit")}/groups/${id("oncall")}`);
        const expected = [
            'BundleGroup "kit-oncall" was deleted outside',
            'Group "oncall" drifted: name is "Renamed"',
            'OwnerUsers "security-users" drifted: userIds: added outside: ',
        ];
        for (const refresh of [false, true]) {
            const drifted = await stack.preview({ refresh, expectNoChanges: refresh });
            if (refresh) {
                expect(drifted.exitCode).toBe(7);
                expect(errors(drifted)).toEqual([expect.stringContaining("no changes were expected")]);
                expect(drifted.output).not.toContain(world.service.token);
            } else expectSuccess(drifted);
            const lines = messagesOf(drifted).filter((line) => / drifted: | was deleted outside/.test(line));
            for (const line of expected) expect(lines.join("\n")).toContain(line);
            expect(lines.length).toBeLessThanOrEqual(expected.length + 1);
            expect(changes(drifted).join()).not.toMatch(/kit-visibility|bare-visibility|platform|replace oncall/);
        }

        expectSuccess(await stack.up());
        expect(await world.api("GET", `/groups/${id("oncall")}`)).toMatchObject({ name: "On-call" });
        await expectClean(stack, false);
        expect(JSON.stringify(await stack.exportState())).not.toContain(world.service.token);

        const destroyed = expectSuccess(await stack.destroy());
        expect(messagesOf(destroyed).join("\n")).toContain("stays as it is on the service");
        for (const name of ["oncall", "bare"]) expect(await world.has(`/groups/${id(name)}`)).toBe(false);
        for (const name of ["platform", "security"]) expect(await world.has(`/owners/${id(name)}`)).toBe(false);
    });

    it("shows a change of a field that this version does not know, and records it", async () => {
        const [channel = ""] = world.channelIds;
        const [schedule = ""] = world.scheduleIds;
        const stack = await stackOf({ "all-kinds:channel": channel, "all-kinds:schedule": schedule });
        const serve = (newerFields: Record<string, unknown>): void => {
            world.service.faults.clear();
            world.service.faults.add({ operation: "*", times: 1e6, answer: { newerFields } });
        };
        serve({ later_flag: true });
        expectSuccess(await stack.up());
        expectSuccess(await stack.preview({ expectNoChanges: true }));
        serve({ later_flag: { now: "secret-value" } });
        const count = Object.keys((await stack.exportState()).deployment.resources ?? []).length;
        for (const refresh of [false, true]) {
            const preview = await stack.preview({ refresh, expectNoChanges: true });
            expect(preview.exitCode).toBe(7);
            const lines = new Set(messagesOf(preview).filter((line) => line.includes("later_flag changed outside")));
            // All but the stack, its provider, and what has no fields.
            expect(lines.size).toBeGreaterThan(count - 6);
            expect(preview.output).not.toContain("secret-value");
        }
        world.service.calls.clear();
        expectSuccess(await stack.up());
        expect(world.service.calls.writes()).toEqual([]);
        expectSuccess(await stack.preview({ expectNoChanges: true }));
        expectSuccess(await stack.preview({ expectNoChanges: true, refresh: true }));
        expect(JSON.stringify(await stack.exportState())).not.toContain("secret-value");
    });

    it("keeps a partially created object in the state and completes it in the next run", async () => {
        const [channel = ""] = world.channelIds;
        const [schedule = ""] = world.scheduleIds;
        const stack = await stackOf({
            "all-kinds:channel": channel,
            "all-kinds:schedule": schedule,
            "all-kinds:variant": "groups",
            "access-governance:retries": "0",
        });
        world.service.faults.add({
            operation: "setGroupVisibility",
            when: "before",
            answer: { status: 500 },
            times: 1,
        });
        const broken = await stack.up();
        expect(broken.exitCode).not.toBe(0);
        expect(errors(broken).join("\n")).toContain("does not match its declaration yet");
        expectSuccess(await stack.up());
        expectSuccess(await stack.preview({ expectNoChanges: true }));
        const { results } = await world.api<{ results: { name: string }[] }>("GET", "/groups");
        expect(results.filter(({ name }) => name === "On-call" || name === "Bare")).toHaveLength(2);
        expectSuccess(await stack.destroy());
    });
});

describe("the error message of an invalid program or setting", () => {
    const expectCleanFailure = (run: Run) => {
        expect(run.exitCode).not.toBe(0);
        expect(run.output).not.toMatch(/^\s+at .*[(:]/m);
        expect(run.output).not.toContain(world.service.token);
    };

    it("names the wrong property of a program before any request is sent", async () => {
        const stack = await stackOf({ "all-kinds:variant": "bad" });
        world.service.calls.clear();
        const run = await stack.preview();
        expectCleanFailure(run);
        expect(errors(run).join("\n")).toContain('name: "  " is not allowed: it must not be empty');
        expect(errors(run).join("\n")).toContain(
            "accessRequestEscalationPeriod: -5 is not allowed: it must be at least 0",
        );
        expect(world.service.calls.all()).toEqual([]);
    });

    it("names the wrong setting", async () => {
        const html = await startPage();
        const { port } = html.address() as AddressInfo;
        try {
            for (const [config, sentence] of [
                [{ [token]: "" }, token],
                [{ [token]: { secret: "wrong" } }, token],
                // A lookup is sent by the program itself, not by the provider.
                [{ [token]: { secret: "wrong" }, "all-kinds:variant": "" }, token],
                [{ [url]: "http://127.0.0.1:9/v1", "access-governance:retries": "0" }, url],
                // An HTML response would be retried, as any response that cannot be parsed; the message stays the same.
                [{ [url]: `http://127.0.0.1:${port}/v1`, "access-governance:retries": "0" }, url],
            ] as const) {
                const stack = await stackOf({ "all-kinds:variant": "owner-only", ...config });
                const run = await stack.preview();
                expectCleanFailure(run);
                expect(errors(run).join("\n")).toContain(sentence);
            }
        } finally {
            html.close();
        }
    });
});

describe("a secret description", () => {
    it("is encrypted in the state and never printed", async () => {
        const description = "only-for-three-people";
        const stack = await stackOf({
            "all-kinds:variant": "secret",
            "all-kinds:description": { secret: description },
        });
        const created = expectSuccess(await stack.up());
        const state = await stack.exportState();
        const [owner] = (state.deployment.resources ?? []).filter(({ urn }) => String(urn).endsWith("::platform"));
        await world.api("PUT", "/owners", { owners: [{ owner_id: owner?.id, description: "seen by somebody else" }] });
        const drifted = expectSuccess(await stack.preview());
        expect(messagesOf(drifted).join()).toContain("description differs (the value is secret)");
        expect(JSON.stringify([state, created, drifted])).not.toMatch(/only-for-three-people|seen by somebody else/);
        expectSuccess(await stack.destroy());
    });
});

async function startPage(): Promise<Server> {
    const server = createServer((_, response) => response.end("<!doctype html><title>Sign in</title>"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return server;
}
