/** Rules about requests, with time limits and for all users. The oracle compares all of them together with the local service. */
import { describe, expect, test } from "vitest";
import { impactOf } from "../../../../src/access/model/change/impact.js";
import type { Group } from "../../../../src/access/model/facts/facts.js";
import { AccessModel } from "../../../../src/access/model/model.js";
import { factsWith } from "../../empty-facts.js";

const users = ["ada", "bob", "cyn"].map((id) => ({ id, name: id, tags: [], status: "", managerId: null }));
const rule = { priority: 0, allowRequests: true, autoApproval: true, stages: [] };
const hidden = { type: "LIMITED" as const, groupIds: [] };
const seen = { type: "GLOBAL" as const, groupIds: [] };

/** Impact of making a group visible to all users. */
function opened(part: Partial<Group>) {
    const group = { id: "vault", name: "vault", requestRules: [rule], ...part };
    const before = AccessModel.of(factsWith({ users, groups: [{ ...group, visibility: hidden }] }));
    const after = before.with([{ put: "group", value: { ...group, visibility: seen } }]);
    const [found] = impactOf(before, after).targets;
    return found?.shifts.map(({ aspect, fate, count, isForEverybody }) => [aspect, fate, count, isForEverybody]);
}

test.each([
    ["no time limit", {}],
    ["a limit of eight hours", { requestRules: [{ ...rule, maxMinutes: 480 }] }],
    ["a limit of eight hours at each level", { levels: ["", "admin"], requestRules: [{ ...rule, maxMinutes: 480 }] }],
])("reports a gain for everybody if all users may now request a group with %s", (_, part) => {
    const gains = opened(part)?.filter(([aspect]) => aspect === "mayRequest" || aspect === "getsWithoutApproval");
    expect(gains?.length).toBeGreaterThanOrEqual(2);
    for (const one of gains ?? []) expect(one.slice(1)).toEqual(["gained", 3, true]);
});

test("reports a gain for a user who got one level without approval and now gets any level", () => {
    const [ada, bob] = users.map(({ id }) => id);
    const stages = (ownerId: string) => [
        {
            operator: "OR" as const,
            ownerIds: [ownerId],
            serviceUserIds: [],
            requireManagerApproval: false,
            requireAdminApproval: false,
        },
    ];
    const asked = (ownerId: string) => ({ ...rule, autoApproval: false, stages: stages(ownerId) });
    const vault = { id: "vault", name: "vault", visibility: seen };
    const before = AccessModel.of(
        factsWith({
            users,
            owners: [ada, bob].flatMap((id = "") => [{ id, name: id, userIds: [id], escalationMinutes: 0 }]),
            groups: [{ id: "readers", name: "readers", visibility: seen, requestRules: [rule] }],
            resources: [{ ...vault, requestRules: [asked("ada")] }],
            links: [{ groupId: "readers", resourceId: "vault", level: "reader", until: null }],
        }),
    );
    const after = before.with([{ put: "resource", value: { ...vault, requestRules: [asked("bob")] } }]);
    const shifts = impactOf(before, after).targets.flatMap((one) => one.shifts);
    const gained = shifts.filter(({ aspect, fate }) => aspect === "getsWithoutApproval" && fate === "gained");
    expect(gained.flatMap((shift) => shift.people().map(({ id }) => id))).toEqual(["bob"]);
});

test("reports a possible gain for a reviewer when known users can request in addition to unknown ones", () => {
    const joined = (groupId: string) => ({ groupId, userId: "ada", level: "", until: null });
    const when = (priority: number, groupId: string) => ({ priority, condition: { groupIds: [groupId], levels: [] } });
    const stage = { operator: "OR" as const, ownerIds: ["bob"], serviceUserIds: [] };
    const stages = [{ ...stage, requireManagerApproval: false, requireAdminApproval: false }];
    const reviewed = { ...rule, ...when(2, "on-call"), autoApproval: false, stages };
    const vault = { id: "vault", name: "vault", visibility: seen };
    const before = AccessModel.of(
        factsWith({
            users,
            owners: [{ id: "bob", name: "bob", userIds: ["bob"], escalationMinutes: 0 }],
            groups: ["staff", "on-call"].map((id) => ({ id, name: id, visibility: hidden })),
            memberships: ["staff", "on-call"].map(joined),
            resources: [
                {
                    ...vault,
                    requestRules: [{ ...rule, allowRequests: false }, { ...rule, ...when(1, "staff") }, reviewed],
                },
            ],
            unknowns: [{ type: "group", id: "on-call", because: "nobody knows who is on call" }],
        }),
    );
    const after = before.with([
        {
            put: "resource",
            value: { ...vault, requestRules: [{ ...rule, allowRequests: false }, reviewed] },
        },
    ]);
    const [impact] = impactOf(before, after).targets;
    const gained = impact?.shifts.filter(({ aspect, fate }) => aspect === "mayApprove" && fate === "maybeGained");
    expect(gained?.flatMap((shift) => shift.people().map(({ id }) => id))).toEqual(["bob"]);
});

