import type { Properties } from "../../common/properties.js";
import { hasUnknown } from "../../common/unknown.js";
import { sensitiveRule } from "../classes.js";
import { elementPlaces, isMissing, isMissingOrEmpty, isNotTrue, resourcePlace } from "../program.js";
import { requestableOf, reviewerStagePlaces, stageListsOf } from "../requests.js";
import { faultAt, type PolicyRule, resourceRule, stackRule } from "../rule.js";

const DAY = 24 * 60 * 60 * 1000;

/** The kinds that declare reviewers, each with the property that refers to owners and the one that refers to the target. */
const REVIEWED = [
    { kind: "GroupReviewerStages", owners: "stages", target: "groupId" },
    { kind: "ResourceReviewerStages", owners: "stages", target: "resourceId" },
    { kind: "ResourceReviewers", owners: "reviewerIds", target: "resourceId" },
] as const;

export const review: readonly PolicyRule[] = [
    resourceRule({
        name: "no-self-review",
        description: "Campaigns must not allow self-review.",
        enforcementLevel: "mandatory",
        kinds: ["Campaign"],
        find: (place) =>
            [
                ["allowSelfReview", true, "is true"] as const,
                ["reviewerAssignmentPolicy", "BY_SELF", "is BY_SELF"] as const,
            ].flatMap(([name, value, says]) =>
                place.given[name] === value
                    ? [faultAt(place, name, `${says}: people would review their own access`)]
                    : [],
            ),
    }),
    stackRule({
        name: "members-do-not-review",
        description: "The members of a group must not decide who else joins it.",
        enforcementLevel: "mandatory",
        find: (program) =>
            REVIEWED.flatMap(({ kind, owners, target }) =>
                program.of(kind).flatMap((reviewed) => {
                    const groups = reviewed.uses[target] ?? [];
                    const isOfMembers = program
                        .usedBy(reviewed, owners, "Owner")
                        .some((owner) => owner.uses.sourceGroupId?.some((urn) => groups.includes(urn)));
                    return isOfMembers
                        ? [
                              faultAt(
                                  resourcePlace(reviewed),
                                  owners,
                                  "refer to an owner whose members are the members of the group",
                              ),
                          ]
                        : [];
                }),
            ),
    }),
    resourceRule({
        name: "stage-has-reviewer",
        description: "Every reviewer stage has at least one reviewer.",
        enforcementLevel: "mandatory",
        kinds: ["Group", "Resource", "ConfigurationTemplate", "GroupReviewerStages", "ResourceReviewerStages"],
        find: (place) => [
            ...(Array.isArray(place.given.stages) && place.given.stages.length === 0
                ? [faultAt(place, "stages", "are empty, so no reviewer is asked")]
                : []),
            ...reviewerStagePlaces(place)
                .filter(
                    ({ given }) =>
                        isMissingOrEmpty(given.ownerIds) &&
                        isMissingOrEmpty(given.serviceUserIds) &&
                        isMissingOrEmpty(given.opalScriptIds) &&
                        isNotTrue(given.requireManagerApproval) &&
                        isNotTrue(given.requireAdminApproval),
                )
                .map((stage) => faultAt(stage, "ownerIds", "are empty, and this stage does not have other reviewers")),
        ],
    }),
    sensitiveRule({
        name: "sensitive-reviewed-by-people",
        description: "Access to a sensitive group or resource is approved by a person, not only by service users.",
        enforcementLevel: "mandatory",
        find: (target, program) =>
            stageListsOf(program, target).flatMap(([place, property]) => {
                const stages = elementPlaces(place, property);
                const list = place.given[property];
                if (!Array.isArray(list) || stages.length < list.length || stages.length === 0) return [];
                return stages.every(({ given }) => isServiceAlone(given))
                    ? [faultAt(place, property, "can be approved by service users alone")]
                    : [];
            }),
    }),
    sensitiveRule({
        name: "sensitive-has-stages",
        description: "Access to a sensitive group or resource is approved in several stages.",
        enforcementLevel: "advisory",
        settings: {
            sensitiveMinimumStages: { description: "Minimum number of reviewer stages, 1 to 3.", default: 2 },
        },
        find: (target, program, { sensitiveMinimumStages }) =>
            stageListsOf(program, target).flatMap(([place, property]) => {
                const list = place.given[property];
                if (!isReviewed(place.given)) return [];
                return Array.isArray(list) && list.length < sensitiveMinimumStages
                    ? [faultAt(place, property, `have fewer than ${sensitiveMinimumStages} stages`)]
                    : [];
            }),
    }),
    sensitiveRule({
        name: "sensitive-needs-reason",
        description: "Requests for a sensitive group or resource must give a reason.",
        enforcementLevel: "mandatory",
        find: (target, program) =>
            requestableOf(program, target)
                .filter(({ given }) => given.reasonOptional === true)
                .map((place) => faultAt(place, "reasonOptional", "is true for a sensitive group or resource")),
    }),
    resourceRule({
        name: "campaign-revokes",
        description: "Campaigns revoke the access that their reviewers reject.",
        enforcementLevel: "advisory",
        kinds: ["Campaign"],
        find: (place) =>
            place.given.revokeOn === "NONE"
                ? [faultAt(place, "revokeOn", "is NONE: rejected access would not be revoked")]
                : [],
    }),
    resourceRule({
        name: "delegation-ends",
        description: "The duration of delegations of reviews is limited.",
        enforcementLevel: "mandatory",
        kinds: ["Delegation"],
        settings: {
            delegationMaximumDays: { description: "Maximum duration of a delegation, in days.", default: 30 },
        },
        find: (place, { delegationMaximumDays }) => {
            const { startTime, endTime } = place.given;
            if (hasUnknown([startTime, endTime])) return [];
            const length = Date.parse(String(endTime)) - Date.parse(String(startTime));
            return length > delegationMaximumDays * DAY
                ? [faultAt(place, "endTime", `is more than ${delegationMaximumDays} days after startTime`)]
                : [];
        },
    }),
];

/**
 * Whether requests go through the stages. Always true for stages that are declared separately, because they do not have these properties.
 */
function isReviewed({ allowRequests, autoApproval }: Properties): boolean {
    return (isMissing(allowRequests) || allowRequests === true) && (isMissing(autoApproval) || autoApproval === false);
}

/** Whether service users or scripts alone can approve a stage. With OR, one of them is enough; with AND, all reviewers must approve. */
function isServiceAlone(stage: Properties): boolean {
    const { operator, ownerIds, serviceUserIds, opalScriptIds, requireManagerApproval, requireAdminApproval } = stage;
    const hasMachine = [serviceUserIds, opalScriptIds].some((ids) => Array.isArray(ids) && ids.length > 0);
    if (!hasMachine) return false;
    if (operator === "OR") return true;
    const hasNoPeople =
        isMissingOrEmpty(ownerIds) && isNotTrue(requireManagerApproval) && isNotTrue(requireAdminApproval);
    return operator === "AND" && hasNoPeople;
}
