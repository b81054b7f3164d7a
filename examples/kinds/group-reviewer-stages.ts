import * as access from "pulumi-access-governance";

// Requests for a group are reviewed by its owner.
export = async () => {
    const administrators = await access.getOwner({ name: "Administrators" });
    const app = await access.getApp({ name: "Tidewater" });
    const group = new access.Group("reviewed", { name: "Reviewed group", appId: app.appId });
    new access.GroupReviewerStages("reviewed-stages", {
        groupId: group.id,
        stages: [{ operator: "OR", ownerIds: [administrators.ownerId] }],
    });
};
