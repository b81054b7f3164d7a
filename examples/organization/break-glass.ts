import * as access from "pulumi-access-governance";
import type { Directory } from "./directory";
import type { Estate } from "./estate";
import type { Teams } from "./teams";

/** Emergency access: immediate, for an hour, with a reason that security reads afterwards. */
export function declareBreakGlass({ apps, channels, people, resources }: Directory, teams: Teams, estate: Estate) {
    const questions = new access.RequestTemplate("incident", {
        name: "Incident",
        customFields: [
            {
                type: "CALLOUT",
                metadata: { calloutData: { severity: "WARNING", text: "Security reads every answer." } },
            },
            { name: "Incident", description: "Number of the incident", type: "SHORT_TEXT", required: true },
            {
                name: "Severity",
                type: "MULTI_CHOICE",
                required: true,
                metadata: { multiChoiceData: { options: ["Service is down", "Data is at risk", "Other"] } },
            },
        ],
    });
    return new access.BreakGlass("break-glass", {
        name: "Break glass",
        description: "Everything, for an hour",
        appId: apps.native,
        adminOwnerId: teams.security.id,
        userIds: [people.ada, people.dana],
        resources: [
            { resourceId: resources.tracker },
            { resourceId: resources.archive },
            { resourceId: estate.deployer.id },
            { resourceId: estate.ledgers.id, accessLevelRemoteId: estate.analyst.accessLevelRemoteId },
        ],
        auditChannelIds: [channels.audit],
        // Other engineers can request access, and security or platform approves.
        visibleTo: [teams.engineering.id],
        stages: [{ operator: "OR", ownerIds: [teams.security.id, teams.platform.owner.id] }],
        requestTemplateId: questions.id,
    });
}
