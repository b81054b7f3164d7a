import * as access from "pulumi-access-governance";

// Posts changes to a resource to a channel.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const resource = new access.Resource("audited-resource", {
        name: "Audited resource",
        appId: app.appId,
        resourceType: "CUSTOM",
    });
    const audit = await access.getMessageChannel({ name: "access-audit" });
    new access.ResourceMessageChannels("audited-resource-channels", {
        resourceId: resource.id,
        messageChannelIds: [audit.messageChannelId],
    });
};
