import * as access from "pulumi-access-governance";

// A resource in a bundle.
export = async () => {
    const administrators = await access.getOwner({ name: "Administrators" });
    const tracker = await access.getResource({ name: "Freight tracker" });
    const bundle = new access.Bundle("dispatch", { name: "Dispatch", adminOwnerId: administrators.ownerId });
    new access.BundleResource("dispatch-tracker", { bundleId: bundle.id, resourceId: tracker.resourceId });
};
