import * as access from "pulumi-access-governance";

// Members of the inner group are also members of the outer one.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const inner = new access.Group("pilots", { name: "Pilots", appId: app.appId });
    const outer = new access.Group("crew", { name: "Crew", appId: app.appId });
    new access.ContainingGroup("pilots-in-crew", { groupId: inner.id, containingGroupId: outer.id });
};
