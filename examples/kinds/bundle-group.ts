import * as access from "pulumi-access-governance";

// A group in a bundle.
export = async () => {
    const administrators = await access.getOwner({ name: "Administrators" });
    const staff = await access.getGroup({ name: "Office staff" });
    const bundle = new access.Bundle("office", { name: "Office", adminOwnerId: administrators.ownerId });
    new access.BundleGroup("office-staff", { bundleId: bundle.id, groupId: staff.groupId });
};
