/** Changes that widen access in unusual ways. Each of them was once reported as widening nothing. */
import { describe, expect, test } from "vitest";
import { impactOf } from "../../src/access/model/change/impact.js";
import type { Fate } from "../../src/access/model/change/shifts.js";
import type { Change, Facts, Group, Permission, RequestRule, Stage } from "../../src/access/model/facts/facts.js";
import { AccessModel, type Aspect } from "../../src/access/model/model.js";
import { permissionsOf } from "../../src/access/reader/records/records.js";
import { unknownValue } from "../../src/provider/schema/fields.js";
import { impactOfPreview } from "../../src/review/impact/preview-impact.js";
import { documentOf, type Given, kindOf } from "../review/report/document.js";
import { factsWith } from "./empty-facts.js";

const users = ["ada", "bob", "cyn"].map((id) => user(id));
const automatic: RequestRule = { priority: 0, allowRequests: true, autoApproval: true, stages: [] };
const hidden = { type: "LIMITED" as const, groupIds: [] };

describe("a role that shows the whole organization", () => {
    test.each(["Auditor", "Read-only Admin", "Global Requester"])("%s also gives what needs no approval", (name) => {
        const facts = factsWith({
            users,
            groups: [{ id: "vault", name: "vault", visibility: hidden, requestRules: [automatic] }],
            resources: [{ id: "role", name, resourceType: "SVC_ROLE", visibility: hidden }],
        });
        expect(gained(facts, [grant("role", "ada")], "getsWithoutApproval")).toEqual(["vault: ada"]);
    });

    test("and what its holder may approve alone", () => {
        const facts = factsWith({
            users,
            owners: [{ id: "reviewers", name: "reviewers", userIds: ["ada"], escalationMinutes: 0 }],
            groups: [{ id: "vault", name: "vault", visibility: hidden, requestRules: [reviewed({})] }],
            resources: [{ id: "role", name: "Auditor", resourceType: "SVC_ROLE", visibility: hidden }],
        });
        expect(gained(facts, [grant("role", "ada")], "getsWithoutApproval")).toEqual(["vault: ada"]);
    });
});

describe("a new user", () => {
    const eve: Change = { put: "user", value: user("eve") };

    test("who leads a group gets it without approval", () => {
        const facts = factsWith({ users, groups: [{ id: "team", name: "team", visibility: hidden }] });
        const leads: Change = { put: "group", value: { ...group(facts), leaderIds: ["eve"] } };
        expect(gained(facts, [eve, leads], "getsWithoutApproval")).toEqual(["team: eve"]);
    });

    test("who sees by a group what needs no approval gets that", () => {
        const shown = { type: "LIMITED" as const, groupIds: ["staff"] };
        const facts = factsWith({
            users,
            groups: [
                { id: "vault", name: "vault", visibility: shown, requestRules: [automatic] },
                { id: "staff", name: "staff", visibility: hidden },
            ],
        });
        const joins: Change = { put: "membership", value: { groupId: "staff", userId: "eve", level: "", until: null } };
        expect(gained(facts, [eve, joins], "getsWithoutApproval")).toEqual(["vault: eve"]);
    });

    test("does not gain what everybody gets", () => {
        const facts = factsWith({ users, groups: [{ id: "vault", name: "vault", requestRules: [automatic] }] });
        const renamed: Change = { put: "group", value: { ...group(facts), name: "safe" } };
        expect(impactOf(AccessModel.of(facts), AccessModel.of(facts).with([eve, renamed])).targets).toEqual([]);
    });
});

