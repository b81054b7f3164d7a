import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EXIT_CODES } from "../../../src/cli/exit-codes.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import { plantedStore } from "../../access/guarantees/escalation/planted.js";
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

test("`escalate to` shows each step of the chain to a target, and writes nothing", async () => {
    const before = service.snapshot();
    const { stdout, code } = await escalate("to", planted.goal);
    expect(stdout).toMatch(/^1 person gets ".*" in several steps, each without anyone else's approval\.\n/);
    expect(stdout.match(/^ {2}\d\. /gm)).toHaveLength(planted.length);
    expect(code).toBe(0);
    expect(service.snapshot()).toEqual(before);
});

test("`escalate from` shows the targets that a person can reach in several steps", async () => {
    const { chains, count } = await json("from", planted.userId);
    expect(count).toBeGreaterThanOrEqual(planted.length - 1);
    const last = chains.find(({ target }) => target.id === planted.goal);
    expect(last?.steps).toHaveLength(planted.length);
});

test("--cuts without a target cuts all chains", async () => {
    const { stdout } = await escalate("--cuts");
    expect(stdout).toMatch(/^Changing 1 group cuts all chains. Fewer changes are not enough:\n {2}- "/);
    expect(await json("--cuts")).toMatchObject({ cuts: { isFewest: true, isComplete: true, changes: [{}] } });
});

test("no chain remains after the suggested cut", async () => {
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
    expect(stdout).toContain("No one can get");
});

test("--snapshot reads the snapshot in place of the service", async () => {
    const snapshot = join(folder, "access.json");
    await runCommand(["snapshot", "--out", snapshot], service);
    const { stdout } = await runCommand(["escalate", "to", planted.goal, "--snapshot", snapshot]);
    expect(stdout).toMatch(/^1 person gets /);
});

test.each([
    ["a question without a direction", ["prod-db"], "Unknown question"],
    ["`escalate to` without a target", ["to"], "Unknown question"],
    ["two targets", ["to", "a", "b"], "Unknown question"],
    ["--cuts with `escalate from`", ["from", "ada", "--cuts"], "--cuts can only be used with `escalate to`"],
    ["an unknown target", ["to", "nothing-of-this-name"], "No group, resource or bundle with the name or id"],
])("%s is refused", async (_, args, reason) => {
    const { code, stderr } = await escalate(...args);
    expect([code, stderr]).toEqual([EXIT_CODES.usage, expect.stringContaining(reason)]);
});

function escalate(...args: string[]) {
    return runCommand(["escalate", ...args], service);
}

interface Escalation {
    readonly count: number;
    readonly chains: readonly {
        readonly target: { readonly id: string };
        readonly steps: readonly object[];
    }[];
    readonly cuts: { readonly changes: readonly { readonly target: { readonly id: string } }[] };
}

async function json(...args: string[]): Promise<Escalation> {
    return JSON.parse((await escalate(...args, "--format", "json")).stdout);
}
