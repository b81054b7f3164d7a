const access = require("pulumi-access-governance");

// One after the other, so that the lines of a preview come in this order.
module.exports = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const user = async (name) => (await access.getUser({ email: `${name}@tidewater.example` })).userId;
    const [ada, chiyo] = [await user("ada"), await user("chiyo")];
    const security = new access.Owner("security", { name: "Security team", userIds: [ada] });
    const platform = new access.Owner(
        "platform",
        { name: "Platform team", userIds: [ada, chiyo] },
        { dependsOn: [security] },
    );
    const oncall = new access.Group("prod-oncall", {
        name: "Production on-call",
        appId: app.appId,
        groupType: "SVC_GROUP",
        adminOwnerId: platform.id,
        visibility: { visibility: "LIMITED", visibilityGroupIds: [] },
    });
    const member = new access.GroupUser("chiyo-on-call", { groupId: oncall.id, userId: chiyo, durationMinutes: 600 });
    new access.Bundle("audit", { name: "Audit", adminOwnerId: security.id }, { dependsOn: [member] });
};
