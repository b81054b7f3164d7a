import * as pulumi from "@pulumi/pulumi";
import * as access from "pulumi-access-governance-plugin";

const streamKey = new pulumi.Config().requireSecret("streamKey");

// Look up existing objects by name.
const app = access.getAppOutput({ name: "Tidewater" }).appId;
const directory = access.getAppOutput({ name: "Tidewater Directory" }).appId;
const ada = access.getUserOutput({ email: "ada@tidewater.example" }).userId;
const bruno = access.getUserOutput({ email: "bruno@tidewater.example" }).userId;
const chiyo = access.getUserOutput({ email: "chiyo@tidewater.example" }).userId;
const elif = access.getUserOutput({ email: "elif@tidewater.example" }).userId;
const staff = access.getGroupOutput({ name: "Office staff" }).groupId;
const tracker = access.getResourceOutput({ name: "Freight tracker" }).resourceId;
const audit = access.getMessageChannelOutput({ remoteId: "C0AUDIT" }).messageChannelId;

// People, owners and a delegation.
const ines = new access.User("ines", {
    email: "ines@tidewater.example",
    firstName: "Ines",
    lastName: "Almeida",
    role: "MEMBER",
    position: "Driver",
    managerId: bruno,
});
const security = new access.Owner("security", {
    name: "Security",
    description: "Approves access to sensitive systems",
    accessRequestEscalationPeriod: 60,
});
new access.OwnerUsers("security-users", {
    ownerId: security.id,
    userIds: [ada, elif],
});
const dispatch = new access.Owner("dispatch", {
    name: "Dispatch",
    userIds: [bruno, chiyo],
});
new access.Delegation("leave", {
    delegatorUserId: chiyo,
    delegateUserId: bruno,
    startTime: "2099-07-01T00:00:00Z",
    endTime: "2099-07-15T00:00:00Z",
    reason: "On leave",
});

// Notification channels, on-call schedules and the audit log.
const changes = new access.MessageChannel("changes", {
    thirdPartyProvider: "SLACK",
    remoteId: "C0CHANGES",
});
const harbor = new access.OnCallSchedule("harbor", {
    thirdPartyProvider: "PAGER_DUTY",
    remoteId: "PHARBOR",
});
new access.EventStream("siem", {
    name: "Audit log",
    connectionType: "WEBHOOK",
    webhookUrl: "https://events.tidewater.example/in",
    authType: "API_KEY",
    apiKeyCredentials: [{ name: "x-api-key", location: "HEADER", value: streamKey }],
});

// Request rules, questions for requesters, and automation for reviewers.
const sensitive = new access.ConfigurationTemplate("sensitive", {
    name: "Sensitive systems",
    adminOwnerId: security.id,
    visibility: { visibility: "GLOBAL" },
    requireMfaToApprove: true,
    requireMfaToConnect: true,
    requestConfigurations: [{ maxDurationMinutes: 480, reviewerStages: [{ operator: "OR", ownerIds: [security.id] }] }],
});
const incident = new access.RequestTemplate("incident", {
    name: "Incident",
    customFields: [
        { name: "Which incident?", type: "SHORT_TEXT", required: true },
        { name: "How bad?", type: "MULTI_CHOICE", metadata: { multiChoiceData: { options: ["low", "high"] } } },
    ],
});
new access.Script("on-duty", {
    name: "Who is on duty",
    scriptType: "CONTEXT_PROVIDER",
    script: `def main(request):
    return {'weekday': request.created_at.weekday}
`,
});
const lookout = new access.Paladin("lookout", {
    name: "Lookout",
    ownerId: security.id,
    monitorMode: true,
    instructions: "Deny requests without an incident.",
});
new access.PaladinContextSource("lookout-rules", {
    paladinId: lookout.id,
    sourceKind: "DOCUMENT",
    thirdPartyProvider: "NOTION",
    remoteId: "access-rules",
});

