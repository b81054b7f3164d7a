import * as access from "pulumi-access-governance";

// A request for the chat becomes a request for the drivers. A user removed from one group is removed from both.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const source = new access.Group("drivers", { name: "Drivers", appId: app.appId });
    const linked = new access.Group("drivers-chat", { name: "Drivers chat", appId: app.appId });
    new access.GroupBinding("drivers-linked", { sourceGroupId: source.id, groups: [{ groupId: linked.id }] });
};
