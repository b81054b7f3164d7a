import * as access from "pulumi-access-governance";

// Hugo surveys the quay for thirty days. Greta reviews his access, which ends automatically.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const greta = await access.getUser({ email: "greta@tidewater.example" });
    const hugo = await access.getUser({ email: "hugo@tidewater.example" });
    const tracker = await access.getResource({ name: "Freight tracker" });
    new access.VendorAccess("surveyors", {
        name: "Quay surveyors",
        appId: app.appId,
        reviewerIds: [greta.userId],
        people: { hugo: { userId: hugo.userId, durationMinutes: access.days(30) } },
        resources: { tracker: { resourceId: tracker.resourceId } },
    });
};