describe("access that ends sooner than it seems", () => {
    const tonight = "2026-03-01T20:00:00Z";
    const groups = ["source", "linked", "other"].map((id) => ({ id, name: id }));
    const wider = (facts: Facts, changes: readonly Change[]) =>
        shiftsOf(facts, changes)
            .filter(({ fate }) => fate === "gained" || fate === "longer")
            .map(({ aspect, fate, target, people }) => `${aspect} ${fate} ${target.id}: ${ids(people())}`);
    const link = (groupId: string): Change => ({
        put: "link",
        value: { groupId, resourceId: "server", level: "", until: null },
    });

    test("with the membership in a linked group is kept for longer by another way", () => {
        const member = (groupId: string, until: string | null = null) => ({ groupId, userId: "ada", level: "", until });
        const facts = factsWith({
            users,
            groups,
            resources: [{ id: "server", name: "server" }],
            bindings: [{ id: "binding", sourceGroupId: "source", groupIds: ["linked"] }],
            memberships: [member("source", tonight), member("linked"), member("other")],
            links: [{ groupId: "linked", resourceId: "server", level: "", until: null }],
        });
        expect(wider(facts, [link("other")])).toContain("has longer server: ada");
        // Without the link between the groups, only the one membership ends.
        expect(wider({ ...facts, bindings: [] }, [link("other")])).toEqual([]);
        expect(wider(facts, [{ remove: "binding", id: "binding" }])).toContain("has longer server: ada");
    });

    test("with the membership in a linked group no longer meets a stricter condition", () => {
        const member = (groupId: string, until: string | null = null) => ({ groupId, userId: "ada", level: "", until });
        const vault = {
            id: "vault",
            name: "vault",
            requestRules: [
                reviewed({}),
                { ...reviewed({}), priority: 1, condition: { groupIds: ["source"], levels: [] }, maxMinutes: 60 },
            ],
        };
        const facts = factsWith({
            users,
            groups: [...groups, vault],
            bindings: [{ id: "binding", sourceGroupId: "source", groupIds: ["linked"] }],
            memberships: [member("source"), member("linked")],
        });
        const sooner: Change = { put: "membership", value: member("linked", tonight) };
        expect(wider(facts, [sooner])).toContain("mayRequest longer vault: ada");
        expect(wider({ ...facts, bindings: [] }, [sooner])).toEqual([]);
    });

    test("by a request at one level is told, though another level may be had for good", () => {
        const owners = [{ id: "reviewers", name: "reviewers", userIds: ["bob"], escalationMinutes: 0 }];
        const server = (limit: Partial<RequestRule>) => ({
            id: "server",
            name: "server",
            levels: ["admin"],
            requestRules: [
                reviewed({}),
                { ...reviewed({}), priority: 1, condition: { groupIds: [], levels: ["admin"] }, ...limit },
            ],
        });
        const facts = factsWith({ users, owners, resources: [server({ maxMinutes: 60 })] });
        const found = shiftsOf(facts, [{ put: "resource", value: server({}) }]);
        expect(found.map(({ aspect, fate, level }) => [aspect, fate, level])).toContainEqual([
            "mayRequest",
            "longer",
            "admin",
        ]);
    });
});

describe("whom a rule excludes by a tag of an app that the API does not tell", () => {
    const tag = (value: string, connectionId?: string) => ({
        key: "team",
        value,
        ...(connectionId && { connectionId }),
    });
    const clause = (value: string) => ({ tags: [tag(value)], statuses: [] });
    const unless = [{ tags: [tag("away", "app")], statuses: [] }];
    const rule = (...when: string[]) => ({ isActive: true, when: when.map(clause), unless });
    const facts = factsWith({
        users: [
            { ...user("ada"), tags: [tag("red"), tag("tall"), tag("away")] },
            { ...user("bob"), tags: [tag("blue"), tag("away")] },
        ],
        groups: [{ id: "rule", name: "rule", rule: rule("red") }],
    });
    const becomes = (...when: string[]): Change => ({
        put: "group",
        value: { id: "rule", name: "rule", rule: rule(...when) },
    });

    test("stays as open as it was if they must match more", () => {
        expect(open(facts, [becomes("red", "tall")], "has")).toEqual([]);
    });

    test("is open for those who match only now", () => {
        expect(open(facts, [becomes("blue")], "has")).toEqual(["rule"]);
    });
});

describe("a request for a resource whose levels were not read", () => {
    const closed: RequestRule = { priority: 0, allowRequests: false, autoApproval: false, stages: [] };
    const facts = (levels?: readonly string[]) =>
        factsWith({
            users: [user("ada")],
            groups: [{ id: "team", name: "team", requestRules: [automatic] }],
            resources: [{ id: "server", name: "server", requestRules: [closed], ...(levels && { levels }) }],
            links: [{ groupId: "team", resourceId: "server", level: "", until: null }],
        });
    const opened: Change = { put: "resource", value: { id: "server", name: "server", requestRules: [automatic] } };

    test("may give a level that the group does not give", () => {
        expect(gained(facts(), [opened], "getsWithoutApproval")).toEqual(["server: ada"]);
    });

    test("gives nothing new if it is known to have none", () => {
        const value = { ...opened.value, levels: [] };
        expect(gained(facts([]), [{ ...opened, value }], "getsWithoutApproval")).toEqual([]);
    });
});

