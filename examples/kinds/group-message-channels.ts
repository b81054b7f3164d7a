import * as access from "pulumi-access-governance";

// Changes of a group are posted to a channel.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const group = new access.Group("told", { name: "Told group", appId: app.appId });
    const audit = await access.getMessageChannel({ name: "access-audit" });
    new access.GroupMessageChannels("told-channels", {
        groupId: group.id,
        messageChannelIds: [audit.messageChannelId],
    });
};
