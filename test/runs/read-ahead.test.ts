/** Declared objects are read before the engine requests them. Runs on the available engine. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import timers from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Stack } from "../../src/local/engine/contract/stack.js";
import { openStack } from "../../src/local/engine/open-stack.js";
import { World } from "../proofs/conformance/world.js";

let world: World;
let stack: Stack;
/** A TMPDIR whose folder of the package is readable by others, so that the processes refuse to share data in it. */
let open: string;

const settings = () => ({
    ACCESS_GOVERNANCE_URL: world.service.url,
    ACCESS_GOVERNANCE_TOKEN: world.service.token,
    OPAL_AUTH_TOKEN: "",
});

beforeAll(async () => {
    world = await World.start();
    open = mkdtempSync(join(tmpdir(), "read-ahead-"));
    const shared = join(open, `access-governance-${process.getuid?.() ?? "user"}`);
    mkdirSync(shared);
    chmodSync(shared, 0o755);
    stack = await openStack({ program: join(__dirname, "../programs/many"), env: settings() });
    const { exitCode, output } = await stack.up();
    expect(exitCode, output).toBe(0);
});

afterAll(async () => {
    await stack?.close();
    await world?.close();
    rmSync(open, { recursive: true, force: true });
});

/** Milliseconds that the response to the first visibility read is delayed after the last call that it waits for. No other timer has it. */
const DELAY_MS = 2_003;

/**
 * Operations that a preview calls, in order. `atOnce`: visibility reads that were sent before the response to the first of them, which waits
 * for `expected` reads.
 */
async function preview(one: Stack, expected: number): Promise<{ operations: string[]; atOnce: number }> {
    const { calls, faults } = world.service;
    const reads = () => calls.of("getGroupVisibility");
    let atOnce = 0;
    calls.clear();
    faults.add({ operation: "getGroupVisibility", when: "before", answer: { delayMs: DELAY_MS }, times: 1 });
    const sleep = timers.setTimeout;
    const sleeps = vi.spyOn(timers, "setTimeout").mockImplementation(async (milliseconds, ...rest) => {
        if (milliseconds === DELAY_MS) await expect.poll(reads).toHaveLength(expected);
        return sleep(milliseconds, ...rest);
    });
    syncBuiltinESMExports();
    calls.onAnswer = (call) => {
        if (call === reads()[0]) atOnce = reads().length;
    };
    try {
        const { exitCode, output } = await one.preview({ expectNoChanges: true });
        expect(exitCode, output).toBe(0);
    } finally {
        calls.onAnswer = undefined;
        sleeps.mockRestore();
        syncBuiltinESMExports();
    }
    return { operations: calls.all().map(({ operation }) => String(operation)), atOnce };
}

test("resources are read in parallel and no request is sent twice", async () => {
    const { operations, atOnce } = await preview(stack, 8);
    expect(atOnce).toBe(8);
    const countOf = (name: string) => operations.filter((one) => one === name).length;
    expect([
        countOf("getGroups"),
        countOf("getGroup"),
        countOf("getGroupVisibility"),
        countOf("getGroupOnCallSchedules"),
    ]).toEqual([1, 0, 8, 8]);
});

test("each resource is read only on the engine's request if its processes cannot share data", async () => {
    const state = await stack.exportState();
    const other = await openStack({
        program: join(__dirname, "../programs/many"),
        env: { ...settings(), TMPDIR: open },
    });
    try {
        await other.importState(state);
        const { operations, atOnce } = await preview(other, 1);
        expect(atOnce).toBe(1);
        expect(operations.filter((one) => one === "getGroupVisibility")).toHaveLength(8);
    } finally {
        await other.close();
    }
});

test("with read: changed, one object of an unchanged program is read, and the run counts the others; a refresh reads all", async () => {
    const state = await stack.exportState();
    const other = await openStack({
        program: join(__dirname, "../programs/many"),
        env: settings(),
        config: { "access-governance:read": "changed" },
    });
    try {
        await other.importState(state);
        world.service.calls.clear();
        const { exitCode, output } = await other.preview({ expectNoChanges: true });
        expect(exitCode, output).toBe(0);
        // The program looks up the app, and the first object shows that this is the right organization.
        expect(world.service.calls.all().map(({ operation }) => operation)).toEqual(["getApps", "getOwner"]);
        expect(output).toMatch(/\b16 objects .* compared with the state/);

        // A refresh reads everything.
        world.service.calls.clear();
        const refreshed = await other.preview({ expectNoChanges: true, refresh: true });
        expect(refreshed.exitCode, refreshed.output).toBe(0);
        expect(world.service.calls.of("getGroupVisibility")).toHaveLength(8);
    } finally {
        await other.close();
    }
});
