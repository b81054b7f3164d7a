import { isUnknown } from "../common/unknown.js";
import { elementPlaces, type Place, type Program, type ProgramResource, resourcePlace } from "./program.js";

/** The kinds that declare reviewer stages, each with the property that contains the id of their target. */
const STAGES = [
    ["GroupReviewerStages", "groupId"],
    ["ResourceReviewerStages", "resourceId"],
] as const;

/** Returns the request configurations of a group or resource: its own, and those of its configuration template. */
export function configurationsOf(program: Program, target: ProgramResource): Place[] {
    const templates = program.usedBy(target, "configurationTemplateId", "ConfigurationTemplate");
    return [target, ...templates].flatMap((resource) =>
        elementPlaces(resourcePlace(resource), "requestConfigurations"),
    );
}

/** Returns the request configurations that are known to allow requests. */
export function requestableOf(program: Program, target: ProgramResource): Place[] {
    return configurationsOf(program, target).filter(({ given }) => given.allowRequests === true);
}

/**
 * Returns the lists of reviewer stages of a group or resource. Each entry is the object that contains the list, and the name of the
 * property.
 */
export function stageListsOf(program: Program, target: ProgramResource): (readonly [Place, string])[] {
    return [
        ...configurationsOf(program, target).map((place) => [place, "reviewerStages"] as const),
        ...stagePartsOf(program, target).map((part) => [resourcePlace(part), "stages"] as const),
    ];
}

/** Returns the separate resources that declare the reviewer stages of a group or resource. */
export function stagePartsOf(program: Program, target: ProgramResource): ProgramResource[] {
    return STAGES.flatMap(([kind, property]) => program.pointingAt(target, kind, property));
}

/** Returns all reviewer stages in a resource of any kind. */
export function reviewerStagePlaces(resource: Place): Place[] {
    return [
        ...elementPlaces(resource, "stages"),
        ...elementPlaces(resource, "requestConfigurations").flatMap((place) => elementPlaces(place, "reviewerStages")),
    ];
}

/**
 * Returns a number of minutes: undefined if it is not specified, null if it is not known yet. The meaning of -1 and 0 depends on the field.
 */
export function minutesOf(value: unknown): number | undefined | null {
    if (isUnknown(value)) return null;
    return typeof value === "number" ? value : undefined;
}
