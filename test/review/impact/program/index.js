// Changes from step to step, as a repository does: STEP says how far it is, IDS which objects of the service it speaks of.
const access = require("pulumi-access-governance");

const step = Number(process.env.STEP);
const { users, production, team, appId, role, connectionId } = JSON.parse(process.env.IDS);
const isWide = step === 2 || step === 4;

const owner = new access.Owner("reviewers", { name: "Impact reviewers", userIds: users.slice(0, isWide ? 3 : 2) });
const group = new access.Group("production", {
    name: "Impact production",
    appId,
    groupType: "SVC_GROUP",
    adminOwnerId: owner.id,
    groupLeaderUserIds: isWide ? [users[5]] : [],
    visibility: isWide ? { visibility: "GLOBAL" } : { visibility: "LIMITED", visibilityGroupIds: [team] },
    requestConfigurations: [
        {
            priority: 0,
            allowRequests: true,
            autoApproval: isWide,
            reviewerStages: [{ operator: isWide ? "OR" : "AND", ownerIds: [owner.id] }],
        },
    ],
});
new access.GroupUser("for-a-day", { groupId: group.id, userId: users[10], durationMinutes: isWide ? 0 : 1440 });
const members = new access.Group("members", {
    name: "Impact members",
    appId,
    groupType: "SVC_GROUP",
    adminOwnerId: owner.id,
});
new access.GroupUsers("members", {
    groupId: members.id,
    users: users.slice(step === 4 ? 22 : 20, isWide ? 25 : 22).map((userId) => ({ userId })),
});
if (isWide) {
    new access.GroupResource("gives", { groupId: group.id, resourceId: production });
    new access.ContainingGroup("nested", { groupId: team, containingGroupId: group.id, durationMinutes: 0 });
    const bound = new access.Group("bound", {
        name: "Impact bound",
        appId,
        groupType: "SVC_GROUP",
        adminOwnerId: owner.id,
    });
    if (step === 2) new access.GroupUser("bound-member", { groupId: bound.id, userId: users[21] });
    new access.GroupBinding("binding", { sourceGroupId: members.id, groups: [{ groupId: bound.id }] });
    new access.Delegation("delegation", {
        delegatorUserId: users[0],
        delegateUserId: users[6],
        startTime: "2026-01-01T00:00:00Z",
        endTime: "2027-01-01T00:00:00Z",
        reason: "A week off",
    });
    new access.ResourceUser("direct", { resourceId: role, userId: users[7] });
    new access.Bundle("bundle", { name: "Impact bundle", adminOwnerId: owner.id });
    const rule = new access.AccessRule("rule", {
        name: "Impact rule",
        description: "",
        adminOwnerId: owner.id,
        status: "ACTIVE",
        ruleClauses: {
            when: {
                clauses: [{ selectors: [{ key: "team", value: "payments", connectionId }] }],
            },
        },
    });
    new access.GroupResource("rule-gives", { groupId: rule.id, resourceId: production });
}
