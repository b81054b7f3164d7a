import * as access from "pulumi-access-governance";

export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const ada = await access.getUser({ email: "ada@tidewater.example" });
    const bruno = await access.getUser({ email: "bruno@tidewater.example" });
    const staff = await access.getGroup({ name: "Office staff" });

    const platform = new access.Owner("platform", { name: "Platform team", userIds: [ada.userId] });
    const oncall = new access.Group("prod-oncall", {
        name: "Production on-call",
        appId: app.appId,
        adminOwnerId: platform.id,
        visibility: { visibilityGroupIds: [staff.groupId] },
        requestConfigurations: [
            {
                maxDurationMinutes: access.hours(8),
                reviewerStages: [{ operator: "OR", ownerIds: [platform.id] }],
            },
        ],
    });
    // For one week, for the handover.
    new access.GroupUser("bruno-on-call", { groupId: oncall.id, userId: bruno.userId, durationMinutes: 7 * 24 * 60 });
    return { oncallGroupId: oncall.id };
};
