import * as access from "pulumi-access-governance";

// The complete list of custom access levels of a resource.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const ledger = new access.Resource("all-levels", {
        name: "Ledger with all levels",
        appId: app.appId,
        resourceType: "CUSTOM",
    });
    new access.CustomAccessLevels("ledger-levels", {
        resourceId: ledger.id,
        accessLevels: [
            { accessLevelRemoteId: "reader", accessLevelName: "Reader" },
            { accessLevelRemoteId: "writer", accessLevelName: "Writer" },
        ],
    });
};
