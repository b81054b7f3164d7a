import * as access from "pulumi-access-governance";

// Makes a user a member for a day.
export = async () => {
    const bruno = await access.getUser({ email: "bruno@tidewater.example" });
    const app = await access.getApp({ name: "Tidewater" });
    const group = new access.Group("visitors", { name: "Visitors", appId: app.appId });
    new access.GroupUser("visitors-bruno", { groupId: group.id, userId: bruno.userId, durationMinutes: 1440 });
};
