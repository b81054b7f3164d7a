import * as access from "pulumi-access-governance";

// Changes of a resource are posted to a channel.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const resource = new access.Resource("told-resource", {
        name: "Told resource",
        appId: app.appId,
        resourceType: "CUSTOM",
    });
    const audit = await access.getMessageChannel({ name: "access-audit" });
    new access.ResourceMessageChannels("told-resource-channels", {
        resourceId: resource.id,
        messageChannelIds: [audit.messageChannelId],
    });
};
