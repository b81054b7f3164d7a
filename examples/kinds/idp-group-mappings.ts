import * as access from "pulumi-access-governance";

// The complete list of groups that an app of the identity provider shows.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const directory = await access.getApp({ name: "Tidewater Directory" });
    const group = new access.Group("listed", { name: "Listed group", appId: app.appId });
    const wiki = new access.Resource("wiki", {
        name: "Wiki",
        appId: directory.appId,
        resourceType: "OKTA_APP",
        remoteInfo: { oktaApp: { appId: "0oa-wiki" } },
    });
    new access.IdpGroupMappings("wiki-groups", {
        appResourceId: wiki.id,
        mappings: [{ groupId: group.id, hiddenFromEndUser: true }],
    });
};
