/** Effects of creating, updating and deleting a declaration of each kind on the people of one organization. */
import { expect, test } from "vitest";
import { impactOfPreview } from "../../../../src/review/impact/preview-impact.js";
import { factsWith } from "../../../access/empty-facts.js";
import { documentOf, type Given, kindOf } from "../../report/document.js";
import { effectsIn, hidden, reviewed, user } from "../organization.js";

const shownTo = (...groupIds: string[]) => ({ type: "LIMITED" as const, groupIds });
const member = (groupId: string, userId: string, level = "") => ({ groupId, userId, level, until: null });

/** Staff see the vault group, which gives the database. Crew is an access rule. The bundle contains the vault. The annex is nested in the depot. */
const facts = factsWith({
    users: [
        user("ada"),
        { ...user("bob"), tags: [{ key: "team", value: "crew" }] },
        user("cyn"),
        user("dan"),
        { ...user("guard"), isPaladin: true, isMonitor: true },
    ],
    identities: [{ id: "robot", name: "Robot" }],
    owners: [
        { id: "admins", name: "Admins", userIds: ["ada"], escalationMinutes: 0 },
        { id: "fed", name: "Fed", userIds: [], sourceGroupId: "staff", escalationMinutes: 0 },
    ],
    groups: [
        {
            id: "vault",
            name: "Vault",
            adminOwnerId: "admins",
            visibility: shownTo("staff"),
            requestRules: [reviewed({ ownerIds: ["admins"] })],
            templateId: "emergency",
        },
        { id: "staff", name: "Staff", visibility: hidden },
        {
            id: "crew",
            name: "Crew",
            visibility: hidden,
            rule: { isActive: true, when: [{ tags: [{ key: "team", value: "crew" }], statuses: [] }], unless: [] },
        },
        { id: "depot", name: "Depot", visibility: hidden, adminOwnerId: "fed" },
        { id: "annex", name: "Annex", visibility: hidden },
    ],
    resources: [
        { id: "db", name: "Database", visibility: hidden, levels: [] },
        { id: "role", name: "Role", visibility: hidden, resourceType: "OPAL_SCOPED_ROLE", permissions: [] },
    ],
    bundles: [
        {
            id: "bundle",
            name: "Bundle",
            visibility: hidden,
            adminOwnerId: "admins",
            groupIds: ["annex"],
            resourceIds: ["db"],
        },
    ],
    memberships: [member("vault", "cyn"), member("staff", "dan"), member("annex", "dan")],
    links: [{ groupId: "vault", resourceId: "db", level: "", until: null }],
    grants: [{ resourceId: "role", principalId: "dan", level: "", until: null }],
    nestings: [{ groupId: "annex", containingGroupId: "depot", level: "", until: null }],
    templates: [{ id: "emergency", name: "Emergency", breakGlassUserIds: ["dan"] }],
});

const create = (kind: string, next: object, id?: string): Given => ({
    kind,
    name: "one",
    op: "create",
    next,
    ...(id && { id }),
});
const update = (kind: string, id: string, before: object, next: object): Given => ({
    kind,
    name: "one",
    op: "update",
    id,
    before,
    next,
});
const remove = (kind: string, before: object, id = "x"): Given => ({ kind, name: "one", op: "delete", id, before });

const ADMINS_LOSE_ALL = [
    "bundle: administers lost ada",
    "bundle: sees lost ada",
    "db: getsWithoutApproval lost ada",
    "db: mayApprove lost ada",
    "db: mayRequest lost ada",
    "vault: administers lost ada",
    "vault: getsWithoutApproval lost ada",
    "vault: mayApprove lost ada",
    "vault: mayRequest lost ada",
    "vault: sees lost ada",
];
const JOINS_VAULT = [
    "bundle: sees gained bob",
    "db: has gained bob",
    "db: mayRequest gained bob",
    "db: sees gained bob",
    "vault: has gained bob",
    "vault: mayRequest gained bob",
    "vault: sees gained bob",
];
const LEAVES_VAULT = [
    "bundle: sees lost cyn",
    "db: has lost cyn",
    "db: mayRequest lost cyn",
    "db: sees lost cyn",
    "vault: has lost cyn",
    "vault: mayRequest lost cyn",
    "vault: sees lost cyn",
];
const LOSES_DATABASE = [
    "bundle: sees lost cyn",
    "db: getsWithoutApproval lost ada, dan",
    "db: has lost cyn",
    "db: mayApprove lost ada",
    "db: mayRequest lost ada, cyn, dan",
    "db: sees lost cyn",
];

