import { hasUnknown, isUnknown } from "../../provider/schema/fields.js";
import { isEmpty, isMissing, placeOf } from "../program.js";
import { faultAt, type PolicyRule, resourceRule, stackRule } from "../rule.js";

/** What declares who reviews a group or resource, beside its own properties. */
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
        description: "Every group and every resource names the owner that administers it.",
        enforcementLevel: "mandatory",
        kinds: ["Group", "Resource"],
        find: (place) =>
            isMissing(place.given.adminOwnerId)
                ? [faultAt(place, "adminOwnerId", "is not given: name the owner that administers it")]
                : [],
    }),
    stackRule({
        name: "has-reviewers",
        description: "Every group and every resource says who reviews requests for it.",
        enforcementLevel: "mandatory",
        find: (program) =>
            program
                .of("Group", "Resource")
                .filter(
                    ({ given }) =>
                        isEmpty(given.requestConfigurations) &&
                        isMissing(given.configurationTemplateId) &&
                        isEmpty(given.reviewerIds),
                )
                .filter(
                    (target) =>
                        !(REVIEW_PARTS[target.kind] ?? []).some(([kind, property]) =>
                            program.mayBePointedAt(target, kind, property),
                        ),
                )
                .map((target) =>
                    faultAt(
                        placeOf(target),
                        "requestConfigurations",
                        "are not given, and nothing else in the program says who reviews requests",
                    ),
                ),
    }),
    resourceRule({
        name: "has-description",
        description: "Every owner, group, resource, bundle and access rule says what it is for.",
        enforcementLevel: "advisory",
        kinds: ["AccessRule", "Bundle", "Group", "Owner", "Resource"],
        find: (place) => {
            const { description, matchRemoteDescription: remote } = place.given;
            if (!isEmpty(description) || remote === true || isUnknown(remote)) return [];
            return [faultAt(place, "description", "is empty: say what it is for")];
        },
    }),
    stackRule({
        name: "owner-has-people",
        description: "Every owner has people: a review that goes to an owner without any is seen by nobody.",
        enforcementLevel: "mandatory",
        find: (program) =>
            program
                .of("Owner")
                .filter(({ given }) => isEmpty(given.userIds) && isMissing(given.sourceGroupId))
                .filter((owner) => !program.mayBePointedAt(owner, "OwnerUsers", "ownerId"))
                .map((owner) =>
                    faultAt(placeOf(owner), "userIds", "are empty, and neither a group nor OwnerUsers gives it people"),
                )
                .concat(
                    program
                        .of("OwnerUsers")
                        .filter(({ given }) => isEmpty(given.userIds))
                        .map((users) =>
                            faultAt(placeOf(users), "userIds", "are empty: the owner would have no people"),
                        ),
                ),
    }),
    resourceRule({
        name: "owner-has-deputy",
        description: "Every owner has several people, so that reviews go on while one of them is away.",
        enforcementLevel: "advisory",
        kinds: ["Owner", "OwnerUsers"],
        settings: { minimumPeople: { description: "The fewest people that an owner may have.", default: 2 } },
        find: (place, { minimumPeople }) => {
            const { userIds } = place.given;
            // A person that is not known yet may be one who is in the list already.
            if (!Array.isArray(userIds) || userIds.length === 0 || hasUnknown(userIds)) return [];
            return new Set(userIds).size < minimumPeople
                ? [faultAt(place, "userIds", `are fewer than ${minimumPeople}`)]
                : [];
        },
    }),
];
