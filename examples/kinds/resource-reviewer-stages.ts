import * as access from "pulumi-access-governance";

// Requests for a resource are reviewed in two stages.
export = async () => {
    const elif = await access.getUser({ email: "elif@tidewater.example" });
    const administrators = await access.getOwner({ name: "Administrators" });
    const app = await access.getApp({ name: "Tidewater" });
    const resource = new access.Resource("vault", { name: "Vault", appId: app.appId, resourceType: "CUSTOM" });
    const security = new access.Owner("vault-security", { name: "Vault security", userIds: [elif.userId] });
    new access.ResourceReviewerStages("vault-stages", {
        resourceId: resource.id,
        stages: [
            { operator: "AND", ownerIds: [administrators.ownerId] },
            { operator: "OR", ownerIds: [security.id] },
        ],
    });
};
