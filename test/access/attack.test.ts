/** Unusual changes that widen access. Each was once reported as not widening anything. */
import { describe, expect, test } from "vitest";
import { Escalation } from "../../src/access/guarantees/escalation/escalation.js";
import { impactOf } from "../../src/access/model/change/impact.js";
import type { Fate } from "../../src/access/model/change/shifts.js";
import type { Change } from "../../src/access/model/facts/change.js";
import type { Facts, Group, Permission, RequestRule, Stage } from "../../src/access/model/facts/facts.js";
import { AccessModel, type Aspect } from "../../src/access/model/model.js";
import { permissionsOf } from "../../src/access/reader/records/records.js";
import { unknownValue } from "../../src/common/unknown.js";
import { impactOfPreview } from "../../src/review/impact/preview-impact.js";
import { documentOf, type Given, kindOf } from "../review/report/document.js";
import { factsWith } from "./empty-facts.js";

const users = ["ada", "bob", "cyn"].map((id) => user(id));
const automatic: RequestRule = { priority: 0, allowRequests: true, autoApproval: true, stages: [] };
const hidden = { type: "LIMITED" as const, groupIds: [] };

describe("a role that makes the whole organization visible", () => {
    test.each(["Auditor", "Read-only Admin", "Global Requester"])(
        "%s lets its holder get hidden groups that need no approval",
        (name) => {
            const facts = factsWith({
                users,
                groups: [{ id: "vault", name: "vault", visibility: hidden, requestRules: [automatic] }],
                resources: [{ id: "role", name, resourceType: "SVC_ROLE", visibility: hidden }],
            });
            expect(gained(facts, [grant("role", "ada")], "getsWithoutApproval")).toEqual(["vault: ada"]);
        },
    );

    test("lets its holder get a hidden group whose requests they can approve alone", () => {
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

    test("gets a group without approval by becoming its leader", () => {
        const facts = factsWith({ users, groups: [{ id: "team", name: "team", visibility: hidden }] });
        const leads: Change = { put: "group", value: { ...group(facts), leaderIds: ["eve"] } };
        expect(gained(facts, [eve, leads], "getsWithoutApproval")).toEqual(["team: eve"]);
    });

    test("gets a target that needs no approval by joining a group that sees it", () => {
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

    test("is not reported as gaining what all users can get", () => {
        const facts = factsWith({ users, groups: [{ id: "vault", name: "vault", requestRules: [automatic] }] });
        const renamed: Change = { put: "group", value: { ...group(facts), name: "safe" } };
        expect(impactOf(AccessModel.of(facts), AccessModel.of(facts).with([eve, renamed])).targets).toEqual([]);
    });
});

describe("access that ends with a membership in a linked group", () => {
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

    test("lasts longer if another path to the resource is added", () => {
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

    test("lets a member make longer requests once a stricter configuration no longer applies", () => {
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

    test("reports longer requests at one level, even if another level has no limit", () => {
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
        expect(found.map(({ aspect, fate }) => [aspect, fate])).toContainEqual(["mayRequest", "longer"]);
    });
});

describe("an access rule that excludes users by a tag of an app, which the API does not return", () => {
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

    test("is not reported as more open if its condition becomes stricter", () => {
        expect(open(facts, [becomes("red", "tall")], "has")).toEqual([]);
    });

    test("is reported as unknown if users match its condition for the first time", () => {
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

    test("is reported as a gain, because it may be for a level that the group does not give", () => {
        expect(gained(facts(), [opened], "getsWithoutApproval")).toEqual(["server: ada"]);
    });

    test("is not reported as a gain if the resource is known to have no levels", () => {
        const value = { ...opened.value, levels: [] };
        expect(gained(facts([]), [{ ...opened, value }], "getsWithoutApproval")).toEqual([]);
    });
});

describe("organization roles", () => {
    const admin = { id: "role", name: "Admin", resourceType: "SVC_ROLE", visibility: hidden };

    test("reports an Admin role that becomes permanent as lasting longer", () => {
        const facts = factsWith({
            users,
            resources: [admin],
            grants: [{ ...given("ada"), until: "2026-03-01T01:00:00Z" }],
        });
        expect(rolesOf(facts, [grant("role", "ada")])).toEqual(["admin longer: ada"]);
    });

    test("reports a machine that gains the Admin role", () => {
        const facts = factsWith({ users, identities: [{ id: "robot", name: "robot" }], resources: [admin] });
        expect(rolesOf(facts, [grant("role", "robot")])).toEqual(["admin gained: robot"]);
    });

    test("treats a role named like a JavaScript property, such as Constructor, as an unknown role", () => {
        const facts = factsWith({ users, resources: [{ ...admin, name: "Constructor" }] });
        expect(rolesOf(facts, [grant("role", "ada")])).toEqual(["admin gained: ada"]);
    });

    test("reports a user who loses a role and gains, in the same change, access that the role did not give", () => {
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

test("a request configuration for a level applies even if the levels were not read", () => {
    const facts = factsWith({ users, resources: [{ id: "db", name: "db" }] });
    const condition = { groupIds: [], levels: ["admin"] };
    const closed = { ...automatic, allowRequests: false, autoApproval: false };
    const rules = [closed, { ...automatic, priority: 1, condition }];
    const change: Change = { put: "resource", value: { id: "db", name: "db", requestRules: rules } };
    expect(gained(facts, [change], "getsWithoutApproval")).toEqual(["db: ada, bob, cyn"]);
});

describe("a delegation in an organization whose managers are unknown", () => {
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

    test("does not widen access when it is removed", () => {
        const change: Change = { remove: "delegation", id: "d" };
        expect(open({ ...facts, delegations: [delegation] }, [change], "getsWithoutApproval")).toEqual([]);
    });
});

describe("a permission of a custom role", () => {
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
        ["with a lower-case target type", "group", ["vault"], true],
        ["with an unknown target type", "FOLDER", ["f"], true],
        ["without targets", "GROUP", undefined, true],
        ["for users", "USER", [], false],
        ["for access reviews", "ACCESS_REVIEW", [], false],
        ["for events", "EVENT", [], false],
    ])("%s (%s %j) lets its holder administer a group: %s", (_, targetType, targetIds, isWider) => {
        const permissions = permissionsOf([
            { targetType, permissionName: "EDIT_ASSIGNMENTS", allowAll: false, targetIds },
        ]);
        expect(gained(facts, [allowing(...permissions)], "administers").includes("vault: ada")).toBe(isWider);
    });
});

describe("a permission over the people that access rules and managers' reviews depend on", () => {
    const when = [{ tags: [{ key: "team", value: "red" }], statuses: [] }];
    const facts = factsWith({
        users,
        groups: [
            { id: "ruled", name: "ruled", visibility: hidden, rule: { isActive: true, when, unless: [] } },
            {
                id: "managed",
                name: "managed",
                visibility: hidden,
                requestRules: [reviewed({ ownerIds: [], requireManagerApproval: true })],
            },
            { id: "vault", name: "vault", visibility: hidden, requestRules: [reviewed({})] },
        ],
        resources: [
            { id: "role", name: "role", visibility: hidden },
            { id: "safe", name: "safe", visibility: hidden },
        ],
        grants: [given("ada")],
        links: [{ groupId: "ruled", resourceId: "safe", level: "", until: null }],
    });
    const RULED = ["ruled: ada", "safe: ada"];
    const MANAGED = ["ruled: ada", "managed: ada", "safe: ada"];
    const EVERYTHING = ["ruled: ada", "managed: ada", "vault: ada", "safe: ada", "role: ada"];

    test.each([
        ["USER", "EDIT_TAGS", RULED],
        ["USER", "IMPORT", RULED],
        ["USER", "EDIT_SETTINGS", MANAGED],
        ["USER", "EDIT_USER_TAGS", MANAGED],
        ["USER", "READ", []],
        ["USER", "RESET_MFA", []],
        ["USER", "REQUEST_ON_BEHALF", []],
        ["TAG", "EDIT_TAGS", EVERYTHING],
        ["TAG", "DELETE", EVERYTHING],
        ["TAG", "READ", []],
        ["EVENT", "EDIT_TAGS", []],
    ])("%s %s gives its holder, without approval: %j", (targetType, permissionName, expected) => {
        const permissions = permissionsOf([{ targetType, permissionName, allowAll: true, targetIds: [] }]);
        const role: Change = { put: "resource", value: { id: "role", name: "role", visibility: hidden, permissions } };
        expect(gained(facts, [role], "getsWithoutApproval").sort()).toEqual(expected.toSorted());
    });

    test("leads in two steps to what an access rule grants", () => {
        const permissions = permissionsOf([
            { targetType: "USER", permissionName: "EDIT_TAGS", allowAll: true, targetIds: [] },
        ]);
        const open: Group = {
            id: "role",
            name: "role",
            visibility: { type: "GLOBAL", groupIds: [] },
            requestRules: [automatic],
        };
        const [, ...others] = facts.resources;
        const planted: Facts = { ...facts, resources: [{ ...open, permissions }, ...others], grants: [] };
        const model = AccessModel.of(planted);
        const escalation = new Escalation(model);
        const safe = { type: "resource", id: "safe" } as const;
        const idOf = (number: number): string => model.records.principals.id(number);
        expect([...escalation.climbers(safe).members].map(idOf).sort()).toEqual(["ada", "bob", "cyn"]);
        const chain = escalation.chain(model.records.principals.number("bob"), safe);
        expect(chain?.takes.map(({ target }) => target.id)).toEqual(["role", "ruled"]);
        const closed = AccessModel.of({ ...planted, resources: [open, ...others] });
        expect(new Escalation(closed).climbers(safe).size).toBe(0);
    });
});

describe("a user whose id is known only after `pulumi up`", () => {
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
            "becomes the leader of a group",
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
            "becomes a break-glass user",
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
            "becomes the delegate of a reviewer",
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
    ])("%s: the preview reports that the users who get the group without approval are unknown", async (_, given) => {
        const { impact } = await impactOfPreview(documentOf([given]), kindOf, { snapshot: facts });
        const open = impact.targets.flatMap(({ shifts }) => shifts.filter(({ unknown }) => unknown?.isWider));
        expect(open.map(({ aspect }) => aspect)).toContain("getsWithoutApproval");
    });
});

/** Users who gain this kind of access, by target. */
function gained(facts: Facts, changes: readonly Change[], aspect: Aspect): string[] {
    const found = shiftsOf(facts, changes).filter((one) => one.aspect === aspect && one.fate === "gained");
    return found.map(({ target, people }) => `${target.id}: ${ids(people())}`);
}

/** Targets for which it becomes unknown whether more users have this kind of access. */
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
