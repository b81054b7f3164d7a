import * as access from "pulumi-access-governance";

// The complete list of groups that grant access to a resource.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const resource = new access.Resource("tide-tables", {
        name: "Tide tables",
        appId: app.appId,
        resourceType: "CUSTOM",
    });
    const readers = new access.Group("tide-readers", { name: "Tide readers", appId: app.appId });
    new access.ResourceGroups("tide-tables-groups", { resourceId: resource.id, groups: [{ groupId: readers.id }] });
};
