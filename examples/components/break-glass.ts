import * as access from "pulumi-access-governance";

// In an emergency, Ada and Chiyo get access to the tracker at once, for an hour, and the audit channel is notified.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const ada = await access.getUser({ email: "ada@tidewater.example" });
    const chiyo = await access.getUser({ email: "chiyo@tidewater.example" });
    const tracker = await access.getResource({ name: "Freight tracker" });
    const audit = await access.getMessageChannel({ remoteId: "C0AUDIT" });
    const administrators = await access.getOwner({ name: "Administrators" });
    new access.BreakGlass("emergency", {
        name: "Emergency",
        appId: app.appId,
        adminOwnerId: administrators.ownerId,
        userIds: [ada.userId, chiyo.userId],
        resources: [{ resourceId: tracker.resourceId }],
        auditChannelIds: [audit.messageChannelId],
    });
};
