import * as access from "pulumi-access-governance";

// Users with the tag region=eu become members, and lose membership with the tag.
export = async () => {
    const administrators = await access.getOwner({ name: "Administrators" });
    const directory = await access.getApp({ name: "Tidewater Directory" });
    new access.AccessRule("europe", {
        name: "Everyone in Europe",
        description: "Follows the region in the directory",
        adminOwnerId: administrators.ownerId,
        status: "ACTIVE",
        ruleClauses: {
            when: { clauses: [{ selectors: [{ key: "region", value: "eu", connectionId: directory.appId }] }] },
        },
    });
};
