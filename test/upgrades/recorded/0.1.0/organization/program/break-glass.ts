import * as access from "pulumi-access-governance";
import type { Directory } from "./directory";
import type { Estate } from "./estate";
import type { Teams } from "./teams";

/** The way in when everything else fails: at once, for an hour, with a reason that is read afterwards. */
export function declareBreakGlass({ apps, channels, resources }: Directory, teams: Teams, estate: Estate) {
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
    const glass = new access.Group("break-glass", {
        name: "Break glass",
        description: "Everything, for an hour",
        appId: apps.native,
        groupType: "SVC_GROUP",
        adminOwnerId: teams.security.id,
        riskSensitivityOverride: "CRITICAL",
        customRequestNotification: "You have an hour. Write down what you did.",
        messageChannelIds: [channels.audit],
        visibility: { visibility: "LIMITED", visibilityGroupIds: [teams.engineering.id] },
        requestConfigurations: [
            {
                priority: 0,
                allowRequests: true,
                autoApproval: false,
                maxDurationMinutes: 60,
                extensionsDurationInMinutes: 0,
                requestTemplateId: questions.id,
                reviewerStages: [{ operator: "OR", ownerIds: [teams.security.id, teams.platform.owner.id] }],
            },
            {
                priority: 1,
                condition: { groupIds: [teams.engineering.id] },
                allowRequests: true,
                autoApproval: true,
                requireMfaToRequest: true,
                maxDurationMinutes: 60,
                requestTemplateId: questions.id,
            },
        ],
    });
    // All of it, and nothing else: what somebody adds by hand is taken out again.
    new access.GroupResources("break-glass", {
        groupId: glass.id,
        resources: [
            { resourceId: resources.tracker },
            { resourceId: resources.archive },
            { resourceId: estate.deployer.id },
            { resourceId: estate.ledgers.id, accessLevelRemoteId: estate.analyst.accessLevelRemoteId },
        ],
    });
    return glass;
}
