import * as access from "pulumi-access-governance";

// People are members while they are on call.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const group = new access.Group("on-call", { name: "On call", appId: app.appId });
    const platform = await access.getOnCallSchedule({ name: "Platform on call" });
    new access.GroupOnCallSchedules("on-call-schedules", {
        groupId: group.id,
        onCallScheduleIds: [platform.onCallScheduleId],
    });
};
