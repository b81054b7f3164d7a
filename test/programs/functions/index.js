const access = require("pulumi-access-governance");

/** Lookups and actions beside declarations, on what the same run makes. */
module.exports = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const me = await access.getCurrentUser();
    const staff = await access.getGroup({ name: "Office staff" });
    const group = new access.Group("watch", { name: "Watch", appId: app.appId, groupType: "SVC_GROUP" });
    const member = new access.GroupUser("watch-me", { groupId: group.id, userId: me.userId, durationMinutes: 0 });
    // Not before the membership is there.
    const members = access.getGroupUsersOutput({ groupId: member.groupId });
    // By its id, which a preview does not know yet; its name it would know, and find nothing.
    const found = access.getGroupOutput({ groupId: group.id });
    const campaign = new access.Campaign("review", {
        name: "Review of the watch",
        query: { entitlementFilter: { entityIDs: [staff.groupId] } },
    });
    const started = access.startCampaignOutput({ campaignId: campaign.id });
    return {
        me: me.email,
        members: members.apply((users) => users.map(({ email }) => email)),
        found: found.groupId,
        status: started.status,
    };
};
