import * as access from "pulumi-access-governance";

// Shows a group under another name in an app of the identity provider.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const directory = await access.getApp({ name: "Tidewater Directory" });
    const group = new access.Group("mapped", { name: "Mapped group", appId: app.appId });
    const portal = new access.Resource("portal", {
        name: "Portal",
        appId: directory.appId,
        resourceType: "OKTA_APP",
        remoteInfo: { oktaApp: { appId: "0oa-portal" } },
    });
    new access.IdpGroupMapping("portal-mapped", {
        appResourceId: portal.id,
        groupId: group.id,
        alias: "Members",
    });
};
