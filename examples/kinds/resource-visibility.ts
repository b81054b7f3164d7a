import * as access from "pulumi-access-governance";

// Only the office sees a resource. The resource is declared here only so that the example runs by itself.
export = async () => {
    const staff = await access.getGroup({ name: "Office staff" });
    const app = await access.getApp({ name: "Tidewater" });
    const resource = new access.Resource("quiet-resource", {
        name: "Quiet resource",
        appId: app.appId,
        resourceType: "CUSTOM",
    });
    new access.ResourceVisibility("quiet-resource-visibility", {
        resourceId: resource.id,
        visibility: "LIMITED",
        visibilityGroupIds: [staff.groupId],
    });
};
