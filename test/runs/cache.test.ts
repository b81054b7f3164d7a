/** Tests of the response cache: a run reads only the cached objects that audit events touched. Runs on the available engine. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Run, Stack } from "../../src/local/engine/contract/stack.js";
import { openStack } from "../../src/local/engine/open-stack.js";
import { World } from "../proofs/conformance/world.js";

let world: World;
let stack: Stack;
let folder: string;

beforeAll(async () => {
    world = await World.start([{ token: "other", email: "bruno@tidewater.example", role: "ADMIN" }]);
    folder = mkdtempSync(join(tmpdir(), "cache-"));
    stack = await openStack({
        program: join(__dirname, "../programs/many"),
        config: {
            "access-governance:url": world.service.url,
            "access-governance:token": { secret: world.service.token },
            "access-governance:cache": join(folder, "cache.jsonl"),
            "access-governance:cacheProbe": "true",
        },
    });
    const { exitCode, output } = await stack.up();
    expect(exitCode, output).toBe(0);
    // Objects that were changed less than a minute before they were cached are always read again.
    world.service.clock.advance(120_000);
    // The cache is used only after the token has been seen to return events of other users.
    await world.api("POST", "/owners", { name: "Night shift", user_ids: [] }, "other");
    await stack.preview();
});

afterAll(async () => {
    await stack?.close();
    await world?.close();
    rmSync(folder, { recursive: true, force: true });
});

/** Advances the clock past all earlier writes, runs, and returns the group subresources that were read. */
async function reads(run: () => Promise<Run>): Promise<{ parts: string[]; calls: number; said: string }> {
    world.service.clock.advance(10 * 60_000);
    world.service.calls.clear();
    const { exitCode, output, diagnostics } = await run();
    expect(exitCode, output).toBe(0);
    const operations = world.service.calls.all().map(({ operation }) => String(operation));
    return {
        parts: operations.filter((name) => /^getGroup[A-Z]/.test(name)).sort(),
        calls: operations.length,
        said: diagnostics.map(({ message }) => message).join("\n"),
    };
}

test("a preview reads only the edited objects and reports the age of the cached ones", async () => {
    const quiet = await reads(() => stack.preview({ expectNoChanges: true }));
    expect(quiet.parts).toEqual([]);
    // The list of groups and its two owners, the token's user, and the probe's tag: create, delete, and search the events for it.
    expect(quiet.calls).toBeLessThanOrEqual(8);
    expect(quiet.said).toMatch(
        /16 cached responses used, read up to 1\d min ago; \d+ audit events? since then affected 0/,
    );
    expect(statSync(join(folder, "cache.jsonl")).mode & 0o777).toBe(0o600);

    const [group] = world.service.store.view().groups.slice(-1);
    await world.api("PUT", `/groups/${group?.group_id}/visibility`, { visibility: "GLOBAL" });
    const edited = await reads(() => stack.preview());
    expect(edited.parts).toEqual(["getGroupOnCallSchedules", "getGroupVisibility"]);
    expect(edited.said).toContain(' drifted: visibility is "GLOBAL" on the service');
});

test("reads everything and writes nothing if cacheProbe is not enabled", async () => {
    await stack.setConfig("access-governance:cacheProbe", "false");
    const { parts, said } = await reads(() => stack.preview());
    await stack.setConfig("access-governance:cacheProbe", "true");
    expect(parts).toHaveLength(16);
    expect(said).toContain(
        "access-governance:cacheProbe is not set. Set it to true to let each run create and delete a tag",
    );
    expect(world.service.calls.writes()).toEqual([]);
});

test("a refresh reads everything", async () => {
    const { parts } = await reads(() => stack.preview({ refresh: true }));
    expect(parts).toHaveLength(16);
});
