import * as access from "pulumi-access-governance";

// Whoever works in Europe is in, as long as a tag says so.
export = async () => {
    const administrators = await access.getOwner({ name: "Administrators" });
    const directory = await access.getApp({ name: "Tidewater Directory" });
    new access.AccessRule("europe", {
        name: "Everybody in Europe",
        description: "Follows the region that the directory states",
        adminOwnerId: administrators.ownerId,
        status: "ACTIVE",
        ruleClauses: {
            when: { clauses: [{ selectors: [{ key: "region", value: "eu", connectionId: directory.appId }] }] },
        },
    });
};
