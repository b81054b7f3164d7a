import * as access from "pulumi-access-governance";

// The complete list of groups in a bundle.
export = async () => {
    const administrators = await access.getOwner({ name: "Administrators" });
    const staff = await access.getGroup({ name: "Office staff" });
    const bundle = new access.Bundle("desk", { name: "Desk", adminOwnerId: administrators.ownerId });
    new access.BundleGroups("desk-groups", { bundleId: bundle.id, groups: [{ groupId: staff.groupId }] });
};
