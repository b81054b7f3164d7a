import * as access from "pulumi-access-governance";

// A custom access level.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const ledger = new access.Resource("level-ledger", {
        name: "Ledger with levels",
        appId: app.appId,
        resourceType: "CUSTOM",
    });
    new access.CustomAccessLevel("ledger-reader", {
        resourceId: ledger.id,
        accessLevelRemoteId: "reader",
        accessLevelName: "Reader",
    });
};