describe("roles in the organization", () => {
    const admin = { id: "role", name: "Admin", resourceType: "SVC_ROLE", visibility: hidden };

    test("Admin until tonight becomes Admin for good", () => {
        const facts = factsWith({
            users,
            resources: [admin],
            grants: [{ ...given("ada"), until: "2026-03-01T01:00:00Z" }],
        });
        expect(rolesOf(facts, [grant("role", "ada")])).toEqual(["admin longer: ada"]);
    });

    test("a machine gains Admin", () => {
        const facts = factsWith({ users, identities: [{ id: "robot", name: "robot" }], resources: [admin] });
        expect(rolesOf(facts, [grant("role", "robot")])).toEqual(["admin gained: robot"]);
    });

    test("a role with a name that objects of JavaScript have is one of an unknown name", () => {
        const facts = factsWith({ users, resources: [{ ...admin, name: "Constructor" }] });
        expect(rolesOf(facts, [grant("role", "ada")])).toEqual(["admin gained: ada"]);
    });

    test("somebody loses a role and gains in the same change what the role gave to nobody", () => {
        const facts = factsWith({
            users,
            groups: [{ id: "vault", name: "vault", visibility: hidden }],
            resources: [{ ...admin, name: "Auditor" }],
            grants: [given("ada")],
        });
        const opened: Change = {
            put: "group",
            value: {
                id: "vault",
                name: "vault",
                visibility: { type: "GLOBAL", groupIds: [] },
                requestRules: [automatic],
            },
        };
        const lost: Change = { remove: "grant", value: { resourceId: "role", principalId: "ada", level: "" } };
        expect(gained(facts, [opened, lost], "mayRequest")).toEqual(["vault: ada, bob, cyn"]);
    });
});

test("a configuration for a level counts although nobody read the levels", () => {
    const facts = factsWith({ users, resources: [{ id: "db", name: "db" }] });
    const condition = { groupIds: [], levels: ["admin"] };
    const closed = { ...automatic, allowRequests: false, autoApproval: false };
    const rules = [closed, { ...automatic, priority: 1, condition }];
    const change: Change = { put: "resource", value: { id: "db", name: "db", requestRules: rules } };
    expect(gained(facts, [change], "getsWithoutApproval")).toEqual(["db: ada, bob, cyn"]);
});

describe("a delegation, where nobody knows who the manager of whom is", () => {
    const unmanaged = users.map(({ managerId: _, ...one }) => one);
    const facts = factsWith({
        users: unmanaged,
        groups: [
            { id: "vault", name: "vault", requestRules: [reviewed({ ownerIds: [], requireManagerApproval: true })] },
        ],
    });
    const delegation = { id: "d", delegatorId: "ada", delegateId: "bob", from: "2026-01-01", until: "2027-01-01" };

    test("may let the delegate decide on their own requests", () => {
        const change: Change = { put: "delegation", value: delegation };
        expect(open(facts, [change], "getsWithoutApproval")).toEqual(["vault"]);
    });

    test("that ends lets nobody in", () => {
        const change: Change = { remove: "delegation", id: "d" };
        expect(open({ ...facts, delegations: [delegation] }, [change], "getsWithoutApproval")).toEqual([]);
    });
});

describe("a permission", () => {
    const facts = factsWith({
        users,
        groups: [{ id: "vault", name: "vault", visibility: hidden }],
        resources: [{ id: "role", name: "role", visibility: hidden }],
        grants: [given("ada")],
    });
    const allowing = (...permissions: Permission[]): Change => ({
        put: "resource",
        value: { id: "role", name: "role", visibility: hidden, permissions },
    });

    test.each([
        ["in small letters", "group", ["vault"], true],
        ["of a type that this version does not know", "FOLDER", ["f"], true],
        ["without targets", "GROUP", undefined, true],
        ["over users", "USER", [], false],
        ["over access reviews", "ACCESS_REVIEW", [], false],
        ["over events", "EVENT", [], false],
    ])("%s: %s %j", (_, targetType, targetIds, isWider) => {
        const permissions = permissionsOf([
            { targetType, permissionName: "EDIT_ASSIGNMENTS", allowAll: false, targetIds },
        ]);
        expect(gained(facts, [allowing(...permissions)], "administers").includes("vault: ada")).toBe(isWider);
    });
});

