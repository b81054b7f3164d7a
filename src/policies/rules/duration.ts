import { sensitiveRule } from "../classes.js";
import { elementPlaces, type Place, type Program, type ProgramResource, resourcePlace } from "../program.js";
import { minutesOf, requestableOf } from "../requests.js";
import { type Fault, faultAt, type PolicyRule, resourceRule } from "../rule.js";

/** The kinds that grant direct access, each with the property that contains the id of the target. */
const GRANTS = [
    ["GroupUser", "groupId"],
    ["ResourceUser", "resourceId"],
    ["ResourceNonHumanIdentity", "resourceId"],
] as const;

export const duration: readonly PolicyRule[] = [
    sensitiveRule({
        name: "sensitive-requests-end",
        description: "Sensitive groups and resources can be requested only for a limited time.",
        enforcementLevel: "mandatory",
        settings: {
            sensitiveMaximumMinutes: {
                description: "Maximum duration of requested access, in minutes.",
                default: 7 * 24 * 60,
            },
        },
        find: (target, program, { sensitiveMaximumMinutes }) =>
            requestableOf(program, target).flatMap((place) => tooLong(place, sensitiveMaximumMinutes)),
    }),
    sensitiveRule({
        name: "sensitive-extensions-end",
        description: "Extensions of access to a sensitive group or resource are limited to a maximum duration.",
        enforcementLevel: "advisory",
        settings: {
            sensitiveMaximumExtension: {
                description: "Maximum duration of an extension, in minutes.",
                default: 24 * 60,
            },
        },
        find: (target, program, { sensitiveMaximumExtension }) =>
            requestableOf(program, target)
                .filter(
                    ({ given }) =>
                        Number(minutesOf(given.extensionsDurationInMinutes) ?? 0) > sensitiveMaximumExtension,
                )
                .map((place) =>
                    faultAt(place, "extensionsDurationInMinutes", `is more than ${sensitiveMaximumExtension} minutes`),
                ),
    }),
    resourceRule({
        name: "requests-end",
        description: "Access can be requested only for a limited time.",
        enforcementLevel: "advisory",
        kinds: ["Group", "Resource", "ConfigurationTemplate"],
        find: (resource) =>
            elementPlaces(resource, "requestConfigurations")
                .filter(({ given }) => given.allowRequests === true)
                .flatMap((place) => tooLong(place, Number.POSITIVE_INFINITY)),
    }),
    sensitiveRule({
        name: "sensitive-grants-end",
        description:
            "Users and non-human identities get access to a sensitive group or resource only for a limited time.",
        enforcementLevel: "mandatory",
        find: (target, program) =>
            grantsOf(program, target)
                .filter(({ given }) => isEndless(given.durationMinutes))
                .map((grant) =>
                    faultAt(
                        resourcePlace(grant),
                        "durationMinutes",
                        "does not limit access to a sensitive group or resource",
                    ),
                ),
    }),
    sensitiveRule({
        name: "sensitive-grants-expire",
        description: "Expired access to a sensitive group or resource must not be granted again by the next run.",
        enforcementLevel: "mandatory",
        find: (target, program) =>
            grantsOf(program, target)
                .filter(({ given }) => given.renew === true)
                .map((grant) => faultAt(resourcePlace(grant), "renew", "is true for a sensitive group or resource")),
    }),
];

/** Checks the maximum duration of a request configuration. -1 means no limit. The API does not document what 0 means. */
export function tooLong(place: Place, maximumMinutes: number): Fault[] {
    const property = "maxDurationMinutes";
    const minutes = minutesOf(place.given[property]);
    if (minutes === null) return [];
    if (minutes === undefined)
        return [faultAt(place, property, "is not specified: access could be requested without expiration")];
    if (minutes < 0) return [faultAt(place, property, "is -1: access could be requested without expiration")];
    if (minutes === 0) return [faultAt(place, property, "is 0: the API does not document whether it means no limit")];
    return minutes > maximumMinutes ? [faultAt(place, property, `is more than ${maximumMinutes} minutes`)] : [];
}

/** Whether a grant with this duration does not expire, because the duration is not specified or 0. */
export function isEndless(durationMinutes: unknown): boolean {
    const minutes = minutesOf(durationMinutes);
    return minutes === undefined || minutes === 0;
}

function grantsOf(program: Program, target: ProgramResource): ProgramResource[] {
    return GRANTS.flatMap(([kind, property]) => program.pointingAt(target, kind, property));
}
