import * as pulumi from "@pulumi/pulumi";
import * as access from "pulumi-access-governance";

const APP = "Tidewater";
const EIGHT_HOURS = 8 * 60;
const GUESTS = "Guests of the yard";
const PURPOSE = "May look, and touch nothing";

const app = pulumi.output(access.getApp({ name: APP }));
const staff = pulumi.output(access.getGroup({ name: "Office staff" }));
const audience = [staff.groupId];

const guests = new access.Group("guests", {
    name: GUESTS,
    description: PURPOSE,
    appId: app.appId,
    groupType: "SVC_GROUP",
    requestConfigurations: [
        { priority: 0, allowRequests: true, autoApproval: false, maxDurationMinutes: EIGHT_HOURS },
    ],
});
const regulars = new access.Group("regulars", {
    name: "Regulars",
    description: PURPOSE,
    appId: app.appId,
    groupType: "SVC_GROUP",
});

new access.GroupVisibility("guests-seen", {
    groupId: guests.id,
    visibility: "LIMITED",
    visibilityGroupIds: audience,
});
new access.GroupVisibility("regulars-seen", {
    groupId: regulars.id,
    visibility: "LIMITED",
    visibilityGroupIds: audience,
});