const CASES: readonly (readonly [what: string, given: Given, effects: readonly string[]])[] = [
    ["a member is added", create("GroupUser", { groupId: "vault", userId: "bob" }), JOINS_VAULT],
    [
        "a member is added for an hour",
        create("GroupUser", { groupId: "vault", userId: "bob", durationMinutes: 60 }),
        JOINS_VAULT,
    ],
    ["a member is removed", remove("GroupUser", { groupId: "vault", userId: "cyn" }), LEAVES_VAULT],
    [
        "a declared member is replaced by another one",
        update(
            "GroupUsers",
            "vault",
            { groupId: "vault", users: [{ userId: "cyn" }] },
            { groupId: "vault", users: [{ userId: "bob" }] },
        ),
        [
            "bundle: sees gained bob",
            "bundle: sees lost cyn",
            "db: has gained bob",
            "db: has lost cyn",
            "db: mayRequest gained bob",
            "db: mayRequest lost cyn",
            "db: sees gained bob",
            "db: sees lost cyn",
            "vault: has gained bob",
            "vault: has lost cyn",
            "vault: mayRequest gained bob",
            "vault: mayRequest lost cyn",
            "vault: sees gained bob",
            "vault: sees lost cyn",
        ],
    ],
    [
        "the declared members of a group are deleted",
        remove("GroupUsers", { groupId: "vault", users: [{ userId: "cyn" }] }),
        LEAVES_VAULT,
    ],
    [
        "a member is added to a declared set at another level",
        update(
            "GroupUsers",
            "vault",
            { groupId: "vault", users: [{ userId: "cyn", accessLevelRemoteId: "" }] },
            { groupId: "vault", users: [{ userId: "cyn" }, { userId: "bob", accessLevelRemoteId: "high" }] },
        ),
        [
            "bundle: sees gained bob",
            "db: has gained bob",
            "db: mayRequest gained bob",
            "db: sees gained bob",
            "vault: has gained bob at high",
            "vault: mayRequest gained bob",
            "vault: sees gained bob",
        ],
    ],
    [
        "a group is nested",
        create("ContainingGroup", { groupId: "staff", containingGroupId: "vault" }),
        ["db: has gained dan", "db: sees gained dan", "vault: has gained dan"],
    ],
    [
        "a group is nested at a level for an hour",
        create("ContainingGroup", {
            groupId: "staff",
            containingGroupId: "vault",
            accessLevelRemoteId: "high",
            durationMinutes: 60,
        }),
        ["db: has gained dan", "db: sees gained dan", "vault: has gained dan at high"],
    ],
    [
        "a nesting is deleted",
        remove("ContainingGroup", { groupId: "annex", containingGroupId: "depot" }),
        ["depot: has lost dan"],
    ],
    [
        "a resource is linked",
        create("GroupResource", { groupId: "staff", resourceId: "db" }),
        ["db: has gained dan", "db: sees gained dan"],
    ],
    ["a link is deleted", remove("GroupResource", { groupId: "vault", resourceId: "db" }), LOSES_DATABASE],
    [
        "a declared resource is replaced by another one",
        update(
            "GroupResources",
            "vault",
            { groupId: "vault", resources: [{ resourceId: "db" }] },
            { groupId: "vault", resources: [{ resourceId: "role" }] },
        ),
        [
            "bundle: sees lost cyn",
            "db: getsWithoutApproval lost ada, dan",
            "db: has lost cyn",
            "db: mayApprove lost ada",
            "db: mayRequest lost ada, cyn, dan",
            "db: sees lost cyn",
            "role: getsWithoutApproval gained ada, dan",
            "role: has gained cyn",
            "role: mayApprove gained ada",
            "role: mayRequest gained ada, cyn, dan",
            "role: sees gained cyn",
        ],
    ],
    [
        "a resource is also declared at another level",
        update(
            "GroupResources",
            "vault",
            { groupId: "vault", resources: [{ resourceId: "db" }] },
            { groupId: "vault", resources: [{ resourceId: "db" }, { resourceId: "db", accessLevelRemoteId: "high" }] },
        ),
        [
            "db: getsWithoutApproval gained ada, dan at high",
            "db: has gained cyn at high",
            "db: mayRequest gained ada, cyn, dan at high",
        ],
    ],
    [
        "the declared resources of a group are deleted",
        remove("GroupResources", { groupId: "vault", resources: [{ resourceId: "db" }] }),
        LOSES_DATABASE,
    ],
    [
        "a group is created with initial members",
        create("Group", { name: "New", visibility: { visibility: "LIMITED" }, initialUserIds: ["bob"] }),
        ["new one: has gained bob", "new one: mayRequest gained bob", "new one: sees gained bob"],
    ],
    [
        "initial members are declared for an existing group",
        update("Group", "vault", { name: "Vault" }, { name: "Vault", description: "b", initialUserIds: ["bob"] }),
        [],
    ],
    [
        "the source group of an owner is deleted",
        remove("Group", { name: "Staff" }, "staff"),
        [
            "db: mayRequest lost dan",
            "staff: has lost dan",
            "staff: sees lost dan",
            "vault: mayRequest lost dan",
            "vault: sees lost dan",
        ],
    ],
    [
        "a group gets a leader",
        update("Group", "vault", { name: "Vault" }, { name: "Vault", groupLeaderUserIds: ["bob"] }),
        [
            "db: getsWithoutApproval gained bob",
            "db: mayRequest gained bob",
            "vault: administers gained bob",
            "vault: getsWithoutApproval gained bob",
            "vault: mayRequest gained bob",
            "vault: sees gained bob",
        ],
    ],
    [
        "groups are linked",
        create("GroupBinding", { sourceGroupId: "vault", groups: [{ groupId: "crew" }] }),
        ["db: mayRequest gained bob", "vault: mayRequest gained bob"],
    ],
    [
        "an access rule matches other users",
        update(
            "AccessRule",
            "crew",
            {
                name: "Crew",
                status: "ACTIVE",
                ruleClauses: { when: { clauses: [{ selectors: [{ key: "team", value: "crew" }] }] } },
            },
            {
                name: "Crew",
                status: "ACTIVE",
                ruleClauses: {
                    when: { clauses: [{ attributeSelectors: [{ attribute: "hr_idp_status", value: "" }] }] },
                },
            },
        ),
        ["crew: has lost bob", "crew: sees lost bob"],
    ],
    [
        "an access rule is deleted",
        remove("AccessRule", { name: "Crew" }, "crew"),
        ["crew: has lost bob", "crew: sees lost bob"],
    ],
    [
        "an on-call schedule is added",
        create("GroupOnCallSchedules", { groupId: "vault", onCallScheduleIds: ["nights"] }),
        [
            "bundle: sees unknown: may gain",
            "db: getsWithoutApproval unknown: may gain",
            "db: has unknown: may gain",
            "db: mayRequest unknown: may gain",
            "db: sees unknown: may gain",
            "vault: getsWithoutApproval unknown: may gain",
            "vault: has unknown: may gain",
            "vault: mayRequest unknown: may gain",
            "vault: sees unknown: may gain",
        ],
    ],
    [
        "an on-call schedule is removed",
        remove("GroupOnCallSchedules", { groupId: "vault", onCallScheduleIds: ["nights"] }),
        [],
    ],
    [
        "a group becomes visible to everybody",
        update(
            "GroupVisibility",
            "annex",
            { groupId: "annex", visibility: "LIMITED" },
            { groupId: "annex", visibility: "GLOBAL" },
        ),
        ["annex: sees gained ada, bob, cyn, guard"],
    ],
    [
        "the visibility of a group is no longer declared",
        remove("GroupVisibility", { groupId: "vault", visibility: "LIMITED", visibilityGroupIds: ["staff"] }),
        [],
    ],
    [
        "a resource becomes visible to a group",
        update(
            "ResourceVisibility",
            "db",
            { resourceId: "db", visibility: "LIMITED" },
            { resourceId: "db", visibility: "LIMITED", visibilityGroupIds: ["staff"] },
        ),
        ["db: sees gained dan"],
    ],
    [
        "a bundle becomes visible to a group",
        update(
            "BundleVisibility",
            "bundle",
            { bundleId: "bundle", visibility: "LIMITED" },
            { bundleId: "bundle", visibility: "LIMITED", visibilityGroupIds: ["staff"] },
        ),
        [],
    ],
    ["a group is added to a bundle", create("BundleGroup", { bundleId: "bundle", groupId: "staff" }), []],
    [
        "a group is removed from a bundle",
        remove("BundleGroup", { bundleId: "bundle", groupId: "annex" }),
        ["bundle: sees lost dan"],
    ],
    ["a resource is added to a bundle", create("BundleResource", { bundleId: "bundle", resourceId: "role" }), []],
    [
        "a resource is removed from a bundle",
        remove("BundleResource", { bundleId: "bundle", resourceId: "db" }),
        ["bundle: sees lost cyn"],
    ],
    [
        "the administrator of a bundle changes",
        update("Bundle", "bundle", { name: "Bundle", adminOwnerId: "admins" }, { name: "Bundle", adminOwnerId: "fed" }),
        ["bundle: administers gained dan", "bundle: administers lost ada", "bundle: sees lost ada"],
    ],
    [
        "a bundle is deleted",
        remove("Bundle", { name: "Bundle" }, "bundle"),
        ["bundle: administers lost ada", "bundle: sees lost ada, cyn, dan"],
    ],
    [
        "the break-glass user of a configuration template changes",
        update(
            "ConfigurationTemplate",
            "emergency",
            { name: "Emergency", breakGlassUserIds: ["dan"] },
            { name: "Emergency", breakGlassUserIds: ["bob"] },
        ),
        [
            "db: getsWithoutApproval gained bob",
            "db: getsWithoutApproval lost dan",
            "vault: getsWithoutApproval gained bob",
            "vault: getsWithoutApproval lost dan",
        ],
    ],
    [
        "a configuration template is deleted",
        remove("ConfigurationTemplate", { name: "Emergency", breakGlassUserIds: ["dan"] }, "emergency"),
        [
            "db: getsWithoutApproval maybeLost dan",
            "db: getsWithoutApproval unknown: may gain",
            "vault: getsWithoutApproval maybeLost dan",
            "vault: getsWithoutApproval unknown: may gain",
        ],
    ],
    [
        "the reviewers of a group change",
        update(
            "GroupReviewerStages",
            "vault",
            { groupId: "vault", stages: [{ operator: "OR", ownerIds: ["admins"] }] },
            { groupId: "vault", stages: [{ operator: "OR", ownerIds: ["fed"] }] },
        ),
        [
            "db: getsWithoutApproval longer dan",
            "db: mayApprove gained dan",
            "vault: getsWithoutApproval longer dan",
            "vault: mayApprove gained dan",
        ],
    ],
    [
        "the declared reviewers of a group are deleted",
        remove("GroupReviewerStages", { groupId: "vault", stages: [{ operator: "OR", ownerIds: ["admins"] }] }),
        [],
    ],
    [
        "the source group of an owner changes",
        update("Owner", "fed", { name: "Fed", sourceGroupId: "staff" }, { name: "Fed", sourceGroupId: "vault" }),
        [
            "depot: administers gained cyn",
            "depot: administers lost dan",
            "depot: getsWithoutApproval gained cyn",
            "depot: getsWithoutApproval lost dan",
            "depot: sees gained cyn",
        ],
    ],
    [
        "a user is added to an owner",
        create("OwnerUsers", { ownerId: "admins", userIds: ["ada", "bob"] }),
        [
            "bundle: administers gained bob",
            "bundle: sees gained bob",
            "db: getsWithoutApproval gained bob",
            "db: mayApprove gained bob",
            "db: mayRequest gained bob",
            "vault: administers gained bob",
            "vault: getsWithoutApproval gained bob",
            "vault: mayApprove gained bob",
            "vault: mayRequest gained bob",
            "vault: sees gained bob",
        ],
    ],
    [
        "the declared users of an owner are deleted",
        remove("OwnerUsers", { ownerId: "admins", userIds: ["ada"] }),
        ADMINS_LOSE_ALL,
    ],
    ["an owner is deleted", remove("Owner", { name: "Admins" }, "admins"), ADMINS_LOSE_ALL],
    [
        "a user is deleted",
        remove("User", { email: "cyn@example.com" }, "cyn"),
        ["db: has lost cyn", "vault: has lost cyn"],
    ],
    [
        "a tag is added to a user",
        create("UserTag", { userId: "cyn", tagId: "crew-tag" }),
        ["crew: has unknown: may gain", "crew: sees unknown: may gain"],
    ],
    [
        "a tag is deleted",
        remove("Tag", { key: "team", value: "crew" }, "crew-tag"),
        ["crew: has lost bob", "crew: sees lost bob"],
    ],
    [
        "a delegation is created",
        create("Delegation", {
            delegatorUserId: "ada",
            delegateUserId: "bob",
            startTime: "2026-01-01T00:00:00Z",
            endTime: "2027-01-01T00:00:00Z",
        }),
        ["db: mayApprove gained bob", "vault: mayApprove gained bob"],
    ],
    [
        "a resource is granted to a user",
        create("ResourceUser", { resourceId: "db", userId: "bob" }),
        ["bundle: sees gained bob", "db: has gained bob", "db: sees gained bob"],
    ],
    [
        "the grant of a role is deleted",
        remove("ResourceUser", { resourceId: "role", userId: "dan" }),
        ["role: has lost dan", "role: sees lost dan"],
    ],
    [
        "a resource is granted to a machine",
        create("ResourceNonHumanIdentity", { resourceId: "db", nonHumanIdentityId: "robot" }),
        ["db: has gained robot"],
    ],
    [
        "permissions are added to a role",
        update(
            "ScopedRolePermissions",
            "role",
            { resourceId: "role", permissions: [] },
            {
                resourceId: "role",
                permissions: [
                    { permissionName: "EDIT_ASSIGNMENTS", targetType: "GROUP", targetIds: ["annex"], allowAll: false },
                ],
            },
        ),
        ["annex: administers gained dan", "annex: getsWithoutApproval gained dan"],
    ],
    [
        "the declared permissions of a role are deleted",
        remove("ScopedRolePermissions", { resourceId: "role", permissions: [] }),
        [],
    ],
    [
        "the reviewers of a resource are declared",
        create("ResourceReviewers", { resourceId: "db", reviewerIds: ["admins"] }),
        [],
    ],
    [
        "an access level is added to a resource",
        create("CustomAccessLevel", { resourceId: "db", accessLevelRemoteId: "high", accessLevelName: "High" }),
        [],
    ],
    [
        "an access level is added to a resource whose levels were not read",
        create("CustomAccessLevel", { resourceId: "role", accessLevelRemoteId: "high", accessLevelName: "High" }),
        ["role: has unknown: may gain", "role: sees unknown: may gain"],
    ],
    [
        "the administrator of a resource changes",
        update("Resource", "db", { name: "Database" }, { name: "Database", adminOwnerId: "fed" }),
        ["db: administers gained dan", "db: getsWithoutApproval longer dan", "db: sees gained dan"],
    ],
    ["a resource is deleted", remove("Resource", { name: "Database" }, "db"), LOSES_DATABASE],
    ["a Paladin is created", create("Paladin", { name: "Watch", ownerId: "admins" }), []],
    ["a Paladin is deleted", remove("Paladin", { name: "guard", ownerId: "admins" }, "guard"), []],
];

test.each(CASES)("reports the effects when %s", async (_, given, effects) => {
    const preview = await impactOfPreview(documentOf([given]), kindOf, { snapshot: facts });
    const found = effectsIn(preview).map((line) => line.replace(/^urn:[^ ]*::/, "new "));
    expect(found).toEqual(effects);
});
