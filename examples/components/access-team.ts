import * as access from "pulumi-access-governance";

// Ada leads the team and reviews its requests. The two members get access to the tracker, and only they see the group.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const ada = await access.getUser({ email: "ada@tidewater.example" });
    const bruno = await access.getUser({ email: "bruno@tidewater.example" });
    const tracker = await access.getResource({ name: "Freight tracker" });
    const yard = new access.AccessTeam("yard", {
        name: "Yard",
        appId: app.appId,
        reviewerIds: [ada.userId],
        memberIds: [ada.userId, bruno.userId],
        leaderIds: [ada.userId],
        resources: { tracker: { resourceId: tracker.resourceId } },
    });
    return { groupId: yard.group.id };
};
