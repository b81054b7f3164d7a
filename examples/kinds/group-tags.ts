import * as access from "pulumi-access-governance";

// The complete list of tags of a group.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const group = new access.Group("labelled", { name: "Labelled group", appId: app.appId });
    const tag = new access.Tag("group-purpose", { key: "purpose", value: "groups" });
    new access.GroupTags("labelled-tags", { groupId: group.id, tagIds: [tag.id] });
};