// Systems.
new access.App("berths", {
    name: "Berth planner",
    description: "Who may move which ship",
    adminOwnerId: dispatch.id,
    appType: "CUSTOM_CONNECTOR",
    customConnector: {
        identifier: "berths",
        baseUrl: "https://berths.tidewater.example/connector",
        signingSecret: streamKey,
    },
});
const ledger = new access.Resource("ledger", {
    name: "Ledger",
    description: "What was paid, and by whom",
    appId: app,
    resourceType: "CUSTOM",
    adminOwnerId: security.id,
    configurationTemplateId: sensitive.id,
});
const ledgerReader = new access.CustomAccessLevel("ledger-reader", {
    resourceId: ledger.id,
    accessLevelRemoteId: "reader",
    accessLevelName: "Reader",
});
const manifests = new access.Resource("manifests", {
    name: "Manifests",
    appId: app,
    resourceType: "CUSTOM",
    adminOwnerId: dispatch.id,
});
new access.ResourceVisibility("manifests-visibility", {
    resourceId: manifests.id,
    visibility: "LIMITED",
    visibilityGroupIds: [staff],
});
new access.ResourceReviewerStages("manifests-stages", {
    resourceId: manifests.id,
    stages: [
        { operator: "AND", ownerIds: [dispatch.id] },
        { operator: "OR", ownerIds: [security.id] },
    ],
});
new access.ResourceMessageChannels("manifests-channels", {
    resourceId: manifests.id,
    messageChannelIds: [changes.id],
});
new access.ResourceUser("manifests-chiyo", {
    resourceId: manifests.id,
    userId: chiyo,
    durationMinutes: 1440,
});
const importer = new access.Resource("importer", {
    name: "Importer",
    appId: app,
    resourceType: "AWS_IAM_ROLE",
    remoteInfo: { awsIamRole: { arn: "arn:aws:iam::123456789012:role/importer" } },
});
new access.ResourceNonHumanIdentity("manifests-importer", {
    resourceId: manifests.id,
    nonHumanIdentityId: importer.id,
    durationMinutes: 0,
});
const auditors = new access.Resource("auditors", {
    name: "Auditors of groups",
    appId: app,
    resourceType: "SVC_SCOPED_ROLE",
});
new access.ScopedRolePermissions("auditors-permissions", {
    resourceId: auditors.id,
    permissions: [{ targetType: "GROUP", permissionName: "READ", allowAll: true }],
});
new access.ResourceReviewers("auditors-reviewers", {
    resourceId: auditors.id,
    reviewerIds: [security.id],
});

// Groups: their members, visibility and resources.
const drivers = new access.Group("drivers", {
    name: "Drivers",
    description: "Everyone who drives",
    appId: app,
    adminOwnerId: dispatch.id,
    visibility: {
        visibility: "LIMITED",
        visibilityGroupIds: [staff],
    },
    requestConfigurations: [
        {
            maxDurationMinutes: 480,
            requestTemplateId: incident.id,
            reviewerStages: [{ operator: "OR", ownerIds: [dispatch.id] }],
        },
    ],
});
new access.GroupUsers("drivers-users", {
    groupId: drivers.id,
    users: [{ userId: bruno }, { userId: chiyo }],
});
new access.GroupResources("drivers-resources", {
    groupId: drivers.id,
    resources: [
        { resourceId: tracker },
        { resourceId: ledger.id, accessLevelRemoteId: ledgerReader.accessLevelRemoteId },
    ],
});
const driversChat = new access.Group("drivers-chat", {
    name: "Drivers chat",
    appId: app,
});
new access.GroupBinding("drivers-linked", {
    sourceGroupId: drivers.id,
    groups: [{ groupId: driversChat.id }],
});
const crew = new access.Group("crew", {
    name: "Crew",
    appId: app,
    adminOwnerId: dispatch.id,
});
new access.GroupVisibility("crew-visibility", {
    groupId: crew.id,
    visibility: "LIMITED",
    visibilityGroupIds: [staff, drivers.id],
});
new access.GroupReviewerStages("crew-stages", {
    groupId: crew.id,
    stages: [{ operator: "OR", ownerIds: [dispatch.id, security.id] }],
});
new access.GroupMessageChannels("crew-channels", {
    groupId: crew.id,
    messageChannelIds: [changes.id, audit],
});
new access.GroupOnCallSchedules("crew-schedules", {
    groupId: crew.id,
    onCallScheduleIds: [harbor.id],
});
new access.GroupResource("crew-manifests", {
    groupId: crew.id,
    resourceId: manifests.id,
});
const pilots = new access.Group("pilots", {
    name: "Pilots",
    appId: app,
    adminOwnerId: dispatch.id,
});
new access.ContainingGroup("pilots-in-crew", {
    groupId: pilots.id,
    containingGroupId: crew.id,
});
new access.GroupUser("pilots-elif", {
    groupId: pilots.id,
    userId: elif,
    durationMinutes: 1440,
});

