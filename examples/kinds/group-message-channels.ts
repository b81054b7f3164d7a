import * as access from "pulumi-access-governance";

// Posts changes to a group to a channel.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const group = new access.Group("audited", { name: "Audited group", appId: app.appId });
    const audit = await access.getMessageChannel({ name: "access-audit" });
    new access.GroupMessageChannels("audited-channels", {
        groupId: group.id,
        messageChannelIds: [audit.messageChannelId],
    });
};
