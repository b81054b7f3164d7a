import * as access from "pulumi-access-governance";

// One set of request rules for many groups and resources.
export = async () => {
    const administrators = await access.getOwner({ name: "Administrators" });
    new access.ConfigurationTemplate("sensitive", {
        name: "Sensitive systems",
        adminOwnerId: administrators.ownerId,
        visibility: { visibility: "GLOBAL" },
        requireMfaToApprove: true,
        requireMfaToConnect: true,
        requestConfigurations: [{ maxDurationMinutes: access.hours(8) }],
    });
};
