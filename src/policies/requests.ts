import { isUnknown } from "../provider/schema/fields.js";
import { type Place, type Program, type ProgramResource, placeOf, placesIn } from "./program.js";

/** What makes stages of review, and for what. */
const STAGES = [
    ["GroupReviewerStages", "groupId"],
    ["ResourceReviewerStages", "resourceId"],
] as const;

/** The request configurations of a group or resource: its own, and those of the configuration template that governs it. */
export function configurationsOf(program: Program, target: ProgramResource): Place[] {
    const templates = program.usedBy(target, "configurationTemplateId", "ConfigurationTemplate");
    return [target, ...templates].flatMap((resource) => placesIn(placeOf(resource), "requestConfigurations"));
}

/** The request configurations with which somebody may ask. While that is not known, it is not said of one. */
export function requestableOf(program: Program, target: ProgramResource): Place[] {
    return configurationsOf(program, target).filter(({ given }) => given.allowRequests === true);
}

/** The lists of stages of a group or resource, each as the object that has them and the name of the property. */
export function stageListsOf(program: Program, target: ProgramResource): (readonly [Place, string])[] {
    return [
        ...configurationsOf(program, target).map((place) => [place, "reviewerStages"] as const),
        ...stagePartsOf(program, target).map((part) => [placeOf(part), "stages"] as const),
    ];
}

/** The resources of the program that declare the stages of a group or resource. */
export function stagePartsOf(program: Program, target: ProgramResource): ProgramResource[] {
    return STAGES.flatMap(([kind, property]) => program.pointingAt(target, kind, property));
}

/** All stages that one resource gives: it can be of any kind. */
export function stagesOf(resource: Place): Place[] {
    return [
        ...placesIn(resource, "stages"),
        ...placesIn(resource, "requestConfigurations").flatMap((place) => placesIn(place, "reviewerStages")),
    ];
}

/** Minutes that are given: undefined for none, and null while they are not known. -1 and 0 are what the field says they are. */
export function minutesOf(value: unknown): number | undefined | null {
    if (isUnknown(value)) return null;
    return typeof value === "number" ? value : undefined;
}
