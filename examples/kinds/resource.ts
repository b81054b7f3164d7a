import * as access from "pulumi-access-governance";

// A resource that people can request access to.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const administrators = await access.getOwner({ name: "Administrators" });
    const staff = await access.getGroup({ name: "Office staff" });
    new access.Resource("route-planner", {
        name: "Route planner",
        appId: app.appId,
        resourceType: "CUSTOM",
        adminOwnerId: administrators.ownerId,
        visibility: { visibilityGroupIds: [staff.groupId] },
    });
};
