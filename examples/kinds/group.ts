import * as access from "pulumi-access-governance";

// People ask to join, for eight hours at most, and an owner decides.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const administrators = await access.getOwner({ name: "Administrators" });
    const staff = await access.getGroup({ name: "Office staff" });
    new access.Group("night-shift", {
        name: "Night shift",
        appId: app.appId,
        // A group of the service itself; the vendor's documents call it OPAL_GROUP (docs/declaring.md).
        groupType: "SVC_GROUP",
        adminOwnerId: administrators.ownerId,
        visibility: { visibility: "LIMITED", visibilityGroupIds: [staff.groupId] },
        requestConfigurations: [
            {
                priority: 0,
                allowRequests: true,
                autoApproval: false,
                maxDurationMinutes: 480,
                reviewerStages: [{ operator: "OR", ownerIds: [administrators.ownerId] }],
            },
        ],
    });
};
