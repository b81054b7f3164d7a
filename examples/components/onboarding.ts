import * as access from "pulumi-access-governance";

// New employees request everything at once. Femi approves joining the desk; requests for the tracker follow its own rules.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const femi = await access.getUser({ email: "femi@tidewater.example" });
    const everyone = await access.getGroup({ name: "Everyone" });
    const tracker = await access.getResource({ name: "Freight tracker" });
    const owner = new access.Owner("desk", { name: "Customer desk", userIds: [femi.userId] });
    const desk = new access.Group("desk", {
        name: "Customer desk",
        appId: app.appId,
        adminOwnerId: owner.id,
        requestConfigurations: [
            {
                reviewerStages: [{ operator: "OR", ownerIds: [owner.id] }],
            },
        ],
    });
    new access.Onboarding("first-week", {
        name: "First week",
        adminOwnerId: owner.id,
        visibleTo: [everyone.groupId],
        groups: { desk: desk.id },
        resources: { tracker: { resourceId: tracker.resourceId } },
    });
};
