// Declares what the file DECLARED says: see test/proofs/kills/declared.ts
const { readFileSync } = require("node:fs");
const access = require("pulumi-access-governance");

const { owners, groups } = JSON.parse(readFileSync(process.env.DECLARED, "utf8"));
const ownerIds = new Map();
for (const { name, description, userIds } of owners) {
    const owner = new access.Owner(name, { name, description });
    new access.OwnerUsers(name, { ownerId: owner.id, userIds });
    ownerIds.set(name, owner.id);
}
for (const { name, appId, description, owner, memberIds } of groups) {
    const group = new access.Group(name, {
        name,
        appId,
        groupType: "SVC_GROUP",
        description,
        adminOwnerId: ownerIds.get(owner),
        visibility: { visibility: "LIMITED", visibilityGroupIds: [] },
    });
    for (const userId of memberIds) new access.GroupUser(`${name} ${userId}`, { groupId: group.id, userId });
}
