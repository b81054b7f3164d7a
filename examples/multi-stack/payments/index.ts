import * as access from "pulumi-access-governance";
import { readPlatform } from "./platform";

export = async () => {
    const platform = await readPlatform();
    const app = await access.getApp({ name: "Tidewater" });
    const chiyo = await access.getUser({ email: "chiyo@tidewater.example" });

    const team = new access.Owner("payments", { name: "Payments team", userIds: [chiyo.userId] });
    // The team approves requests first, then the security team.
    const onCall = new access.Group("payments-on-call", {
        name: "Payments on-call",
        appId: app.appId,
        adminOwnerId: team.id,
        requestConfigurations: [
            {
                maxDurationMinutes: access.hours(8),
                reviewerStages: [
                    { operator: "OR", ownerIds: [team.id] },
                    { operator: "OR", ownerIds: [platform.owners.security] },
                ],
            },
        ],
    });
    // A bundle of the team that contains a group of the platform team.
    const firstDay = new access.Bundle("payments-first-day", {
        name: "First day in payments",
        adminOwnerId: platform.owners.platform,
    });
    new access.BundleGroup("first-day-on-call", { bundleId: firstDay.id, groupId: onCall.id });
    new access.BundleGroup("first-day-read-only", {
        bundleId: firstDay.id,
        groupId: platform.groups.productionReadOnly,
    });

    return { onCall: onCall.id };
};
