import * as access from "pulumi-access-governance";

export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const ada = await access.getUser({ email: "ada@tidewater.example" });
    const bruno = await access.getUser({ email: "bruno@tidewater.example" });
    const dana = await access.getUser({ email: "dana@tidewater.example" });

    // The teams' stacks use these objects. Pulumi refuses to delete them until you remove `protect`.
    const shared = { protect: true };
    const users = [ada.userId, bruno.userId];
    const platform = new access.Owner("platform", { name: "Platform team", userIds: users }, shared);
    const security = new access.Owner("security", { name: "Security team", userIds: [dana.userId] }, shared);
    const readOnly = new access.Group(
        "prod-read-only",
        { name: "Production read-only", appId: app.appId, adminOwnerId: platform.id },
        shared,
    );

    // Outputs for the teams' stacks. If you remove one, the next preview of a team that uses it fails and names it.
    return {
        owners: { platform: platform.id, security: security.id },
        groups: { productionReadOnly: readOnly.id },
    };
};