test("reports a possible gain for the new manager of a user who may be able to request", () => {
    const stage = { operator: "OR" as const, ownerIds: [], serviceUserIds: [], requireAdminApproval: false };
    const managed = { ...rule, autoApproval: false, stages: [{ ...stage, requireManagerApproval: true }] };
    const before = AccessModel.of(
        factsWith({
            users,
            groups: [{ id: "vault", name: "vault", visibility: hidden, requestRules: [managed] }],
            unknowns: [{ type: "group", id: "vault", because: "it was not read" }],
        }),
    );
    const [ada] = users;
    const after = before.with([{ put: "user", value: { ...ada, id: "ada", name: "ada", managerId: "bob" } }]);
    const shifts = impactOf(before, after).targets.flatMap((target) => target.shifts);
    expect(shifts.some(({ aspect, unknown }) => aspect === "mayApprove" && unknown?.isWider)).toBe(true);
    expect(impactOf(before, before).targets).toEqual([]);
});

test("a nesting at another level is a new way to request the outer group", () => {
    const open = (id: string) => ({ id, name: id, visibility: seen, requestRules: [rule] });
    const before = AccessModel.of(factsWith({ users, groups: ["inner", "outer"].map(open) }));
    const nesting = { groupId: "inner", containingGroupId: "outer", until: null };
    const changes = (level: string) =>
        impactOf(before, before.with([{ put: "nesting", value: { ...nesting, level } }]))
            .targets.flatMap(({ shifts }) => shifts)
            .map(({ aspect, level }) => `${aspect} at ${level}`);
    expect(changes("admin").sort()).toEqual(["getsWithoutApproval at admin", "mayRequest at admin"]);
    expect(changes("")).toEqual([]);
});

describe("what the API does not document", () => {
    const stage = {
        operator: "OR" as const,
        ownerIds: ["owner"],
        serviceUserIds: [],
        requireManagerApproval: false,
        requireAdminApproval: false,
    };
    const owners = [{ id: "owner", name: "owner", userIds: ["cyn"], escalationMinutes: 0 }];
    const reviewed = { ...rule, autoApproval: false, stages: [stage] };
    /** The fates of an aspect if the configuration of a group changes. */
    const fates = (aspect: string, from: object, to: object): string[] => {
        const group = (change: object) => ({
            id: "vault",
            name: "vault",
            visibility: seen,
            requestRules: [{ ...reviewed, ...change }],
        });
        const before = AccessModel.of(factsWith({ users, owners, groups: [group(from)] }));
        const shifts = impactOf(before, before.with([{ put: "group", value: group(to) }])).targets.flatMap(
            (one) => one.shifts,
        );
        return shifts.flatMap((one) => (one.aspect === aspect && (one.unknown?.isWider ?? true) ? [one.fate] : []));
    };

    test.each([
        ["60 to 0", { maxMinutes: 60 }, { maxMinutes: 0 }, "unknown"],
        ["0 to 60", { maxMinutes: 0 }, { maxMinutes: 60 }, "longer"],
        ["0 to unlimited", { maxMinutes: 0 }, {}, "longer"],
        ["unlimited to 0", {}, { maxMinutes: 0 }, undefined],
    ])("a maximum duration of 0 may mean no limit: %s", (_, from, to, fate) => {
        const found = fates("mayRequest", from, to);
        if (fate === undefined) expect(found).toEqual(["shorter"]);
        else expect(found).toContain(fate);
    });

    test("a change to no stage may give the target to everybody who can request it", () => {
        expect(fates("getsWithoutApproval", {}, { stages: [] })).toContain("unknown");
        expect(fates("getsWithoutApproval", { stages: [] }, { autoApproval: true, stages: [] })).toContain(
            "maybeGained",
        );
    });
});
