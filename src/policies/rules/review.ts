import { hasUnknown, type Properties } from "../../provider/schema/fields.js";
import { sensitiveIn, sensitiveSettings } from "../classes.js";
import { isEmpty, isMissing, isNotTrue, placeOf, placesIn } from "../program.js";
import { requestableOf, stageListsOf, stagesOf } from "../requests.js";
import { faultAt, type PolicyRule, resourceRule, stackRule } from "../rule.js";

const DAY = 24 * 60 * 60 * 1000;

/** What has reviewers: their kinds, the properties that name owners, and those that name what is reviewed. */
const REVIEWED = [
    { kind: "GroupReviewerStages", owners: "stages", target: "groupId" },
    { kind: "ResourceReviewerStages", owners: "stages", target: "resourceId" },
    { kind: "ResourceReviewers", owners: "reviewerIds", target: "resourceId" },
] as const;

export const review: readonly PolicyRule[] = [
    resourceRule({
        name: "no-self-review",
        description: "Nobody reviews their own access in a campaign.",
        enforcementLevel: "mandatory",
        kinds: ["Campaign"],
        find: (place) =>
            place.given.allowSelfReview === true
                ? [faultAt(place, "allowSelfReview", "is true: people would review their own access")]
                : [],
    }),
    stackRule({
        name: "members-do-not-review",
        description: "The members of a group do not decide who else joins it.",
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
                                  placeOf(reviewed),
                                  owners,
                                  "name an owner whose people are the members of the group",
                              ),
                          ]
                        : [];
                }),
            ),
    }),
    resourceRule({
        name: "stage-has-reviewer",
        description: "Every stage of review has somebody who can act in it.",
        enforcementLevel: "mandatory",
        kinds: ["Group", "Resource", "ConfigurationTemplate", "GroupReviewerStages", "ResourceReviewerStages"],
        find: (place) =>
            stagesOf(place)
                .filter(
                    ({ given }) =>
                        isEmpty(given.ownerIds) &&
                        isEmpty(given.serviceUserIds) &&
                        isNotTrue(given.requireManagerApproval) &&
                        isNotTrue(given.requireAdminApproval),
                )
                .map((stage) => faultAt(stage, "ownerIds", "are empty, and nobody else reviews in this stage")),
    }),
    stackRule({
        name: "sensitive-reviewed-by-people",
        description: "A person approves access to what is sensitive: service users alone are not enough.",
        enforcementLevel: "mandatory",
        settings: sensitiveSettings,
        find: (program, settings) =>
            sensitiveIn(program, settings).flatMap((target) =>
                stageListsOf(program, target).flatMap(([place, property]) => {
                    const stages = placesIn(place, property);
                    const list = place.given[property];
                    if (!Array.isArray(list) || stages.length < list.length || stages.length === 0) return [];
                    return stages.every(({ given }) => isServiceAlone(given))
                        ? [faultAt(place, property, "can be passed by service users alone")]
                        : [];
                }),
            ),
    }),
    stackRule({
        name: "sensitive-has-stages",
        description: "Access to what is sensitive is approved in several stages.",
        enforcementLevel: "advisory",
        settings: {
            ...sensitiveSettings,
            sensitiveMinimumStages: { description: "The fewest stages of review, 1 to 3.", default: 2 },
        },
        find: (program, { sensitiveMinimumStages, ...settings }) =>
            sensitiveIn(program, settings).flatMap((target) =>
                stageListsOf(program, target).flatMap(([place, property]) => {
                    const list = place.given[property];
                    if (!isReviewed(place.given)) return [];
                    return Array.isArray(list) && list.length < sensitiveMinimumStages
                        ? [faultAt(place, property, `have fewer than ${sensitiveMinimumStages} stages`)]
                        : [];
                }),
            ),
    }),
    stackRule({
        name: "sensitive-needs-reason",
        description: "Who asks for something sensitive gives a reason.",
        enforcementLevel: "mandatory",
        settings: sensitiveSettings,
        find: (program, settings) =>
            sensitiveIn(program, settings)
                .flatMap((target) => requestableOf(program, target))
                .filter(({ given }) => given.reasonOptional === true)
                .map((place) => faultAt(place, "reasonOptional", "is true for something sensitive")),
    }),
    resourceRule({
        name: "campaign-revokes",
        description: "What a campaign decides to revoke is revoked.",
        enforcementLevel: "advisory",
        kinds: ["Campaign"],
        find: (place) =>
            place.given.revokeOn === "NONE" ? [faultAt(place, "revokeOn", "is NONE: no decision takes effect")] : [],
    }),
    resourceRule({
        name: "delegation-ends",
        description: "Reviews are handed over for a short time only.",
        enforcementLevel: "mandatory",
        kinds: ["Delegation"],
        settings: {
            delegationMaximumDays: { description: "The longest that a delegation may last, in days.", default: 30 },
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

/** Whether requests go through the stages; stages declared on their own say nothing of that. */
function isReviewed({ allowRequests, autoApproval }: Properties): boolean {
    return (isMissing(allowRequests) || allowRequests === true) && (isMissing(autoApproval) || autoApproval === false);
}

/** With OR one service user is enough; with AND a person beside it has to agree. */
function isServiceAlone(stage: Properties): boolean {
    const { operator, ownerIds, serviceUserIds, requireManagerApproval, requireAdminApproval } = stage;
    if (!Array.isArray(serviceUserIds) || serviceUserIds.length === 0) return false;
    if (operator === "OR") return true;
    const isForNobodyElse = isEmpty(ownerIds) && isNotTrue(requireManagerApproval) && isNotTrue(requireAdminApproval);
    return operator === "AND" && isForNobodyElse;
}
