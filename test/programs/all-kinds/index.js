const pulumi = require("@pulumi/pulumi");
const access = require("pulumi-access-governance");

/** Every kind once, on the small organization of the local service; `variant` says what is wrong or different. */
module.exports = async () => {
    const config = new pulumi.Config("all-kinds");
    const variant = config.get("variant") ?? "";
    if (variant === "owner-only") {
        new access.Owner("platform", { name: "Platform" });
        return;
    }
    if (variant === "bad") {
        new access.Owner("platform", { name: "  ", accessRequestEscalationPeriod: -5 });
        return;
    }
    if (variant === "secret") {
        new access.Owner("platform", { name: "Platform", description: config.requireSecret("description") });
        return;
    }
    const app = await access.getApp({ name: "Tidewater" });
    const users = ["ada", "bruno", "chiyo"].map((name) => access.getUserOutput({ email: `${name}@tidewater.example` }));
    const staff = await access.getGroup({ name: "Office staff" });
    const contractors = await access.getGroup({ name: "Contractors" });
    const channel = config.require("channel");
    const schedule = config.require("schedule");

    const platform = new access.Owner("platform", { name: "Platform", userIds: users.map((user) => user.userId) });
    const security = new access.Owner("security", { name: "Security" });
    new access.OwnerUsers("security-users", { ownerId: security.id, userIds: [users[0].userId] });
    const oncall = new access.Group("oncall", {
        name: "On-call",
        appId: app.appId,
        groupType: "SVC_GROUP",
        adminOwnerId: platform.id,
        visibility: { visibility: "LIMITED", visibilityGroupIds: [staff.groupId, contractors.groupId] },
        messageChannelIds: [channel],
        onCallScheduleIds: [schedule],
        requestConfigurations: [
            {
                priority: 0,
                allowRequests: true,
                autoApproval: false,
                maxDurationMinutes: 60,
                reviewerStages: [{ operator: "AND", ownerIds: [platform.id, security.id] }],
            },
        ],
    });
    const bare = new access.Group("bare", { name: "Bare", appId: app.appId, groupType: "SVC_GROUP" });
    new access.GroupVisibility("bare-visibility", {
        groupId: bare.id,
        visibility: "LIMITED",
        visibilityGroupIds: [oncall.id],
    });
    new access.GroupMessageChannels("bare-channels", { groupId: bare.id, messageChannelIds: [channel] });
    new access.GroupOnCallSchedules("bare-schedules", { groupId: bare.id, onCallScheduleIds: [schedule] });
    if (variant === "groups") return;
    const kit = new access.Bundle("kit", { name: "Kit", adminOwnerId: platform.id });
    new access.BundleVisibility("kit-visibility", {
        bundleId: kit.id,
        visibility: "LIMITED",
        visibilityGroupIds: [staff.groupId],
    });
    new access.BundleGroup("kit-oncall", { bundleId: kit.id, groupId: oncall.id });
    new access.GroupUser("bare-ada", { groupId: bare.id, userId: users[0].userId, durationMinutes: 0 });
    new access.AccessRule("europeans", {
        name: "Europeans",
        description: "Whoever works there",
        adminOwnerId: platform.id,
        status: "ACTIVE",
        ruleClauses: {
            when: { clauses: [{ selectors: [{ key: "region", value: "europe", connectionId: app.appId }] }] },
        },
    });
    new access.Delegation("leave", {
        delegatorUserId: users[0].userId,
        delegateUserId: users[1].userId,
        startTime: "2099-07-01T00:00:00Z",
        endTime: "2099-07-15T00:00:00Z",
        reason: "On leave",
    });
    new access.ConfigurationTemplate("production", {
        name: "Production",
        adminOwnerId: platform.id,
        visibility: { visibility: "GLOBAL" },
        requireMfaToApprove: true,
        requireMfaToConnect: false,
        requestConfigurations: [{ priority: 0, allowRequests: true, autoApproval: false }],
    });
    new access.Paladin("gatekeeper", { name: "Gatekeeper", ownerId: platform.id });
    new access.App("planner", {
        name: "Planner",
        description: "Berths and tides",
        adminOwnerId: platform.id,
        appType: "CUSTOM",
    });
    new access.Script("office-hours", {
        name: "Office hours",
        scriptType: "REQUEST_REVIEW",
        ownerId: platform.id,
        script: "def main(request):\n    return request.approve()\n",
    });
    new access.GroupUsers("oncall-users", { groupId: oncall.id, users: users.map(({ userId }) => ({ userId })) });
    const tracker = await access.getResource({ name: "Freight tracker" });
    new access.GroupResource("bare-tracker", { groupId: bare.id, resourceId: tracker.resourceId });
    new access.GroupResources("oncall-resources", { groupId: oncall.id, resources: [] });
    new access.BundleResource("kit-tracker", { bundleId: kit.id, resourceId: tracker.resourceId });
    const reviewed = new access.Tag("reviewed", { key: "reviewed", value: "yes" });
    new access.GroupTag("bare-reviewed", { groupId: bare.id, tagId: reviewed.id });
    new access.ResourceTag("tracker-reviewed", { resourceId: tracker.resourceId, tagId: reviewed.id });
    new access.UserTag("ada-reviewed", { userId: users[0].userId, tagId: reviewed.id });
    const chat = new access.Group("chat", { name: "Chat", appId: app.appId, groupType: "SVC_GROUP" });
    new access.GroupBinding("bare-chat", { sourceGroupId: bare.id, groups: [{ groupId: chat.id }] });
    new access.ContainingGroup("bare-chat-nesting", { groupId: bare.id, containingGroupId: chat.id });
    new access.GroupReviewerStages("bare-stages", {
        groupId: bare.id,
        stages: [{ operator: "OR", ownerIds: [security.id] }],
    });
    new access.IdpGroupMapping("tracker-bare", { appResourceId: tracker.resourceId, groupId: bare.id, alias: "bare" });
    const archive = await access.getResource({ name: "Billing archive" });
    new access.IdpGroupMappings("archive-groups", {
        appResourceId: archive.resourceId,
        mappings: [{ groupId: bare.id, hiddenFromEndUser: true }, { groupId: chat.id }],
    });
    const ledgers = new access.Resource("ledgers", {
        name: "Ledgers",
        appId: app.appId,
        resourceType: "AWS_RDS_POSTGRES_CLUSTER",
        adminOwnerId: platform.id,
        requireMfaToConnect: true,
        ticketPropagation: { enabledOnGrant: true, enabledOnRevocation: false, ticketProvider: "JIRA" },
        visibility: { visibility: "LIMITED", visibilityGroupIds: [staff.groupId] },
        messageChannelIds: [channel],
        reviewerIds: [platform.id, security.id],
    });
    const ledger = new access.Resource("ledger", {
        name: "Ledger",
        appId: app.appId,
        resourceType: "AWS_RDS_POSTGRES_INSTANCE",
        parentResourceId: ledgers.id,
    });
    new access.ResourceVisibility("ledger-visibility", {
        resourceId: ledger.id,
        visibility: "LIMITED",
        visibilityGroupIds: [bare.id],
    });
    new access.ResourceMessageChannels("ledger-channels", { resourceId: ledger.id, messageChannelIds: [channel] });
    new access.ResourceReviewers("ledger-reviewers", { resourceId: ledger.id, reviewerIds: [security.id] });
    const reader = new access.CustomAccessLevel("ledgers-reader", {
        resourceId: ledgers.id,
        accessLevelRemoteId: "reader",
        accessLevelName: "Reader",
        memberResourceIds: [ledger.id],
    });
    new access.ResourceUser("ledgers-ada", {
        resourceId: ledgers.id,
        userId: users[0].userId,
        accessLevelRemoteId: reader.accessLevelRemoteId,
        durationMinutes: 0,
    });
    const auditors = new access.Resource("auditors", {
        name: "Auditors",
        appId: app.appId,
        resourceType: "SVC_SCOPED_ROLE",
    });
    new access.ResourceReviewerStages("auditors-stages", {
        resourceId: auditors.id,
        stages: [
            { operator: "AND", ownerIds: [platform.id] },
            { operator: "OR", ownerIds: [security.id] },
        ],
    });
    new access.ScopedRolePermissions("auditors-permissions", {
        resourceId: auditors.id,
        permissions: [
            { targetType: "RESOURCE", permissionName: "READ", allowAll: false, targetIds: [ledgers.id, ledger.id] },
            { targetType: "GROUP", permissionName: "READ", allowAll: true },
        ],
    });
    const deployer = new access.Resource("deployer", {
        name: "Deployer",
        appId: app.appId,
        resourceType: "AWS_IAM_ROLE",
        remoteInfo: { awsIamRole: { arn: "arn:aws:iam::111111111111:role/Deployer" } },
    });
    new access.ResourceNonHumanIdentity("auditors-deployer", {
        resourceId: auditors.id,
        nonHumanIdentityId: deployer.id,
        durationMinutes: 0,
    });
    new access.MessageChannel("platform-channel", { thirdPartyProvider: "SLACK", remoteId: "C0PLATFORM" });
    new access.OnCallSchedule("platform-nights", { thirdPartyProvider: "PAGER_DUTY", remoteId: "PNIGHT" });
    new access.RequestTemplate("questions", {
        name: "Production access",
        customFields: [{ name: "Ticket", type: "SHORT_TEXT", required: true }],
    });
    new access.EventStream("security-log", {
        name: "Security log",
        connectionType: "WEBHOOK",
        webhookUrl: "https://log.example/events",
        enabled: false,
        authType: "HMAC",
        hmacCredential1: { secret: "a-secret-of-the-receiver" },
    });
    const helper = new access.Paladin("helper", { name: "Helper", ownerId: security.id });
    new access.PaladinContextSource("helper-runbook", {
        paladinId: helper.id,
        sourceKind: "DOCUMENT",
        thirdPartyProvider: "NOTION",
        remoteId: "runbook",
    });
    new access.Campaign("yearly", {
        name: "Access of the year",
        query: { principalFilter: { entityTypes: ["USER"] }, entitlementFilter: { entityIDs: [bare.id] } },
    });
    new access.User("noa", {
        email: "noa@tidewater.example",
        firstName: "Noa",
        lastName: "Berg",
        role: "MEMBER",
        managerId: users[0].userId,
    });
    return { oncall: oncall.id };
};
