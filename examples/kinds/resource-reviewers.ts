import * as access from "pulumi-access-governance";

// The owners that review requests for a resource.
export = async () => {
    const administrators = await access.getOwner({ name: "Administrators" });
    const app = await access.getApp({ name: "Tidewater" });
    const resource = new access.Resource("safe", { name: "Safe", appId: app.appId, resourceType: "CUSTOM" });
    new access.ResourceReviewers("safe-reviewers", {
        resourceId: resource.id,
        reviewerIds: [administrators.ownerId],
    });
};