// Groups that apps of the identity provider show.
const portal = new access.Resource("portal", {
    name: "Portal",
    appId: directory,
    resourceType: "OKTA_APP",
    remoteInfo: { oktaApp: { appId: "0oa-portal" } },
});
new access.IdpGroupMapping("portal-drivers", {
    appResourceId: portal.id,
    groupId: drivers.id,
    alias: "Members",
});
const wiki = new access.Resource("wiki", {
    name: "Wiki",
    appId: directory,
    resourceType: "OKTA_APP",
    remoteInfo: { oktaApp: { appId: "0oa-wiki" } },
});
new access.IdpGroupMappings("wiki-groups", {
    appResourceId: wiki.id,
    mappings: [
        { groupId: crew.id, alias: "Crew" },
        { groupId: pilots.id, hiddenFromEndUser: true },
    ],
});

// Tags, and a rule that follows the tags of the directory.
const night = new access.Tag("night", {
    key: "shift",
    value: "night",
});
new access.UserTag("night-ines", {
    userId: ines.id,
    tagId: night.id,
});
new access.GroupTag("night-drivers", {
    groupId: drivers.id,
    tagId: night.id,
});
new access.ResourceTag("night-ledger", {
    resourceId: ledger.id,
    tagId: night.id,
});
new access.AccessRule("europe", {
    name: "Everyone in Europe",
    description: "Follows the region in the directory",
    adminOwnerId: security.id,
    status: "ACTIVE",
    ruleClauses: {
        when: {
            clauses: [{ selectors: [{ key: "region", value: "eu", connectionId: directory }] }],
        },
    },
});

// A bundle that new employees request.
const firstWeek = new access.Bundle("first-week", {
    name: "First week",
    description: "What drivers need on the first day",
    adminOwnerId: dispatch.id,
});
new access.BundleVisibility("first-week-visibility", {
    bundleId: firstWeek.id,
    visibility: "LIMITED",
    visibilityGroupIds: [staff],
});
new access.BundleGroup("first-week-drivers", {
    bundleId: firstWeek.id,
    groupId: drivers.id,
});
new access.BundleResource("first-week-tracker", {
    bundleId: firstWeek.id,
    resourceId: tracker,
});

// The crew is reviewed every quarter.
new access.Campaign("quarterly", {
    name: "Crew, each quarter",
    query: { entitlementFilter: { entityIDs: [crew.id] } },
    isTemplate: true,
    cronExpression: "0 9 1 */3 *",
    recurringDurationDays: 14,
});

// Components: a team with its owner, group and members, and access to the ledger for two hours after approval.
const yard = new access.components.AccessTeam("yard", {
    name: "Yard",
    appId: app,
    reviewerIds: [ada],
    memberIds: [ada, bruno],
    leaderIds: [ada],
    resources: { tracker: { resourceId: tracker } },
});
new access.components.JustInTimeAccess("ledger-access", {
    name: "Ledger, for a moment",
    appId: app,
    adminOwnerId: security.id,
    resources: {
        ledger: {
            resourceId: ledger.id,
            accessLevelRemoteId: ledgerReader.accessLevelRemoteId,
        },
    },
    requesterGroupIds: [yard.groupId],
    stages: [{ ownerIds: [yard.ownerId] }, { ownerIds: [security.id], operator: "OR" }],
    maxDurationMinutes: 120,
});

export const driversGroup = drivers.id;
export const yardGroup = yard.groupId;

// An action: request access for the new driver. A preview does not send the request.
export const requestStatus = access.createRequestOutput({
    groups: [{ id: drivers.id }],
    targetUserId: ines.id,
    durationMinutes: 480,
    reason: "First shift",
    customMetadata: [{ name: "Which incident?", type: "SHORT_TEXT", value: "INC-1" }],
}).status;
