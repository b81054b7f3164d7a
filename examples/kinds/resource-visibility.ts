import * as access from "pulumi-access-governance";

// Only office staff can see this resource. The resource is declared here only to make the example complete.
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
