import * as access from "pulumi-access-governance";

// The complete list of resources in a bundle.
export = async () => {
    const administrators = await access.getOwner({ name: "Administrators" });
    const app = await access.getApp({ name: "Tidewater" });
    const resource = new access.Resource("logbook", { name: "Logbook", appId: app.appId, resourceType: "CUSTOM" });
    const bundle = new access.Bundle("watch", { name: "Watch", adminOwnerId: administrators.ownerId });
    new access.BundleResources("watch-resources", { bundleId: bundle.id, resources: [{ resourceId: resource.id }] });
};
