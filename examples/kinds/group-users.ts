import * as access from "pulumi-access-governance";

// The complete list of members of a group.
export = async () => {
    const ada = await access.getUser({ email: "ada@tidewater.example" });
    const bruno = await access.getUser({ email: "bruno@tidewater.example" });
    const app = await access.getApp({ name: "Tidewater" });
    const group = new access.Group("bridge", { name: "Bridge", appId: app.appId });
    new access.GroupUsers("bridge-users", {
        groupId: group.id,
        users: [{ userId: ada.userId }, { userId: bruno.userId }],
    });
};
