import * as access from "pulumi-access-governance";
import type { Directory } from "./directory";
import type { Estate } from "./estate";
import type { Teams } from "./teams";

/** Access that people request: bundles, and just-in-time access for a few hours. */
export function declareBundles({ apps, groups, resources }: Directory, teams: Teams, estate: Estate) {
    new access.Onboarding("first-day", {
        name: "First day",
        description: "What a new engineer needs to look around",
        adminOwnerId: teams.platform.owner.id,
        visibleTo: [groups.everyone],
        groups: { engineering: teams.engineering.id },
        resources: { tracker: { resourceId: resources.tracker } },
    });

    const closing = new access.Bundle("year-end", { name: "Year end", adminOwnerId: teams.data.owner.id });
    new access.BundleResource("year-end-archive", { bundleId: closing.id, resourceId: resources.archive });
    new access.BundleResource("year-end-ledgers", {
        bundleId: closing.id,
        resourceId: estate.ledgers.id,
        accessLevelRemoteId: estate.analyst.accessLevelRemoteId,
        accessLevelName: "Analyst",
    });
    // Only the data team and office staff can see the bundle.
    new access.BundleVisibility("year-end", {
        bundleId: closing.id,
        visibilityGroupIds: [teams.data.members.id, groups.staff],
    });

    new access.JustInTimeAccess("deploy", {
        name: "Deploy by hand",
        appId: apps.native,
        adminOwnerId: teams.platform.owner.id,
        resources: { deployer: { resourceId: estate.deployer.id } },
        requesterGroupIds: [teams.engineering.id],
        stages: [{ ownerIds: [teams.platform.owner.id] }],
        maxDurationMinutes: access.hours(4),
    });
}
