import { sensitiveIn, sensitiveSettings } from "../classes.js";
import { type Place, type Program, type ProgramResource, placeOf, placesIn } from "../program.js";
import { minutesOf, requestableOf } from "../requests.js";
import { type Fault, faultAt, type PolicyRule, resourceRule, stackRule } from "../rule.js";

/** What gives a user or an identity access directly, and to what. */
const GRANTS = [
    ["GroupUser", "groupId"],
    ["ResourceUser", "resourceId"],
    ["ResourceNonHumanIdentity", "resourceId"],
] as const;

export const duration: readonly PolicyRule[] = [
    stackRule({
        name: "sensitive-requests-end",
        description: "What is sensitive can be requested for a limited time only.",
        enforcementLevel: "mandatory",
        settings: {
            ...sensitiveSettings,
            sensitiveMaximumMinutes: {
                description: "The longest that may be requested, in minutes.",
                default: 7 * 24 * 60,
            },
        },
        find: (program, { sensitiveMaximumMinutes, ...settings }) =>
            sensitiveIn(program, settings)
                .flatMap((target) => requestableOf(program, target))
                .flatMap((place) => tooLong(place, sensitiveMaximumMinutes)),
    }),
    stackRule({
        name: "sensitive-extensions-end",
        description: "Access to what is sensitive is not extended for long: who needs it longer asks again.",
        enforcementLevel: "advisory",
        settings: {
            ...sensitiveSettings,
            sensitiveMaximumExtension: {
                description: "The most minutes that one extension may add.",
                default: 24 * 60,
            },
        },
        find: (program, { sensitiveMaximumExtension, ...settings }) =>
            sensitiveIn(program, settings)
                .flatMap((target) => requestableOf(program, target))
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
        description: "Nothing can be requested without an end.",
        enforcementLevel: "advisory",
        kinds: ["Group", "Resource", "ConfigurationTemplate"],
        find: (resource) =>
            placesIn(resource, "requestConfigurations")
                .filter(({ given }) => given.allowRequests === true)
                .flatMap((place) => tooLong(place, Number.POSITIVE_INFINITY)),
    }),
    stackRule({
        name: "sensitive-grants-end",
        description: "A user or identity gets access to what is sensitive for a limited time only.",
        enforcementLevel: "mandatory",
        settings: sensitiveSettings,
        find: (program, settings) =>
            sensitiveIn(program, settings).flatMap((target) =>
                grantsOf(program, target)
                    .filter(({ given }) => isEndless(given.durationMinutes))
                    .map((grant) => faultAt(placeOf(grant), "durationMinutes", "is no limit for something sensitive")),
            ),
    }),
    stackRule({
        name: "sensitive-grants-expire",
        description: "Access to what is sensitive that has ended is not granted again by the next run.",
        enforcementLevel: "mandatory",
        settings: sensitiveSettings,
        find: (program, settings) =>
            sensitiveIn(program, settings).flatMap((target) =>
                grantsOf(program, target)
                    .filter(({ given }) => given.renew === true)
                    .map((grant) => faultAt(placeOf(grant), "renew", "is true for something sensitive")),
            ),
    }),
];

/** What is wrong with the longest duration of a request configuration. -1 means no end. */
export function tooLong(place: Place, maximumMinutes: number): Fault[] {
    const property = "maxDurationMinutes";
    const minutes = minutesOf(place.given[property]);
    if (minutes === null) return [];
    if (minutes === undefined)
        return [faultAt(place, property, "is not given: access could be requested without an end")];
    if (minutes < 0) return [faultAt(place, property, "is -1: access could be requested without an end")];
    return minutes > maximumMinutes ? [faultAt(place, property, `is more than ${maximumMinutes} minutes`)] : [];
}

/** Whether a grant of so many minutes has no end: with none given, and with 0. */
export function isEndless(durationMinutes: unknown): boolean {
    const minutes = minutesOf(durationMinutes);
    return minutes === undefined || minutes === 0;
}

function grantsOf(program: Program, target: ProgramResource): ProgramResource[] {
    return GRANTS.flatMap(([kind, property]) => program.pointingAt(target, kind, property));
}
