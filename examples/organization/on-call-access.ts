import type * as pulumi from "@pulumi/pulumi";
import * as access from "pulumi-access-governance";
import type { Contacts } from "./contacts";
import type { Directory } from "./directory";
import type { Estate } from "./estate";
import type { Team, Teams } from "./teams";

/** What people reach while they are on call, and no longer. */
export function declareOnCallAccess(directory: Directory, contacts: Contacts, teams: Teams, estate: Estate): void {
    const { tracker, archive } = directory.resources;
    reaches("platform", teams.platform, { tracker, deployer: estate.deployer.id });
    // A level that is made on the cluster is on each of its databases at first, and these are granted at no other one meanwhile.
    reaches("data", teams.data, { archive, payroll: estate.payroll.id }, { dependsOn: estate.analyst });
    reaches("support", teams.support, { tracker });
    new access.GroupResource("data-on-call-ledgers", {
        groupId: teams.data.onCall.id,
        resourceId: estate.ledgers.id,
        accessLevelRemoteId: estate.analyst.accessLevelRemoteId,
    });
    incidentCommand(directory, contacts, teams);
}

function reaches(
    slug: string,
    { onCall }: Team,
    resources: Record<string, pulumi.Input<string>>,
    options?: pulumi.ResourceOptions,
): void {
    for (const [name, resourceId] of Object.entries(resources)) {
        new access.GroupResource(`${slug}-on-call-${name}`, { groupId: onCall.id, resourceId }, options);
    }
}

/** Whoever is on call anywhere leads an incident together. Its parts are declared apart: each has another reason to change. */
function incidentCommand({ apps, schedules, groups }: Directory, contacts: Contacts, teams: Teams): void {
    const command = new access.Group("incident-command", {
        name: "Incident command",
        appId: apps.native,
        adminOwnerId: teams.platform.owner.id,
    });
    new access.GroupOnCallSchedules("incident-command", {
        groupId: command.id,
        onCallScheduleIds: [schedules.platform, schedules.data, contacts.supportSchedule.id],
    });
    new access.GroupMessageChannels("incident-command", {
        groupId: command.id,
        messageChannelIds: [contacts.incidents.id],
    });
    new access.GroupVisibility("incident-command", {
        groupId: command.id,
        visibilityGroupIds: [groups.everyone],
    });
    new access.GroupReviewerStages("incident-command", {
        groupId: command.id,
        stages: [
            {
                operator: "OR",
                ownerIds: [teams.platform.owner.id],
                escalation: { delayMinutes: 15, ownerIds: [teams.security.id] },
            },
        ],
    });
}
