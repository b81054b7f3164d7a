import * as access from "pulumi-access-governance";

// A tag on a resource.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const resource = new access.Resource("tagged-resource", {
        name: "Tagged resource",
        appId: app.appId,
        resourceType: "CUSTOM",
    });
    const tag = new access.Tag("resource-audience", { key: "audience", value: "resources" });
    new access.ResourceTag("tagged-resource-audience", { resourceId: resource.id, tagId: tag.id });
};
