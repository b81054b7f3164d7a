import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EXIT_CODES } from "../../../src/cli/exit-codes.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import { plantedStore } from "../../access/guarantees/planted.js";
import { runCommand } from "../command.js";

const folder = mkdtempSync(join(tmpdir(), "escalate-"));
/** A chain of five steps. */
const planted = plantedStore(10);
let service: Service;

beforeAll(async () => {
    service = await startService({ organization: planted.store.snapshot() });
});
afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
});

test("shows who climbs to something, step by step, and writes nothing", async () => {
    const before = service.snapshot();
    const { stdout, code } = await say("to", planted.goal);
    expect(stdout).toMatch(/^1 person gets ".*" by several steps, each without anyone else's approval\.\n/);
    expect(stdout.match(/^ {2}\d\. /gm)).toHaveLength(planted.length);
    expect(code).toBe(0);
    expect(service.snapshot()).toEqual(before);
});

test("shows what a person climbs to", async () => {
    const { chains, count } = await json("from", planted.userId);
    expect(count).toBeGreaterThanOrEqual(planted.length - 1);
    const last = chains.find(({ target }) => target.id === planted.goal);
    expect(last?.steps).toHaveLength(planted.length);
});

test("a cut leaves no chain", async () => {
    const { cuts } = await json("to", planted.goal, "--cuts");
    expect(cuts).toMatchObject({ isFewest: true, isComplete: true });
    expect(cuts.changes).toHaveLength(1);
    const { id } = cuts.changes[0]?.target ?? {};
    const store = planted.store.snapshot();
    const closed = { allow_requests: false, auto_approval: false };
    const other = await startService({
        organization: {
            ...store,
            owners: store.owners.map((one) => ({ ...one, source_group_id: null })),
            groups: store.groups.map((one) =>
                one.group_id === id
                    ? {
                          ...one,
                          group_leader_user_ids: [],
                          request_configurations: (one.request_configurations ?? []).map((rule) => ({
                              ...rule,
                              ...closed,
                          })),
                      }
                    : one,
            ),
        },
    });
    const { stdout } = await runCommand(["escalate", "to", planted.goal], other);
    await other.close();
    expect(stdout).toContain("No one gets");
});

test("asks a snapshot", async () => {
    const snapshot = join(folder, "access.json");
    await runCommand(["snapshot", "--out", snapshot], service);
    const { stdout } = await runCommand(["escalate", "to", planted.goal, "--snapshot", snapshot]);
    expect(stdout).toMatch(/^1 person gets /);
});

test.each([
    ["no direction", ["prod-db"], "Unknown question"],
    ["nothing to climb to", ["to"], "Unknown question"],
    ["two targets", ["to", "a", "b"], "Unknown question"],
    ["cuts of a person", ["from", "ada", "--cuts"], "--cuts can only be given with `escalate to`"],
    ["an unknown target", ["to", "nothing-of-this-name"], "No group, resource or bundle has the name"],
])("%s is refused", async (_, args, reason) => {
    const { code, stderr } = await say(...args);
    expect([code, stderr]).toEqual([EXIT_CODES.usage, expect.stringContaining(reason)]);
});

function say(...args: string[]) {
    return runCommand(["escalate", ...args], service);
}

interface Said {
    readonly count: number;
    readonly chains: readonly { readonly target: { readonly id: string }; readonly steps: readonly object[] }[];
    readonly cuts: { readonly changes: readonly { readonly target: { readonly id: string } }[] };
}

async function json(...args: string[]): Promise<Said> {
    return JSON.parse((await say(...args, "--format", "json")).stdout);
}
