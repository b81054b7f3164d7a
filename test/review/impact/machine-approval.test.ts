/** What people could newly get by the decision of scripts, Paladins or service users alone. */
import { describe, expect, test } from "vitest";
import { Directory } from "../../../src/access/answers/directory.js";
import { accessTestSchema } from "../../../src/access/guarantees/tests/access-test.js";
import { runTests } from "../../../src/access/guarantees/tests/verdicts.js";
import type { Change } from "../../../src/access/model/facts/change.js";
import type { Stage } from "../../../src/access/model/facts/facts.js";
import { AccessModel } from "../../../src/access/model/model.js";
import { factsWith } from "../../access/empty-facts.js";
import { automatic, previewOf, reviewed, stops, user } from "./organization.js";

const vault = { id: "vault", name: "Vault", sensitivity: "HIGH" };
const ofGroup = { id: "ledger", name: "Ledger" };
/** Anyone can request the vault, which gives the ledger, and a person must approve. */
const facts = factsWith({
    users: [
        user("ada"),
        user("bob"),
        { ...user("bot"), isPaladin: true },
        { ...user("eye"), isPaladin: true, isMonitor: true },
    ],
    groups: [
        { ...vault, requestRules: [reviewed({ operator: "AND" })] },
        { id: "robots", name: "Robots" },
    ],
    resources: [ofGroup],
    links: [{ groupId: "vault", resourceId: "ledger", level: "", until: null }],
    owners: [
        { id: "reviewers", name: "Reviewers", userIds: ["bob"], escalationMinutes: 0 },
        { id: "bots", name: "Bots", userIds: ["bot"], escalationMinutes: 0 },
        { id: "nobody", name: "Nobody", userIds: [], escalationMinutes: 0 },
        { id: "eyes", name: "Eyes", userIds: ["eye"], escalationMinutes: 0 },
        { id: "all", name: "All", userIds: ["ada", "bob"], escalationMinutes: 0 },
    ],
});
const RULE = { noMachineApproval: ["sensitivity:HIGH", "Ledger"] };
const staged = (...stages: Partial<Stage>[]): Change => ({
    put: "group",
    value: { ...vault, requestRules: [{ ...reviewed(), stages: stages.flatMap((stage) => reviewed(stage).stages) }] },
});

describe.each<[string, Change, boolean]>([
    ["a script besides a person", staged({ operator: "AND", scriptIds: ["s"] }), false],
    ["a script instead of a person", staged({ operator: "AND", ownerIds: [], scriptIds: ["s"] }), true],
    ["a script or a person", staged({ operator: "OR", scriptIds: ["s"] }), true],
    ["a script and then a person", staged({ ownerIds: [], scriptIds: ["s"] }, {}), false],
    ["a script and then a script or a person", staged({ ownerIds: [], scriptIds: ["s"] }, { scriptIds: ["s"] }), true],
    ["a Paladin instead of a person", staged({ ownerIds: [], serviceUserIds: ["bot"] }), true],
    ["a Paladin that only monitors", staged({ ownerIds: [], serviceUserIds: ["eye"] }), false],
    ["the service user of a script", staged({ ownerIds: [], serviceUserIds: ["unlisted"] }), true],
    ["an owner whose user is a Paladin", staged({ ownerIds: ["bots"] }), true],
    ["an owner without users, and a script", staged({ operator: "AND", ownerIds: ["nobody"], scriptIds: ["s"] }), true],
    [
        "the manager and a script",
        staged({ operator: "AND", ownerIds: ["reviewers"], requireManagerApproval: true, scriptIds: ["s"] }),
        false,
    ],
    ["escalation to a Paladin", staged({ operator: "OR", escalation: { ownerIds: ["bots"], userIds: [] } }), true],
    ["nobody", staged({ ownerIds: [] }), false],
    ["an owner whose user only monitors", staged({ ownerIds: ["eyes"] }), true],
    [
        "a script and the requester's own approval",
        staged({ operator: "AND", ownerIds: ["all"], scriptIds: ["s"] }),
        true,
    ],
    [
        "a Paladin, and then the requester",
        staged({ ownerIds: [], serviceUserIds: ["bot"] }, { ownerIds: ["all"] }),
        true,
    ],
    ["a script, after automatic approval at another level", staged({ ownerIds: ["reviewers"] }), false],
    ["no reviewer at all", { put: "group", value: { ...vault, requestRules: [automatic] } }, false],
    [
        "a Paladin that may approve any request",
        { put: "group", value: { ...vault, adminOwnerId: "bots", requestRules: [reviewed({ operator: "AND" })] } },
        true,
    ],
])("a change to %s", (_, change, isStopped) => {
    const preview = previewOf(facts, [change]);

    test(isStopped ? "is stopped by the rule" : "is not stopped by the rule", () => {
        const words = stops(preview, RULE);
        expect(words !== undefined).toBe(isStopped);
        if (!isStopped) return;
        for (const name of ["Vault", "Ledger"]) expect(words).toContain(name);
        expect(stops(preview, { noMachineApproval: ["Robots"] })).toBeUndefined();
    });

    test(`makes a test ${isStopped ? "fail" : "pass"}`, () => {
        const run = (model: AccessModel) =>
            runTests(
                { model, directory: new Directory([facts]), isOfProgram: false, limits: [] },
                ["Vault", "Ledger"].map((name) =>
                    accessTestSchema.parse({
                        name,
                        who: "everybody",
                        // Reviewers may approve their own requests.
                        except: "owner:Reviewers",
                        cannot: `get by machine approval ${name}`,
                    }),
                ),
            ).map(({ status }) => status);
        expect(run(AccessModel.of(facts))).toEqual(["passed", "passed"]);
        expect(run(preview.after)).toEqual(isStopped ? ["failed", "failed"] : ["passed", "passed"]);
    });
});

