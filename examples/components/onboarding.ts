import * as access from "pulumi-access-governance";

// New people ask once, and get the group of the desk and the tracker.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const femi = await access.getUser({ email: "femi@tidewater.example" });
    const everyone = await access.getGroup({ name: "Everyone" });
    const tracker = await access.getResource({ name: "Freight tracker" });
    const desk = new access.AccessTeam("desk", {
        name: "Customer desk",
        appId: app.appId,
        reviewerIds: [femi.userId],
        memberIds: [femi.userId],
    });
    new access.Onboarding("first-week", {
        name: "First week",
        adminOwnerId: desk.owner.id,
        visibleTo: [everyone.groupId],
        groups: { desk: desk.group.id },
        resources: { tracker: { resourceId: tracker.resourceId } },
    });
};
