const pulumi = require("@pulumi/pulumi");
const access = require("pulumi-access-governance");

module.exports = async () => {
    const config = new pulumi.Config("bench");
    const app = await access.getApp({ name: "Tidewater" });
    for (let number = 0; number < config.requireNumber("owners"); number += 1) {
        new access.Owner(`owner-${number}`, { name: `Owner ${number}`, userIds: [] });
    }
    const owner = new access.Owner("owner", {
        name: "Owner of all groups",
        description: config.get("edited") ?? "Owns them",
    });
    for (let number = 0; number < config.requireNumber("groups"); number += 1) {
        new access.Group(`group-${number}`, {
            name: `Group ${number}`,
            appId: app.appId,
            groupType: "SVC_GROUP",
            description: config.get("description") ?? "A group of the bench",
            adminOwnerId: owner.id,
            visibility: { visibility: "LIMITED", visibilityGroupIds: [] },
            messageChannelIds: [],
            onCallScheduleIds: [],
        });
    }
};
