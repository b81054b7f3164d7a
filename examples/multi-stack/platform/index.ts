import * as access from "pulumi-access-governance";

export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const ada = await access.getUser({ email: "ada@tidewater.example" });
    const bruno = await access.getUser({ email: "bruno@tidewater.example" });
    const dana = await access.getUser({ email: "dana@tidewater.example" });

    // Stacks of the teams build on these: Pulumi refuses to delete one until this line is taken out, and nothing of a team goes with it.
    const shared = { protect: true };
    const users = [ada.userId, bruno.userId];
    const platform = new access.Owner("platform", { name: "Platform team", userIds: users }, shared);
    const security = new access.Owner("security", { name: "Security team", userIds: [dana.userId] }, shared);
    const readOnly = new access.Group(
        "prod-read-only",
        { name: "Production read-only", appId: app.appId, adminOwnerId: platform.id },
        shared,
    );

    // What the stacks of the teams may count on. Taking a name away breaks their next preview, which says so.
    return {
        owners: { platform: platform.id, security: security.id },
        groups: { productionReadOnly: readOnly.id },
    };
};
