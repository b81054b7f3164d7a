/** What a program declares is read before the engine asks for it, on whichever engine is there. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Stack } from "../../src/local/engine/contract/stack.js";
import { openStack } from "../../src/local/engine/open-stack.js";
import { World } from "../proofs/conformance/world.js";

let world: World;
let stack: Stack;
/** A folder for temporary files in which nothing can be told, since others may read it. */
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
}, 120_000);

afterAll(async () => {
    await stack?.close();
    await world?.close();
    rmSync(open, { recursive: true, force: true });
});

/** The operations that a preview calls, in order. `atOnce`: how many were called by the time a slow answer to the first of these came. */
async function preview(one: Stack): Promise<{ operations: string[]; atOnce: number }> {
    const { calls, faults } = world.service;
    let atOnce = 0;
    calls.clear();
    faults.add({ operation: "getGroupVisibility", when: "before", answer: { delayMs: 2_000 }, times: 1 });
    calls.onAnswer = ({ operation }, milliseconds) => {
        if (operation === "getGroupVisibility" && milliseconds > 1_900) atOnce = calls.of(operation).length;
    };
    try {
        const { exitCode, output } = await one.preview({ expectNoChanges: true });
        expect(exitCode, output).toBe(0);
    } finally {
        calls.onAnswer = undefined;
    }
    return { operations: calls.all().map(({ operation }) => String(operation)), atOnce };
}

test("no resource waits for the answer to another, and no call is made twice", { timeout: 120_000 }, async () => {
    const { operations, atOnce } = await preview(stack);
    expect(atOnce).toBe(8);
    const of = (name: string) => operations.filter((one) => one === name).length;
    expect([of("getGroups"), of("getGroup"), of("getGroupVisibility"), of("getGroupOnCallSchedules")]).toEqual([
        1, 0, 8, 8,
    ]);
});

test("where nothing can be told, all is read when it is asked for", { timeout: 120_000 }, async () => {
    const state = await stack.exportState();
    const other = await openStack({
        program: join(__dirname, "../programs/many"),
        env: { ...settings(), TMPDIR: open },
    });
    try {
        await other.importState(state);
        const { operations, atOnce } = await preview(other);
        expect(atOnce).toBe(1);
        expect(operations.filter((one) => one === "getGroupVisibility")).toHaveLength(8);
    } finally {
        await other.close();
    }
});
