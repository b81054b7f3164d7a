const pulumi = require("@pulumi/pulumi");
const access = require("pulumi-access-governance");

module.exports = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const ada = await access.getUser({ email: "ada@tidewater.example" });
    const leaver = process.env.LEAVER;
    // The program after the person was removed from it.
    const ids = leaver ? [leaver] : [];
    const owner = new access.Owner("keepers", { name: "Keepers", userIds: [ada.userId, ...ids] });
    const group = new access.Group("crew", {
        name: "Night crew",
        appId: app.appId,
        adminOwnerId: owner.id,
        groupLeaderUserIds: ids,
    });
    new access.GroupUsers("crew", {
        groupId: group.id,
        users: [ada.userId, ...ids].map((userId) => ({ userId: pulumi.output(userId) })),
    });
    if (leaver) new access.GroupUser("everyone", { groupId: process.env.EVERYONE, userId: leaver });
    new access.Group("untouched", { name: "Day crew", appId: app.appId, groupLeaderUserIds: [ada.userId] });
};
