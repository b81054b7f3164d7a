/** Effects of creating, updating and deleting a declaration of each kind on the people of one organization. effects.txt contains all results. */
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
        { id: "yard", name: "Yard", visibility: hidden },
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
    memberships: [
        member("vault", "cyn"),
        member("staff", "dan"),
        member("annex", "dan"),
        { ...member("yard", "cyn"), until: "2098-01-01T00:00:00Z" },
    ],
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

const CASES: readonly (readonly [what: string, given: Given])[] = [
    ["a member is added", create("GroupUser", { groupId: "vault", userId: "bob" })],
    ["a member is added for an hour", create("GroupUser", { groupId: "vault", userId: "bob", durationMinutes: 60 })],
    ["a member is removed", remove("GroupUser", { groupId: "vault", userId: "cyn" })],
    [
        "a declared member is replaced by another one",
        update(
            "GroupUsers",
            "vault",
            { groupId: "vault", users: [{ userId: "cyn" }] },
            { groupId: "vault", users: [{ userId: "bob" }] },
        ),
    ],
    [
        "the access of a declared member loses its end",
        update(
            "GroupUsers",
            "yard",
            { groupId: "yard", users: [{ userId: "cyn", expirationDate: "2098-01-01T00:00:00Z" }] },
            { groupId: "yard", users: [{ userId: "cyn", expirationDate: null }] },
        ),
    ],
    [
        "the access of a declared member moves to a later end",
        update(
            "GroupUsers",
            "yard",
            { groupId: "yard", users: [{ userId: "cyn", expirationDate: "2098-01-01T00:00:00Z" }] },
            { groupId: "yard", users: [{ userId: "cyn", expirationDate: "2099-01-01T00:00:00Z" }] },
        ),
    ],
    [
        "the access of a declared member gets an end",
        update(
            "GroupUsers",
            "vault",
            { groupId: "vault", users: [{ userId: "cyn", expirationDate: null }] },
            { groupId: "vault", users: [{ userId: "cyn", expirationDate: "2099-01-01T00:00:00Z" }] },
        ),
    ],
    [
        "the declared members of a group are deleted",
        remove("GroupUsers", { groupId: "vault", users: [{ userId: "cyn" }] }),
    ],
    [
        "a member is added to a declared set at another level",
        update(
            "GroupUsers",
            "vault",
            { groupId: "vault", users: [{ userId: "cyn", accessLevelRemoteId: "" }] },
            { groupId: "vault", users: [{ userId: "cyn" }, { userId: "bob", accessLevelRemoteId: "high" }] },
        ),
    ],
    ["a group is nested", create("ContainingGroup", { groupId: "staff", containingGroupId: "vault" })],
    [
        "a group is nested at a level for an hour",
        create("ContainingGroup", {
            groupId: "staff",
            containingGroupId: "vault",
            accessLevelRemoteId: "high",
            durationMinutes: 60,
        }),
    ],
    ["a nesting is deleted", remove("ContainingGroup", { groupId: "annex", containingGroupId: "depot" })],
    ["a resource is linked", create("GroupResource", { groupId: "staff", resourceId: "db" })],
    ["a link is deleted", remove("GroupResource", { groupId: "vault", resourceId: "db" })],
    [
        "a declared resource is replaced by another one",
        update(
            "GroupResources",
            "vault",
            { groupId: "vault", resources: [{ resourceId: "db" }] },
            { groupId: "vault", resources: [{ resourceId: "role" }] },
        ),
    ],
    [
        "a resource is also declared at another level",
        update(
            "GroupResources",
            "vault",
            { groupId: "vault", resources: [{ resourceId: "db" }] },
            { groupId: "vault", resources: [{ resourceId: "db" }, { resourceId: "db", accessLevelRemoteId: "high" }] },
        ),
    ],
    [
        "the declared resources of a group are deleted",
        remove("GroupResources", { groupId: "vault", resources: [{ resourceId: "db" }] }),
    ],
    [
        "a group is created with initial members",
        create("Group", { name: "New", visibility: { visibility: "LIMITED" }, initialUserIds: ["bob"] }),
    ],
    [
        "initial members are declared for an existing group",
        update("Group", "vault", { name: "Vault" }, { name: "Vault", description: "b", initialUserIds: ["bob"] }),
    ],
    ["the source group of an owner is deleted", remove("Group", { name: "Staff" }, "staff")],
    [
        "a group gets a leader",
        update("Group", "vault", { name: "Vault" }, { name: "Vault", groupLeaderUserIds: ["bob"] }),
    ],
    ["groups are linked", create("GroupBinding", { sourceGroupId: "vault", groups: [{ groupId: "crew" }] })],
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
    ],
    ["an access rule is deleted", remove("AccessRule", { name: "Crew" }, "crew")],
    [
        "an on-call schedule is added",
        create("GroupOnCallSchedules", { groupId: "vault", onCallScheduleIds: ["nights"] }),
    ],
    [
        "an on-call schedule is removed",
        remove("GroupOnCallSchedules", { groupId: "vault", onCallScheduleIds: ["nights"] }),
    ],
    [
        "a group becomes visible to everybody",
        update(
            "GroupVisibility",
            "annex",
            { groupId: "annex", visibility: "LIMITED" },
            { groupId: "annex", visibility: "GLOBAL" },
        ),
    ],
    [
        "the visibility of a group is no longer declared",
        remove("GroupVisibility", { groupId: "vault", visibility: "LIMITED", visibilityGroupIds: ["staff"] }),
    ],
    [
        "a resource becomes visible to a group",
        update(
            "ResourceVisibility",
            "db",
            { resourceId: "db", visibility: "LIMITED" },
            { resourceId: "db", visibility: "LIMITED", visibilityGroupIds: ["staff"] },
        ),
    ],
    [
        "a bundle becomes visible to a group",
        update(
            "BundleVisibility",
            "bundle",
            { bundleId: "bundle", visibility: "LIMITED" },
            { bundleId: "bundle", visibility: "LIMITED", visibilityGroupIds: ["staff"] },
        ),
    ],
    ["a group is added to a bundle", create("BundleGroup", { bundleId: "bundle", groupId: "staff" })],
    ["a group is removed from a bundle", remove("BundleGroup", { bundleId: "bundle", groupId: "annex" })],
    ["a resource is added to a bundle", create("BundleResource", { bundleId: "bundle", resourceId: "role" })],
    ["a resource is removed from a bundle", remove("BundleResource", { bundleId: "bundle", resourceId: "db" })],
    [
        "the administrator of a bundle changes",
        update("Bundle", "bundle", { name: "Bundle", adminOwnerId: "admins" }, { name: "Bundle", adminOwnerId: "fed" }),
    ],
    ["a bundle is deleted", remove("Bundle", { name: "Bundle" }, "bundle")],
    [
        "the break-glass user of a configuration template changes",
        update(
            "ConfigurationTemplate",
            "emergency",
            { name: "Emergency", breakGlassUserIds: ["dan"] },
            { name: "Emergency", breakGlassUserIds: ["bob"] },
        ),
    ],
    [
        "a configuration template is deleted",
        remove("ConfigurationTemplate", { name: "Emergency", breakGlassUserIds: ["dan"] }, "emergency"),
    ],
    [
        "the reviewers of a group change",
        update(
            "GroupReviewerStages",
            "vault",
            { groupId: "vault", stages: [{ operator: "OR", ownerIds: ["admins"] }] },
            { groupId: "vault", stages: [{ operator: "OR", ownerIds: ["fed"] }] },
        ),
    ],
    [
        "the declared reviewers of a group are deleted",
        remove("GroupReviewerStages", { groupId: "vault", stages: [{ operator: "OR", ownerIds: ["admins"] }] }),
    ],
    [
        "the source group of an owner changes",
        update("Owner", "fed", { name: "Fed", sourceGroupId: "staff" }, { name: "Fed", sourceGroupId: "vault" }),
    ],
    [
        "a leader is added to a group",
        update("GroupLeaders", "vault", { groupId: "vault", userIds: [] }, { groupId: "vault", userIds: ["bob"] }),
    ],
    ["the declared leaders of a group are deleted", remove("GroupLeaders", { groupId: "vault", userIds: ["ada"] })],
    ["a user is added to an owner", create("OwnerUsers", { ownerId: "admins", userIds: ["ada", "bob"] })],
    ["the declared users of an owner are deleted", remove("OwnerUsers", { ownerId: "admins", userIds: ["ada"] })],
    ["an owner is deleted", remove("Owner", { name: "Admins" }, "admins")],
    ["a user is deleted", remove("User", { email: "cyn@example.com" }, "cyn")],
    ["a tag is added to a user", create("UserTag", { userId: "cyn", tagId: "crew-tag" })],
    ["a tag is deleted", remove("Tag", { key: "team", value: "crew" }, "crew-tag")],
    [
        "a delegation is created",
        create("Delegation", {
            delegatorUserId: "ada",
            delegateUserId: "bob",
            startTime: "2026-01-01T00:00:00Z",
            endTime: "2027-01-01T00:00:00Z",
        }),
    ],
    ["a resource is granted to a user", create("ResourceUser", { resourceId: "db", userId: "bob" })],
    ["the grant of a role is deleted", remove("ResourceUser", { resourceId: "role", userId: "dan" })],
    [
        "a resource is granted to a machine",
        create("ResourceNonHumanIdentity", { resourceId: "db", nonHumanIdentityId: "robot" }),
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
    ],
    [
        "the declared permissions of a role are deleted",
        remove("ScopedRolePermissions", { resourceId: "role", permissions: [] }),
    ],
    [
        "the reviewers of a resource are declared",
        create("ResourceReviewers", { resourceId: "db", reviewerIds: ["admins"] }),
    ],
    [
        "an access level is added to a resource",
        create("CustomAccessLevel", { resourceId: "db", accessLevelRemoteId: "high", accessLevelName: "High" }),
    ],
    [
        "an access level is added to a resource whose levels were not read",
        create("CustomAccessLevel", { resourceId: "role", accessLevelRemoteId: "high", accessLevelName: "High" }),
    ],
    [
        "the administrator of a resource changes",
        update("Resource", "db", { name: "Database" }, { name: "Database", adminOwnerId: "fed" }),
    ],
    ["a resource is deleted", remove("Resource", { name: "Database" }, "db")],
    ["a Paladin is created", create("Paladin", { name: "Watch", ownerId: "admins" })],
    ["a Paladin is deleted", remove("Paladin", { name: "guard", ownerId: "admins" }, "guard")],
];

test("the effects of each declaration match effects.txt", async () => {
    const blocks: string[] = [];
    for (const [what, given] of CASES) {
        const preview = await impactOfPreview(documentOf([given]), kindOf, { snapshot: facts });
        const found = effectsIn(preview).map((line) => `  ${line.replace(/^urn:[^ ]*::/, "new ")}`);
        blocks.push([`${what}:`, ...found].join("\n"));
    }
    await expect(`${blocks.join("\n")}\n`).toMatchFileSnapshot("effects.txt");
});