describe("a person who is known only after `pulumi up`", () => {
    const groupId = "00000000-0000-4000-8000-000000000001";
    const template = "00000000-0000-4000-8000-000000000002";
    const facts = factsWith({
        users,
        owners: [{ id: "reviewers", name: "reviewers", userIds: ["ada"], escalationMinutes: 0 }],
        groups: [
            {
                id: groupId,
                name: "vault",
                templateId: template,
                visibility: { type: "GLOBAL", groupIds: [] },
                requestRules: [reviewed({})],
            },
        ],
        templates: [{ id: template, name: "emergency", breakGlassUserIds: [] }],
    });

    test.each<[string, Given]>([
        [
            "leads a group",
            {
                kind: "Group",
                name: "vault",
                id: groupId,
                op: "update",
                before: { name: "vault" },
                next: { name: "vault", groupLeaderUserIds: [unknownValue] },
            },
        ],
        [
            "is a break-glass user",
            {
                kind: "ConfigurationTemplate",
                name: "t",
                id: template,
                op: "update",
                before: { name: "emergency" },
                next: { name: "emergency", breakGlassUserIds: [unknownValue] },
            },
        ],
        [
            "stands in for a reviewer",
            {
                kind: "Delegation",
                name: "d",
                op: "create",
                next: {
                    delegatorUserId: "ada",
                    delegateUserId: unknownValue,
                    startTime: "2026-01-01T00:00:00Z",
                    endTime: "2027-01-01T00:00:00Z",
                    reason: "r",
                },
            },
        ],
    ])("%s: who gets the group without approval is not known", async (_, given) => {
        const { impact } = await impactOfPreview(documentOf([given]), kindOf, { snapshot: facts });
        const open = impact.targets.flatMap(({ shifts }) => shifts.filter(({ unknown }) => unknown?.isWider));
        expect(open.map(({ aspect }) => aspect)).toContain("getsWithoutApproval");
    });
});

/** Who comes to do this, by target. */
function gained(facts: Facts, changes: readonly Change[], aspect: Aspect): string[] {
    const found = shiftsOf(facts, changes).filter((one) => one.aspect === aspect && one.fate === "gained");
    return found.map(({ target, people }) => `${target.id}: ${ids(people())}`);
}

/** Targets of which it becomes unknown who else can do this. */
function open(facts: Facts, changes: readonly Change[], aspect: Aspect): string[] {
    const found = shiftsOf(facts, changes).filter((one) => one.aspect === aspect && one.unknown?.isWider);
    return found.map(({ target }) => target.id);
}

function shiftsOf(facts: Facts, changes: readonly Change[]) {
    const before = AccessModel.of(facts);
    const { targets } = impactOf(before, before.with(changes));
    return targets.flatMap(({ target, shifts }) => shifts.map((shift) => ({ ...shift, target })));
}

function rolesOf(facts: Facts, changes: readonly Change[]): string[] {
    const before = AccessModel.of(facts);
    const wider: readonly Fate[] = ["gained", "longer"];
    return impactOf(before, before.with(changes)).roles.flatMap(({ role, shifts }) =>
        shifts
            .filter(({ fate }) => wider.some((one) => one === fate))
            .map(({ fate, people }) => `${role} ${fate}: ${ids(people())}`),
    );
}

function ids(people: readonly { readonly id: string }[]): string {
    return people
        .map(({ id }) => id)
        .sort()
        .join(", ");
}

function user(id: string) {
    return { id, name: id, tags: [], status: "", managerId: null };
}

function given(principalId: string) {
    return { resourceId: "role", principalId, level: "", until: null };
}

function grant(resourceId: string, principalId: string): Change {
    return { put: "grant", value: { resourceId, principalId, level: "", until: null } };
}

function group({ groups: [first] }: Facts): Group {
    if (!first) throw new Error("There is no group.");
    return first;
}

function reviewed(stage: Partial<Stage>): RequestRule {
    const base = { operator: "OR" as const, ownerIds: ["reviewers"], serviceUserIds: [] };
    return {
        ...automatic,
        autoApproval: false,
        stages: [{ ...base, requireManagerApproval: false, requireAdminApproval: false, ...stage }],
    };
}
