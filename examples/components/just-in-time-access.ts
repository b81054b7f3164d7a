import * as access from "pulumi-access-governance";

// Office staff can request the billing archive for two hours. First the bookkeepers approve, then IT security.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const dana = await access.getUser({ email: "dana@tidewater.example" });
    const elif = await access.getUser({ email: "elif@tidewater.example" });
    const staff = await access.getGroup({ name: "Office staff" });
    const archive = await access.getResource({ name: "Billing archive" });
    const books = new access.Owner("books", { name: "Bookkeepers", userIds: [dana.userId] });
    const security = new access.Owner("it-security", { name: "IT security", userIds: [elif.userId] });
    new access.JustInTimeAccess("archive", {
        name: "Billing archive, two hours",
        appId: app.appId,
        adminOwnerId: books.id,
        resources: { archive: { resourceId: archive.resourceId } },
        requesterGroupIds: [staff.groupId],
        stages: [{ ownerIds: [books.id] }, { ownerIds: [security.id] }],
        maxDurationMinutes: access.hours(2),
    });
};
