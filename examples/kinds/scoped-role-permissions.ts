import * as access from "pulumi-access-governance";

// The permissions of a scoped role, and the objects that they apply to.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const role = new access.Resource("auditors", {
        name: "Auditors of groups",
        appId: app.appId,
        resourceType: "SVC_SCOPED_ROLE",
    });
    new access.ScopedRolePermissions("auditors-permissions", {
        resourceId: role.id,
        permissions: [{ targetType: "GROUP", permissionName: "READ", allowAll: true }],
    });
};
