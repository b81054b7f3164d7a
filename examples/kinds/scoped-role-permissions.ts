import * as access from "pulumi-access-governance";

// What a role may do, and with what.
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
