import * as access from "pulumi-access-governance";

// Only office staff can see this group. The group is declared here only to make the example complete.
export = async () => {
    const staff = await access.getGroup({ name: "Office staff" });
    const app = await access.getApp({ name: "Tidewater" });
    const group = new access.Group("quiet", { name: "Quiet group", appId: app.appId });
    new access.GroupVisibility("quiet-visibility", {
        groupId: group.id,
        visibility: "LIMITED",
        visibilityGroupIds: [staff.groupId],
    });
};
