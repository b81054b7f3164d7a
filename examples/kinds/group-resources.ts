import * as access from "pulumi-access-governance";

// The complete list of resources that a group gives access to.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const group = new access.Group("archivists", { name: "Archivists", appId: app.appId });
    const archive = await access.getResource({ name: "Billing archive" });
    new access.GroupResources("archivists-resources", {
        groupId: group.id,
        resources: [{ resourceId: archive.resourceId }],
    });
};
