import * as access from "pulumi-access-governance";

export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const ada = await access.getUser({ email: "ada@tidewater.example" });
    const bruno = await access.getUser({ email: "bruno@tidewater.example" });
    const dana = await access.getUser({ email: "dana@tidewater.example" });

    const platform = new access.Owner("platform", { name: "Platform team", userIds: [ada.userId, bruno.userId] });
    const security = new access.Owner("security", { name: "Security team", userIds: [dana.userId] });
    const readOnly = new access.Group("prod-read-only", {
        name: "Production read-only",
        appId: app.appId,
        groupType: "SVC_GROUP",
        adminOwnerId: platform.id,
    });

    // What the stacks of the teams may count on. Taking a name away breaks their next preview, which says so.
    return {
        owners: { platform: platform.id, security: security.id },
        groups: { productionReadOnly: readOnly.id },
    };
};
