import * as access from "pulumi-access-governance";

// Groups and resources that people request together.
export = async () => {
    const administrators = await access.getOwner({ name: "Administrators" });
    const staff = await access.getGroup({ name: "Office staff" });
    new access.Bundle("onboarding", {
        name: "Onboarding",
        description: "What everyone needs on the first day",
        adminOwnerId: administrators.ownerId,
        visibility: { visibilityGroupIds: [staff.groupId] },
    });
};
