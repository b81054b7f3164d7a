import type * as pulumi from "@pulumi/pulumi";
import * as access from "pulumi-access-governance";
import type { Contacts } from "./contacts";
import type { Directory } from "./directory";
import type { Estate } from "./estate";
import type { Team, Teams } from "./teams";

/** Access that people have only while they are on call. */
export function declareOnCallAccess(directory: Directory, contacts: Contacts, teams: Teams, estate: Estate): void {
    const { tracker, archive } = directory.resources;
    grantOnCall("platform", teams.platform, { tracker, deployer: estate.deployer.id });
    // A new level on a cluster briefly applies to all its databases; these grants have to wait until that is over.
    grantOnCall("data", teams.data, { archive, payroll: estate.payroll.id }, { dependsOn: estate.analyst });
    grantOnCall("support", teams.support, { tracker });
    new access.GroupResource("data-on-call-ledgers", {
        groupId: teams.data.onCall.id,
        resourceId: estate.ledgers.id,
        accessLevelRemoteId: estate.analyst.accessLevelRemoteId,
    });
    incidentCommand(directory, contacts, teams);
}

function grantOnCall(
    slug: string,
    { onCall }: Team,
    resources: Record<string, pulumi.Input<string>>,
    options?: pulumi.ResourceOptions,
): void {
    for (const [name, resourceId] of Object.entries(resources)) {
        new access.GroupResource(`${slug}-on-call-${name}`, { groupId: onCall.id, resourceId }, options);
    }
}

/** The group of everyone on call. Its parts are separate resources because they change for different reasons. */
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
