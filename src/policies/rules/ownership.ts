import { hasUnknown, isUnknown } from "../../common/unknown.js";
import { isMissing, isMissingOrEmpty, resourcePlace } from "../program.js";
import { faultAt, type PolicyRule, resourceRule, stackRule } from "../rule.js";

/** The kinds that declare the reviewers of a group or resource separately. */
const REVIEW_PARTS: Readonly<Record<string, readonly (readonly [kind: string, property: string])[]>> = {
    Group: [["GroupReviewerStages", "groupId"]],
    Resource: [
        ["ResourceReviewerStages", "resourceId"],
        ["ResourceReviewers", "resourceId"],
    ],
};

export const ownership: readonly PolicyRule[] = [
    resourceRule({
        name: "has-admin-owner",
        description: "Every group and resource has an owner that administers it.",
        enforcementLevel: "mandatory",
        kinds: ["Group", "Resource"],
        find: (place) =>
            isMissing(place.given.adminOwnerId)
                ? [faultAt(place, "adminOwnerId", "is not specified: set it to the owner that administers it")]
                : [],
    }),
    stackRule({
        name: "has-reviewers",
        description: "Every group and resource has reviewers for requests.",
        enforcementLevel: "mandatory",
        find: (program) =>
            program
                .of("Group", "Resource")
                .filter(
                    ({ given }) =>
                        isMissingOrEmpty(given.requestConfigurations) &&
                        isMissing(given.configurationTemplateId) &&
                        isMissingOrEmpty(given.reviewerIds),
                )
                .filter(
                    (target) =>
                        !(REVIEW_PARTS[target.kind] ?? []).some(([kind, property]) =>
                            program.mayBePointedAt(target, kind, property),
                        ),
                )
                .map((target) =>
                    faultAt(
                        resourcePlace(target),
                        "requestConfigurations",
                        "are not specified, and no other declaration in the program defines the reviewers",
                    ),
                ),
    }),
    resourceRule({
        name: "has-description",
        description: "Every owner, group, resource, bundle and access rule has a description.",
        enforcementLevel: "advisory",
        kinds: ["AccessRule", "Bundle", "Group", "Owner", "Resource"],
        find: (place) => {
            const { description, matchRemoteDescription: remote } = place.given;
            if (!isMissingOrEmpty(description) || remote === true || isUnknown(remote)) return [];
            return [faultAt(place, "description", "is empty: describe its purpose")];
        },
    }),
    stackRule({
        name: "owner-has-people",
        description: "Every owner has at least one member, who receives its reviews.",
        enforcementLevel: "mandatory",
        find: (program) =>
            program
                .of("Owner")
                .filter(({ given }) => isMissingOrEmpty(given.userIds) && isMissing(given.sourceGroupId))
                .filter((owner) => !program.mayBePointedAt(owner, "OwnerUsers", "ownerId"))
                .map((owner) =>
                    faultAt(
                        resourcePlace(owner),
                        "userIds",
                        "are empty, and neither sourceGroupId nor OwnerUsers adds members",
                    ),
                )
                .concat(
                    program
                        .of("OwnerUsers")
                        .filter(({ given }) => isMissingOrEmpty(given.userIds))
                        .map((users) =>
                            faultAt(resourcePlace(users), "userIds", "are empty: the owner would not have members"),
                        ),
                ),
    }),
    resourceRule({
        name: "owner-has-deputy",
        description: "Every owner has several members, so that reviews continue while one of them is away.",
        enforcementLevel: "advisory",
        kinds: ["Owner", "OwnerUsers"],
        settings: { minimumPeople: { description: "Minimum number of members of an owner.", default: 2 } },
        find: (place, { minimumPeople }) => {
            const { userIds } = place.given;
            // An id that is not known yet may be a duplicate of another one.
            if (!Array.isArray(userIds) || userIds.length === 0 || hasUnknown(userIds)) return [];
            return new Set(userIds).size < minimumPeople
                ? [faultAt(place, "userIds", `are fewer than ${minimumPeople}`)]
                : [];
        },
    }),
];
