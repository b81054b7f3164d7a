import * as access from "pulumi-access-governance";

// Both groups always have the same members.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const source = new access.Group("drivers", { name: "Drivers", appId: app.appId });
    const linked = new access.Group("drivers-chat", { name: "Drivers chat", appId: app.appId });
    new access.GroupBinding("drivers-bound", { sourceGroupId: source.id, groups: [{ groupId: linked.id }] });
};
