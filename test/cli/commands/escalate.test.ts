import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NO_FACTS } from "../../../src/access/model/facts/records.js";
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

test("--with shows the fewest accomplices, and --prove performs the chain with them", async () => {
    const [ada, bob, group, owner] = ["1", "2", "3", "4"].map((digit) => `0000000${digit}-0000-4000-8000-000000000000`);
    const stage = { operator: "AND", ownerIds: [owner], serviceUserIds: [], requireManagerApproval: false };
    const reviewed = { priority: 0, allowRequests: true, autoApproval: false };
    const facts = {
        ...NO_FACTS,
        users: [
            { id: ada, name: "Ada" },
            { id: bob, name: "Bob" },
        ],
        owners: [{ id: owner, name: "Reviewers", userIds: [bob], escalationMinutes: 0 }],
        groups: [
            {
                id: group,
                name: "Payments",
                requestRules: [{ ...reviewed, stages: [{ ...stage, requireAdminApproval: false }] }],
            },
        ],
    };
    const file = join(folder, "reviewed.json");
    writeFileSync(file, JSON.stringify(facts));
    const { stdout, code } = await escalate("to", "Payments", "--with", "2", "--prove", "--snapshot", file);
    expect(stdout).toBe(`1 person gets "Payments" with the help of accomplices, and without anyone else's approval.

"Ada" with the help of "Bob"
  1. "Payments": can request it → which "Bob" can approve
  performed successfully

Performed 1 chain on a copy of the organization in the local service: all worked.
`);
    expect(code).toBe(0);
    const { chains } = await json("from", "Ada", "--with", "1", "--snapshot", file);
    expect(chains).toMatchObject([
        { accomplices: [{ name: "Bob" }], steps: [{ help: "approval", helpers: [{ name: "Bob" }] }] },
    ]);
});

describe("--prove", () => {
    test("performs each chain on a copy of the organization, and writes nothing to the service", async () => {
        const before = service.snapshot();
        const { stdout, code } = await escalate("to", planted.goal, "--prove");
        expect(stdout).toContain("\n  performed successfully\n");
        expect(stdout).toContain("Performed 1 chain on a copy of the organization in the local service: all worked.");
        expect(code).toBe(0);
        expect(service.snapshot()).toEqual(before);
        const { chains } = await json("from", planted.userId, "--prove");
        for (const { outcome } of chains) expect(outcome).toEqual({ isPerformed: true });
    });

    test("shows the step that the service refuses", async () => {
        // The model assumes that people who can change settings can add themselves. The service refuses that.
        const [id, role, group] = ["1", "2", "3"].map((digit) => `0000000${digit}-0000-4000-8000-000000000000`);
        const open = { priority: 0, allowRequests: true, autoApproval: true, stages: [] };
        const permission = { name: "EDIT_SETTINGS", targetType: "group", allowAll: true, targetIds: [] };
        const facts = {
            ...NO_FACTS,
            users: [{ id, name: "Ada" }],
            groups: [{ id: group, name: "Payments", requestRules: [] }],
            resources: [{ id: role, name: "Role", permissions: [permission], requestRules: [open] }],
        };
        const file = join(folder, "settings.json");
        writeFileSync(file, JSON.stringify(facts));
        const { stdout, code } = await escalate("to", "Payments", "--prove", "--snapshot", file);
        expect(stdout).toContain("\n  performed, but step 2 failed: adding themselves: 403 ");
        expect(stdout).toContain("in the local service: 1 could not be performed.");
        expect(code).toBe(EXIT_CODES.problem);
    });

    test("does not perform chains if the copy would not be faithful", async () => {
        const rules = join(folder, "rules.json");
        writeFileSync(rules, JSON.stringify({ assumptions: { inheritGrants: false, singleValuedTags: ["team"] } }));
        const { stdout, stderr, code } = await escalate("to", planted.goal, "--prove", "--rules", rules);
        expect(stdout).not.toContain("performed");
        expect(stderr).toContain(
            "The chains were not performed, because the organization cannot be copied faithfully: the local service does not have a setting for the assumption inheritGrants.",
        );
        expect(code).toBe(EXIT_CODES.notKnown);
    });
});

test.each([
    ["a question without a direction", ["prod-db"], "Unknown question"],
    ["`escalate to` without a target", ["to"], "Unknown question"],
    ["two targets", ["to", "a", "b"], "Unknown question"],
    ["--cuts with `escalate from`", ["from", "ada", "--cuts"], "--cuts can only be used with `escalate to`"],
    ["--cuts together with --with", ["to", "a", "--cuts", "--with", "1"], "--cuts cannot be combined with --with"],
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
        readonly outcome?: object;
        readonly accomplices?: readonly object[];
    }[];
    readonly cuts: { readonly changes: readonly { readonly target: { readonly id: string } }[] };
}

async function json(...args: string[]): Promise<Escalation> {
    return JSON.parse((await escalate(...args, "--format", "json")).stdout);
}
