import * as pulumi from "@pulumi/pulumi";
import * as access from "pulumi-access-governance";

export = async () => {
    // What exists already is looked up by the names people know.
    const app = await access.getApp({ name: new pulumi.Config().require("app") });
    const me = await access.getCurrentUser();

    // Owners administer and approve. Add the people who should.
    const approvers = new access.Owner("approvers", { name: "Production approvers", userIds: [me.userId] });

    // People ask for it, an approver decides, and it ends after eight hours. Only administrators see it until you name groups.
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
