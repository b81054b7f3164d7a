import { isUnknown } from "../../common/unknown.js";
import { breakGlassGroups, breakGlassSettings, sensitiveRule } from "../classes.js";
import { elementPlaces, resourcePlace } from "../program.js";
import { requestableOf } from "../requests.js";
import { faultAt, type PolicyRule, resourceRule, stackRule } from "../rule.js";

/** The kinds that give a user access, each with the property that refers to users and the one that refers to what they get. */
const HELD = [
    { kind: "ResourceUser", user: "userId", of: "resourceId" },
    { kind: "GroupUser", user: "userId", of: "groupId" },
    { kind: "GroupUsers", user: "users", of: "groupId" },
] as const;

export const approval: readonly PolicyRule[] = [
    sensitiveRule({
        name: "sensitive-no-auto-approval",
        description:
            "Requests for a sensitive group or resource must not be approved automatically. Break-glass groups are exempt, because they have their own rules.",
        enforcementLevel: "mandatory",
        settings: breakGlassSettings,
        find: (target, program, settings) =>
            breakGlassGroups(program, settings).includes(target)
                ? []
                : requestableOf(program, target)
                      .filter(({ given }) => given.autoApproval === true)
                      .map((place) => faultAt(place, "autoApproval", "is true for a sensitive group or resource")),
    }),
    resourceRule({
        name: "no-auto-approval-for-all",
        description:
            "Requests under the default configuration, which applies to everyone, are not approved automatically.",
        enforcementLevel: "advisory",
        kinds: ["Group", "Resource", "ConfigurationTemplate"],
        find: (resource) =>
            elementPlaces(resource, "requestConfigurations")
                .filter(
                    ({ given }) => given.priority === 0 && given.allowRequests === true && given.autoApproval === true,
                )
                .map((place) =>
                    faultAt(place, "autoApproval", "is true in the configuration that applies to everyone"),
                ),
    }),
    sensitiveRule({
        name: "sensitive-level-asked-for",
        description: "Access levels of sensitive resources must not be requestable by default.",
        enforcementLevel: "mandatory",
        find: (target, program) =>
            program
                .pointingAt(target, "CustomAccessLevel", "resourceId")
                .filter(({ given }) => given.requestableByDefault === true)
                .map((level) =>
                    faultAt(
                        resourcePlace(level),
                        "requestableByDefault",
                        "is true for a level of a sensitive resource",
                    ),
                ),
    }),
    stackRule({
        name: "paladin-has-no-access",
        description: "A Paladin gets no access, except to what the setting names.",
        enforcementLevel: "advisory",
        settings: {
            paladinResourceIds: {
                description: "Ids of resources that Paladins may have, such as that of the role Read-only Admin.",
                default: [] as readonly string[],
            },
        },
        find: (program, { paladinResourceIds }) =>
            HELD.flatMap(({ kind, user, of }) =>
                program
                    .of(kind)
                    .filter((held) => program.usedBy(held, user, "Paladin").length > 0)
                    .filter(({ given }) => !isUnknown(given[of]) && !paladinResourceIds.some((id) => id === given[of]))
                    .map((held) => faultAt(resourcePlace(held), user, "give a Paladin access")),
            ),
    }),
    resourceRule({
        name: "paladin-advises",
        description: "A Paladin must only advise people, and not act itself.",
        enforcementLevel: "advisory",
        kinds: ["Paladin"],
        find: (place) =>
            place.given.monitorMode === false
                ? [faultAt(place, "monitorMode", "is false: the Paladin would act without a person")]
                : [],
    }),
];
