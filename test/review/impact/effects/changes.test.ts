/** Checks what declarations of each kind affect and change, and what is unknown if a property is hidden. changes.txt contains all results. */
import { expect, test } from "vitest";
import type { Change } from "../../../../src/access/model/facts/change.js";
import type { Tag } from "../../../../src/access/model/facts/facts.js";
import { Draft } from "../../../../src/review/impact/draft.js";
import type { PreviewedDeclaration } from "../../../../src/review/impact/effects/effect.js";
import { EFFECTS } from "../../../../src/review/impact/effects/kinds.js";
import { factsWith } from "../../../access/empty-facts.js";

const tag = (key: string, value: string): Tag => ({ key, value });
const tags = new Map([
    ["t1", tag("env", "prod")],
    ["t2", tag("tier", "1")],
]);
const rules = [{ priority: 0, allowRequests: true, autoApproval: true, stages: [] }];
const facts = factsWith({
    users: [
        {
            id: "u1",
            name: "U1",
            tags: [tag("env", "prod"), tag("env", "dev"), tag("tier", "prod")],
            status: "",
            managerId: null,
        },
        { id: "u2", name: "U2", status: "", managerId: null },
    ],
    groups: [
        {
            id: "g1",
            name: "G1",
            tags: [tag("env", "prod"), tag("env", "dev")],
            adminOwnerId: "o1",
            requestRules: rules,
        },
        { id: "g2", name: "G2", templateId: "c1" },
        { id: "rule", name: "Rule", rule: { isActive: true, when: [], unless: [] } },
    ],
    resources: [
        {
            id: "r1",
            name: "R1",
            tags: [tag("tier", "1"), tag("tier", "2")],
            levels: ["a", "b"],
            adminOwnerId: "o1",
            requestRules: rules,
        },
        { id: "r2", name: "R2" },
        // Has the same id as a group.
        { id: "g1", name: "Another G1" },
    ],
    bundles: [
        { id: "b1", name: "B1", groupIds: ["g1", "g2"], resourceIds: ["r1", "r2"] },
        { id: "g1", name: "A bundle called G1", groupIds: [], resourceIds: [] },
    ],
    owners: [
        { id: "o1", name: "O1", userIds: ["u1"], escalationMinutes: 5 },
        { id: "o2", name: "O2", userIds: ["u3"], sourceGroupId: "g1", escalationMinutes: 0 },
        { id: "o3", name: "O3", userIds: ["u3"], escalationMinutes: 0 },
    ],
    memberships: ["g1", "g2", "rule"].flatMap((groupId) =>
        ["", "a"].map((level) => ({ groupId, userId: "u1", level, until: null })),
    ),
    links: ["", "a"].map((level) => ({ groupId: "g1", resourceId: "r1", level, until: null })),
    bindings: [{ id: "bind", sourceGroupId: "g1", groupIds: ["g2", "rule", "unread"] }],
    templates: [{ id: "c1", name: "C1", breakGlassUserIds: ["u1"] }],
});
const DECLARED: readonly (readonly [kind: string, what: string, declared: PreviewedDeclaration, hidden?: string[]])[] =
    [
        [
            "AccessRule",
            "existing",
            {
                id: "rule",
                given: {
                    name: "Rule",
                    status: "ACTIVE",
                    ruleClauses: {
                        when: { clauses: [{ selectors: [tag("env", "prod")] }] },
                        unless: { clauses: [{ selectors: [tag("tier", "1")] }] },
                    },
                },
            },
        ],
        ["AccessRule", "new", { id: "new", given: { name: "New" } }],
        [
            "ContainingGroup",
            "for an hour",
            {
                id: "x",
                given: { groupId: "g1", containingGroupId: "g2", accessLevelRemoteId: "a", durationMinutes: 60 },
            },
        ],
        [
            "ContainingGroup",
            "with an end",
            {
                id: "x",
                given: { groupId: "g1", containingGroupId: "g2", durationMinutes: 60 },
                until: "2030-01-01T00:00:00Z",
            },
        ],
        ["Group", "new", { id: "new", given: { name: "New", initialUserIds: ["u1", 5], onCallScheduleIds: ["s1"] } }],
        [
            "Group",
            "existing, with another schedule",
            {
                id: "g1",
                given: { name: "G1", initialUserIds: ["u2"], onCallScheduleIds: ["s1", "s2"] },
                was: { onCallScheduleIds: ["s1"] },
            },
        ],
        [
            "Group",
            "existing, with a schedule less",
            { id: "g1", given: { name: "G1", onCallScheduleIds: ["s1"] }, was: { onCallScheduleIds: ["s1", "s2"] } },
        ],
        ["GroupBinding", "", { id: "bind", given: { sourceGroupId: "g1", groups: [{ groupId: "g2" }, null, "x"] } }],
        ["GroupLeaders", "", { id: "g1", given: { groupId: "g1", userIds: ["u1"] } }],
        ["GroupOnCallSchedules", "", { id: "g1", given: { groupId: "g1", onCallScheduleIds: ["s1"] } }],
        ["GroupResource", "", { id: "x", given: { groupId: "g2", resourceId: "r1", accessLevelRemoteId: "a" } }],
        [
            "GroupResources",
            "",
            {
                id: "g1",
                given: {
                    groupId: "g1",
                    resources: [{ resourceId: "r1", accessLevelRemoteId: "a" }, { resourceId: "r2" }],
                },
            },
        ],
        ["GroupResources", "without a list", { id: "g1", given: { groupId: "g1" } }],
        ["GroupUser", "", { id: "x", given: { groupId: "g1", userId: "u1", durationMinutes: 0 } }],
        [
            "GroupUser",
            "of an access rule",
            { id: "x", given: { groupId: "rule", userId: "u1", accessLevelRemoteId: "a" }, until: null },
        ],
        [
            "GroupUsers",
            "",
            {
                id: "g1",
                given: { groupId: "g1", users: [{ userId: "u1", accessLevelRemoteId: "a" }, { userId: "u2" }] },
            },
        ],
        [
            "GroupUsers",
            "with live members",
            {
                id: "g1",
                given: { groupId: "g1", users: [{ userId: "u2" }] },
                was: { users: [{ userId: "u1" }] },
            },
        ],
        [
            "GroupUsers",
            "with members that requested it",
            { id: "g1", given: { groupId: "g1", users: [], removeRequested: true }, was: { users: [] } },
        ],
        ["Group", "with members", { id: "g1", given: { name: "G1", users: [{ userId: "u2" }] }, was: { users: [] } }],
        ["Group", "with nested groups", { id: "g1", given: { name: "G1", nestedGroups: [{ groupId: "g2" }] } }],
        [
            "ContainingGroups",
            "",
            { id: "g1", given: { groupId: "g1", containingGroups: [{ containingGroupId: "g2" }] } },
        ],
        ["NestedGroups", "", { id: "g1", given: { containingGroupId: "g1", nestedGroups: [{ groupId: "g2" }] } }],
        ["ResourceGroups", "", { id: "r2", given: { resourceId: "r2", groups: [{ groupId: "g2" }] } }],
        ["ResourceUsers", "", { id: "r1", given: { resourceId: "r1", users: [{ userId: "u2" }] }, was: { users: [] } }],
        [
            "ResourceNonHumanIdentities",
            "",
            { id: "r1", given: { resourceId: "r1", nonHumanIdentities: [{ nonHumanIdentityId: "i1" }] } },
        ],
        ["Resource", "with users", { id: "r1", given: { name: "R1", users: [] }, was: { users: [{ userId: "u1" }] } }],
        ["BundleGroups", "", { id: "b1", given: { bundleId: "b1", groups: [{ groupId: "g3" }] } }],
        ["BundleResources", "", { id: "b1", given: { bundleId: "b1", resources: [] } }],
        ["Bundle", "with items", { id: "b1", given: { name: "B1", groups: [{ groupId: "g2" }], resources: [] } }],
        ["GroupTags", "", { id: "g1", given: { groupId: "g1", tagIds: ["t2"] } }],
        ["ResourceTags", "", { id: "r1", given: { resourceId: "r1", tagIds: [] } }],
        ["UserTags", "", { id: "u1", given: { userId: "u1", tagIds: ["t2"] }, was: { tagIds: ["t1"] } }],
        [
            "CustomAccessLevels",
            "",
            {
                id: "r1",
                given: { resourceId: "r1", accessLevels: [{ accessLevelRemoteId: "b" }] },
                was: { accessLevels: [{ accessLevelRemoteId: "a" }] },
            },
        ],
        [
            "CustomAccessLevel",
            "of levels that were read",
            { id: "x", given: { resourceId: "r1", accessLevelRemoteId: "b" } },
        ],
        ["CustomAccessLevel", "another one", { id: "x", given: { resourceId: "r1", accessLevelRemoteId: "c" } }],
        [
            "CustomAccessLevel",
            "new, of levels that were not read",
            { id: "x", given: { resourceId: "r2", accessLevelRemoteId: "b" } },
        ],
        [
            "CustomAccessLevel",
            "existing, of levels that were not read",
            { id: "x", given: { resourceId: "r2", accessLevelRemoteId: "b" }, was: {} },
        ],
        [
            "CustomAccessLevel",
            "of an unknown resource",
            { id: "x", given: { resourceId: "?", accessLevelRemoteId: "b" } },
        ],
        ["Resource", "new", { id: "new", given: { name: "New" } }],
        ["Resource", "with reviewers", { id: "r2", given: { name: "R2", reviewerIds: ["o1"] } }],
        [
            "ResourceNonHumanIdentity",
            "",
            { id: "x", given: { resourceId: "r1", nonHumanIdentityId: "i1", accessLevelRemoteId: "a" } },
        ],
        ["ResourceUser", "", { id: "x", given: { resourceId: "r1", userId: "u1" } }],
        [
            "ScopedRolePermissions",
            "",
            {
                id: "r1",
                given: {
                    resourceId: "r1",
                    permissions: [{ targetType: "GROUP", permissionName: "READ", targetIds: ["g1"], allowAll: false }],
                },
            },
        ],
        ["ScopedRolePermissions", "of an unknown resource", { id: "?", given: { resourceId: "?", permissions: [] } }],
        [
            "Delegation",
            "",
            {
                id: "d",
                given: {
                    delegatorUserId: "u1",
                    delegateUserId: "u2",
                    startTime: "2026-01-01T00:00:00Z",
                    endTime: "2027-01-01T00:00:00Z",
                },
            },
        ],
        ["Owner", "existing", { id: "o1", given: { name: "O1", userIds: ["u2"] } }],
        ["OwnerUsers", "", { id: "o1", given: { ownerId: "o1", userIds: ["u2"] } }],
        ["OwnerUsers", "of an unknown owner", { id: "?", given: { ownerId: "?", userIds: ["u2"] } }],
        ["Paladin", "new", { id: "p", given: { name: "P", monitorMode: false } }],
        ["Paladin", "existing", { id: "u1", given: { name: "P", monitorMode: true } }],
        ["Paladin", "in its default mode", { id: "p", given: { name: "P" } }],
        ["Tag", "", { id: "t9", given: { key: "env", value: "prod" } }],
        ["User", "new", { id: "new", given: { email: "e@x", role: "ADMIN" } }],
        ["User", "whose role stays", { id: "u2", given: { email: "e@x", role: "ADMIN" }, was: { role: "ADMIN" } }],
        ["User", "whose role changes", { id: "u2", given: { email: "e@x", role: "ADMIN" }, was: { role: "MEMBER" } }],
        ["UserTag", "known", { id: "x", given: { userId: "u1", tagId: "t1" } }],
        ["UserTag", "of a user without tags", { id: "x", given: { userId: "u2", tagId: "t2" } }],
        ["UserTag", "unknown", { id: "x", given: { userId: "u1", tagId: "?" } }],
        ["UserTag", "of an unknown user", { id: "x", given: { userId: "?", tagId: "t1" } }],
        ["Bundle", "existing", { id: "b1", given: { name: "B1", adminOwnerId: "o1" } }],
        ["BundleGroup", "", { id: "x", given: { bundleId: "b1", groupId: "g1" } }],
        ["BundleGroup", "another one", { id: "x", given: { bundleId: "b1", groupId: "g3" } }],
        ["BundleGroup", "of an unknown bundle", { id: "x", given: { bundleId: "?", groupId: "g1" } }],
        ["BundleResource", "", { id: "x", given: { bundleId: "b1", resourceId: "r1" } }],
        ["BundleVisibility", "", { id: "g1", given: { bundleId: "g1", visibility: "GLOBAL" } }],
        ["ConfigurationTemplate", "", { id: "c1", given: { name: "C1", breakGlassUserIds: ["u2"] } }],
        [
            "GroupReviewerStages",
            "",
            { id: "g1", given: { groupId: "g1", stages: [{ operator: "OR", ownerIds: ["o2"] }] } },
        ],
        ["GroupReviewerStages", "of an unknown group", { id: "?", given: { groupId: "?", stages: [] } }],
        ["GroupTag", "", { id: "x", given: { groupId: "g1", tagId: "t1" } }],
        ["GroupTag", "unknown", { id: "x", given: { groupId: "g1", tagId: "?" } }],
        ["GroupTag", "of a group without tags", { id: "x", given: { groupId: "g2", tagId: "t1" } }],
        ["GroupTag", "of an unknown group", { id: "x", given: { groupId: "?", tagId: "t1" } }],
        [
            "GroupVisibility",
            "",
            { id: "g1", given: { groupId: "g1", visibility: "LIMITED", visibilityGroupIds: ["g2"] } },
        ],
        [
            "ResourceReviewerStages",
            "",
            { id: "r1", given: { resourceId: "r1", stages: [{ operator: "AND", ownerIds: ["o2"] }] } },
        ],
        ["ResourceReviewers", "", { id: "r1", given: { resourceId: "r1", reviewerIds: ["o2"] } }],
        ["ResourceTag", "", { id: "x", given: { resourceId: "r1", tagId: "t2" } }],
        ["ResourceVisibility", "", { id: "g1", given: { resourceId: "g1", visibility: "GLOBAL" } }],
        ["ConfigurationTemplate", "with hidden users", { id: "c1", given: { name: "C1" } }, ["breakGlassUserIds"]],
        ["ConfigurationTemplate", "with a hidden name", { id: "c1", given: { name: "C1" } }, ["name"]],
        ["Group", "with hidden leaders", { id: "g2", given: { name: "G2" } }, ["groupLeaderUserIds"]],
        ["Group", "with a hidden owner", { id: "g2", given: { name: "G2" } }, ["adminOwnerId"]],
        ["Delegation", "to a hidden user", { id: "d", given: { delegatorUserId: "u1" } }, ["delegateUserId"]],
        ["Delegation", "from a hidden user", { id: "d", given: { delegateUserId: "u1" } }, ["delegatorUserId"]],
    ];

