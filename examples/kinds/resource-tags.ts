import * as access from "pulumi-access-governance";

// The complete list of tags of a resource.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const resource = new access.Resource("labelled", {
        name: "Labelled resource",
        appId: app.appId,
        resourceType: "CUSTOM",
    });
    const tag = new access.Tag("resource-purpose", { key: "purpose", value: "resources" });
    new access.ResourceTags("labelled-tags", { resourceId: resource.id, tagIds: [tag.id] });
};
