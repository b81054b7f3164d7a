import * as access from "pulumi-access-governance";

// A tag on a group.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const group = new access.Group("tagged", { name: "Tagged group", appId: app.appId });
    const tag = new access.Tag("group-audience", { key: "audience", value: "groups" });
    new access.GroupTag("tagged-audience", { groupId: group.id, tagId: tag.id });
};
