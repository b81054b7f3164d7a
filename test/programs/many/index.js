const access = require("pulumi-access-governance");

module.exports = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const owner = new access.Owner("owner", { name: "Owner of many" });
    for (let number = 0; number < 8; number += 1) {
        const group = new access.Group(`group-${number}`, {
            name: `Many ${number}`,
            appId: app.appId,
            groupType: "SVC_GROUP",
            adminOwnerId: owner.id,
            onCallScheduleIds: [],
        });
        new access.GroupVisibility(`visibility-${number}`, {
            groupId: group.id,
            visibility: "LIMITED",
            visibilityGroupIds: [],
        });
    }
};
