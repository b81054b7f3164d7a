import * as access from "pulumi-access-governance";

// A group that is nested in one other group, and in no further one.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const inner = new access.Group("stokers", { name: "Stokers", appId: app.appId });
    const outer = new access.Group("engine-crew", { name: "Engine crew", appId: app.appId });
    new access.ContainingGroups("stokers-in", {
        groupId: inner.id,
        containingGroups: [{ containingGroupId: outer.id }],
    });
};