test("the effects of each kind match changes.txt", async () => {
    const lines = DECLARED.flatMap(([kind, what, declared, hidden]) => {
        const effect = EFFECTS[kind];
        if (!effect) throw new Error(`No effect for ${kind}`);
        const [put, removed] = [new Draft(facts, tags), new Draft(facts, tags)];
        effect.put(put, declared);
        effect.remove(removed, declared);
        return [
            `${kind}${what && ` ${what}`}`,
            `  touches ${JSON.stringify(effect.touches(declared))}`,
            ...put.changes.map((change) => `  put     ${wordsOf(change)}`),
            ...removed.changes.map((change) => `  remove  ${wordsOf(change)}`),
            ...(hidden
                ? [`  unknown ${JSON.stringify(effect.concerns?.(new Draft(facts, tags), declared, hidden))}`]
                : []),
        ];
    });
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("changes.txt");
});

test("the table contains every kind with effects", () => {
    expect(Object.keys(EFFECTS).filter((name) => !DECLARED.some(([kind]) => kind === name))).toEqual([]);
});

test("a later declaration can use a tag that is created in the same change", () => {
    const draft = new Draft(facts, tags);
    EFFECTS.Tag?.put(draft, { id: "t3", given: { key: "floor" } });
    EFFECTS.UserTag?.put(draft, { id: "x", given: { userId: "u2", tagId: "t3" } });
    expect(draft.find("user", "u2")?.tags).toEqual([tag("floor", "")]);
});

/** A change as text, without unchanged values of an existing object. */
function wordsOf(change: Change): string {
    if (!("put" in change)) return `- ${change.remove} ${JSON.stringify("id" in change ? change.id : change.value)}`;
    const table: readonly object[] = OBJECTS[change.put] ?? [];
    const before = table.find((one) => "id" in change.value && Reflect.get(one, "id") === change.value.id);
    const entries = Object.entries(change.value);
    const now = entries.filter(([key, value]) => key === "id" || !before || !isSame(Reflect.get(before, key), value));
    const gone = Object.keys(before ?? {}).filter((key) => !(key in change.value));
    return `+ ${change.put} ${JSON.stringify(Object.fromEntries(now))}${gone.length > 0 ? ` without ${gone.join(", ")}` : ""}`;
}

function isSame(one: unknown, other: unknown): boolean {
    return JSON.stringify(one) === JSON.stringify(other);
}

const OBJECTS: Readonly<Record<string, readonly object[] | undefined>> = {
    user: facts.users,
    group: facts.groups,
    resource: facts.resources,
    bundle: facts.bundles,
    owner: facts.owners,
    template: facts.templates,
};