test("a manager who is not known may not exist", () => {
    const users = facts.users.map(({ managerId: _, ...one }) => one);
    const managed = staged({ operator: "AND", ownerIds: [], requireManagerApproval: true, scriptIds: ["s"] });
    expect(stops(previewOf({ ...facts, users }, [managed]), RULE)).toContain("unknown");
});

test("a delegation to a Paladin that begins later stops it, too", () => {
    const delegation = {
        id: "d",
        delegatorId: "bob",
        delegateId: "bot",
        from: "2030-02-01T00:00:00Z",
        until: "2030-03-01T00:00:00Z",
    };
    const change: Change = { put: "delegation", value: delegation };
    expect(stops(previewOf({ ...facts, at: "2030-01-01T00:00:00Z" }, [change]), RULE)).toContain("Vault");
});

test("a longer time, another level and what a bundle contains count, and a stricter decision does not", () => {
    const scripted = reviewed({ ownerIds: [], scriptIds: ["s"] });
    const withRules = (...requestRules: ReturnType<typeof reviewed>[]) => ({ ...vault, requestRules });
    const short = { ...facts, groups: [withRules({ ...scripted, maxMinutes: 60 })] };
    expect(stops(previewOf(short, [{ put: "group", value: withRules(scripted) }]), RULE)).toContain("Vault");
    const reader = { ...scripted, priority: 1, condition: { groupIds: [], levels: ["reader"] } };
    const leveled = { ...vault, levels: ["reader", "writer"] };
    const one = { ...facts, groups: [{ ...leveled, requestRules: [reader, reviewed({ operator: "AND" })] }] };
    const both: Change = { put: "group", value: { ...leveled, requestRules: [reader, scripted] } };
    expect(stops(previewOf(one, [both]), RULE)).toContain("Vault");
    const bundles = [{ id: "kit", name: "Kit", groupIds: ["vault"], resourceIds: [] }];
    const alone = staged({ ownerIds: [], scriptIds: ["s"] });
    expect(stops(previewOf({ ...facts, bundles }, [alone]), { noMachineApproval: ["Kit"] })).toContain("Vault");
    const open = { ...facts, groups: [withRules(automatic)] };
    expect(stops(previewOf(open, [alone]), RULE)).toBeUndefined();
});

test("what machines could decide before is not stopped again", () => {
    const before = { ...facts, groups: [{ ...vault, requestRules: [reviewed({ scriptIds: ["s"] })] }] };
    const renamed: Change = {
        put: "group",
        value: { ...vault, name: "Safe", requestRules: [reviewed({ scriptIds: ["t"] })] },
    };
    expect(stops(previewOf(before, [renamed]), RULE)).toBeUndefined();
});

test("it is unknown if the users of an owner are", () => {
    const unread = { ...facts, unknowns: [{ type: "owner" as const, id: "nobody", because: "it was not read" }] };
    expect(stops(previewOf(unread, [staged({ ownerIds: ["nobody"] })]), RULE)).toContain("unknown");
});
