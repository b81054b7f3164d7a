import * as access from "pulumi-access-governance";

// Only office staff can see this bundle. The bundle is declared here only to make the example complete.
export = async () => {
    const administrators = await access.getOwner({ name: "Administrators" });
    const staff = await access.getGroup({ name: "Office staff" });
    const bundle = new access.Bundle("audits", { name: "Audits", adminOwnerId: administrators.ownerId });
    new access.BundleVisibility("audits-visibility", {
        bundleId: bundle.id,
        visibility: "LIMITED",
        visibilityGroupIds: [staff.groupId],
    });
};
