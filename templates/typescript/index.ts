import * as pulumi from "@pulumi/pulumi";
import * as access from "pulumi-access-governance";

export = async () => {
    // Look up existing objects by name.
    const app = await access.getApp({ name: new pulumi.Config().require("app") });
    const me = await access.getCurrentUser();

    // The users of an owner administer and approve. Add the people who should do this.
    const approvers = new access.Owner("approvers", { name: "Production approvers", userIds: [me.userId] });

    // People request to join, an approver decides, and membership lasts at most eight hours. Only administrators can see the group until you add visibility groups.
    const onCall = new access.Group("on-call", {
        name: "Production on call",
        appId: app.appId,
        adminOwnerId: approvers.id,
        visibility: { visibility: "LIMITED" },
        requestConfigurations: [
            { maxDurationMinutes: access.hours(8), reviewerStages: [{ ownerIds: [approvers.id] }] },
        ],
    });
    return { onCallGroup: onCall.id };
};
