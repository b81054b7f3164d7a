import * as access from "pulumi-access-governance";

// People request to join for up to eight hours, and an owner approves.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const administrators = await access.getOwner({ name: "Administrators" });
    const staff = await access.getGroup({ name: "Office staff" });
    new access.Group("night-shift", {
        name: "Night shift",
        appId: app.appId,
        adminOwnerId: administrators.ownerId,
        visibility: { visibilityGroupIds: [staff.groupId] },
        requestConfigurations: [
            {
                maxDurationMinutes: access.hours(8),
                reviewerStages: [{ operator: "OR", ownerIds: [administrators.ownerId] }],
            },
        ],
    });
};
