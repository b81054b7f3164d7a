import * as access from "pulumi-access-governance";

// What people need together, they ask for together.
export = async () => {
    const administrators = await access.getOwner({ name: "Administrators" });
    const staff = await access.getGroup({ name: "Office staff" });
    new access.Bundle("onboarding", {
        name: "Onboarding",
        description: "What everybody needs on the first day",
        adminOwnerId: administrators.ownerId,
        visibility: { visibilityGroupIds: [staff.groupId] },
    });
};
