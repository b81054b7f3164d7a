import * as access from "pulumi-access-governance";

// An app of the identity provider shows a group under another name.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const group = new access.Group("mapped", { name: "Mapped group", appId: app.appId });
    const portal = new access.Resource("portal", { name: "Portal", appId: app.appId, resourceType: "CUSTOM" });
    new access.IdpGroupMapping("portal-mapped", {
        appResourceId: portal.id,
        groupId: group.id,
        alias: "Members",
    });
};
