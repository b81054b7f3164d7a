import * as access from "pulumi-access-governance";
import type { Directory } from "./directory";
import type { Teams } from "./teams";

/** An automated first reviewer, a configuration template for sensitive objects, and a quarterly review. */
export function declareReviews({ apps, channels, groups, people, schedules }: Directory, teams: Teams) {
    const { security, platform } = teams;
    const reader = new access.Paladin("first-reader", {
        name: "First reader",
        ownerId: security.id,
        monitorMode: false,
        enabledConnectors: ["SLACK"],
        instructions: "Approve requests that the incident channel mentions. Leave all others to people.",
    });
    new access.PaladinContextSource("first-reader-reviews", {
        paladinId: reader.id,
        sourceKind: "SLACK_CHANNEL",
        thirdPartyProvider: "SLACK",
        remoteId: "C0REVIEW",
        name: "access-reviews",
    });
    new access.PaladinContextSource("first-reader-runbook", {
        paladinId: reader.id,
        sourceKind: "DOCUMENT",
        thirdPartyProvider: "NOTION",
        remoteId: "incident-runbook",
        name: "Incident runbook",
        url: "https://notes.tidewater.example/incident-runbook",
    });

    new access.App("berth-planner", {
        name: "Berth planner",
        description: "Who may move which ship",
        adminOwnerId: security.id,
        appType: "CUSTOM",
    });
    new access.Script("who-is-on-duty", {
        name: "Who is on duty",
        scriptType: "CONTEXT_PROVIDER",
        script: "def main(request):\n    return {'weekday': request.created_at.weekday}\n",
    });

    const sensitive = new access.ConfigurationTemplate("sensitive", {
        name: "Sensitive",
        adminOwnerId: security.id,
        visibility: { visibilityGroupIds: [groups.everyone] },
        requireMfaToApprove: true,
        requireMfaToConnect: true,
        linkedAuditMessageChannelIds: [channels.audit],
        memberOncallScheduleIds: [schedules.platform],
        breakGlassUserIds: [people.elif],
        requestConfigurations: [
            {
                maxDurationMinutes: access.hours(4),
                reviewerStages: [
                    { operator: "OR", ownerIds: [platform.owner.id], serviceUserIds: [reader.id] },
                    { operator: "AND", ownerIds: [security.id] },
                ],
            },
        ],
    });
    // The template governs this group, so the settings of the template are not repeated here.
    const keys = new access.Group("signing-keys", {
        name: "Signing keys",
        appId: apps.native,
        adminOwnerId: security.id,
        configurationTemplateId: sensitive.id,
    });
    new access.Resource("key-vault", {
        name: "Key vault",
        appId: apps.native,
        resourceType: "CUSTOM",
        adminOwnerId: security.id,
        configurationTemplateId: sensitive.id,
    });

    // The API cannot delete a campaign: `pulumi destroy` only removes its schedule.
    new access.QuarterlyReview("contractors-every-quarter", {
        name: "Contractors, every quarter",
        reviewedIds: [groups.contractors],
        timezone: "Europe/Lisbon",
    });
    return { reader, sensitive, keys };
}
