import { isUnknown } from "../../common/unknown.js";
import { elementPlaces, isMissing, type Place, placeIn } from "../program.js";
import { type Fault, faultAt, type PolicyRule, resourceRule } from "../rule.js";

/** Properties that the API accepts as blank text, by kind. */
const TEXTS: Readonly<Record<string, string>> = {
    IdpGroupMapping: "alias",
    MessageChannel: "remoteId",
    OnCallSchedule: "remoteId",
    Tag: "key",
};

const GOVERNED = ["Group", "Resource", "ConfigurationTemplate"];

export const consistency: readonly PolicyRule[] = [
    resourceRule({
        name: "values-have-effect",
        description: "Declared values are not blank, and other values do not make them ineffective.",
        enforcementLevel: "advisory",
        kinds: [
            ...Object.keys(TEXTS),
            ...GOVERNED,
            "AccessRule",
            "Bundle",
            "BundleVisibility",
            "GroupVisibility",
            "IdpGroupMappings",
            "RequestTemplate",
            "ResourceVisibility",
            "ScopedRolePermissions",
        ],
        find: (resource) => [
            ...hiddenGroups(resource),
            ...idleTargets(resource),
            ...overwritten(resource),
            ...withoutTicketSystem(resource),
            ...undocumented(resource),
            ...textPlaces(resource).flatMap(([place, property]) => blank(place, property)),
        ],
    }),
];

function hiddenGroups(resource: Place): Fault[] {
    const place = resource.resource.kind.endsWith("Visibility") ? resource : placeIn(resource, "visibility");
    if (place?.given.visibility !== "GLOBAL" || !isFilled(place.given.visibilityGroupIds)) return [];
    return [faultAt(place, "visibilityGroupIds", "have no effect, because GLOBAL shows the object to everyone")];
}

function idleTargets(resource: Place): Fault[] {
    return elementPlaces(resource, "permissions")
        .filter(({ given }) => given.allowAll === true && isFilled(given.targetIds))
        .map((place) => faultAt(place, "targetIds", "have no effect, because allowAll is true"));
}

function overwritten(resource: Place): Fault[] {
    const { description, matchRemoteDescription } = resource.given;
    if (matchRemoteDescription !== true || typeof description !== "string" || isUnknown(description)) return [];
    return [faultAt(resource, "description", "is overwritten by each sync, because matchRemoteDescription is true")];
}

function withoutTicketSystem(resource: Place): Fault[] {
    const place = placeIn(resource, "ticketPropagation");
    if (!place || !isMissing(place.given.ticketProvider)) return [];
    const { enabledOnGrant, enabledOnRevocation } = place.given;
    if (enabledOnGrant !== true && enabledOnRevocation !== true) return [];
    return [faultAt(place, "ticketProvider", "is not specified, so no ticket can be opened")];
}

function undocumented(resource: Place): Fault[] {
    return elementPlaces(resource, "requestConfigurations")
        .filter(({ given }) => given.recommendedDurationMinutes === 0)
        .map((place) =>
            faultAt(place, "recommendedDurationMinutes", "is 0: the API does not document whether it means no limit"),
        );
}

function isFilled(list: unknown): boolean {
    return Array.isArray(list) && list.length > 0;
}

/** Returns the texts of a resource, each with its property. */
function textPlaces(resource: Place): (readonly [Place, string])[] {
    const own = TEXTS[resource.resource.kind];
    const rules = placeIn(resource, "ruleClauses");
    const clauses = ["when", "unless"].flatMap((name) => {
        const part = rules && placeIn(rules, name);
        return part ? elementPlaces(part, "clauses") : [];
    });
    const questions = elementPlaces(resource, "customFields");
    const contents = questions.flatMap((question) => placeIn(question, "metadata") ?? []);
    return [
        ...(own === undefined ? [] : [[resource, own] as const]),
        ...elementPlaces(resource, "mappings").map((place) => [place, "alias"] as const),
        ...clauses.flatMap((clause) => elementPlaces(clause, "selectors")).map((place) => [place, "key"] as const),
        ...questions.map((place) => [place, "name"] as const),
        ...contents.flatMap((place) => placeIn(place, "calloutData") ?? []).map((place) => [place, "text"] as const),
        ...contents
            .flatMap((place) => placeIn(place, "multiChoiceData") ?? [])
            .map((place) => [place, "options"] as const),
    ];
}

/** Checks a text, or each text in a list. */
function blank(place: Place, property: string): Fault[] {
    const isBlank = (value: unknown): boolean => typeof value === "string" && value.trim() === "";
    const value = place.given[property];
    if (Array.isArray(value)) return value.some(isBlank) ? [faultAt(place, property, "contain blank text")] : [];
    return isBlank(value) ? [faultAt(place, property, "is blank")] : [];
}
