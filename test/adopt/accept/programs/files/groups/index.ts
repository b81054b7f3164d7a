import * as access from "pulumi-access-governance";
import { app } from "../lookups";
import { admins } from "../owners";
import settings, { durations } from "./settings";

const carpenters = new access.Group("carpenters", {
    name: settings.carpenters.name,
    description: settings.carpenters.description,
    appId: app.appId,
    groupType: "SVC_GROUP",
    adminOwnerId: admins.id,
    requestConfigurations: [
        { priority: 0, allowRequests: true, autoApproval: false, maxDurationMinutes: durations.day },
    ],
});
const masons = new access.Group("masons", {
    ...settings.masons,
    appId: app.appId,
    groupType: "SVC_GROUP",
    adminOwnerId: admins.id,
});

export const groups = [carpenters.id, masons.id];
