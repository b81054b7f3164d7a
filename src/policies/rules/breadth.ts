import { elementPlaces, type Place, placeIn } from "../program.js";
import { type Fault, faultAt, type PolicyRule, resourceRule } from "../rule.js";

export const breadth: readonly PolicyRule[] = [
    resourceRule({
        name: "no-wildcard-rules",
        description: "A clause of an access rule must not match everyone.",
        enforcementLevel: "mandatory",
        kinds: ["AccessRule"],
        settings: {
            wildcardTexts: {
                description:
                    "Values that count as wildcards, in the key or value of a tag or in the value of an attribute.",
                default: ["*", ".*", "%"],
            },
        },
        find: (resource, { wildcardTexts }) => {
            const isWild = (value: unknown) => typeof value === "string" && wildcardTexts.includes(value.trim());
            const when = placeIn(resource, "ruleClauses");
            const clauses = when
                ? [placeIn(when, "when")].flatMap((place) => (place ? elementPlaces(place, "clauses") : []))
                : [];
            return clauses.flatMap((clause) => wildIn(clause, isWild));
        },
    }),
    resourceRule({
        name: "no-permission-on-all",
        description: "A scoped role names the targets of its permissions.",
        enforcementLevel: "mandatory",
        kinds: ["ScopedRolePermissions"],
        find: (resource) =>
            elementPlaces(resource, "permissions")
                .filter(({ given }) => given.allowAll === true)
                .map((place) =>
                    faultAt(place, "allowAll", "is true: the permission applies to every target of its type"),
                ),
    }),
    resourceRule({
        name: "no-new-administrators",
        description: "Programs must not make users administrators of the organization.",
        enforcementLevel: "advisory",
        kinds: ["User"],
        find: (place) =>
            place.given.role === "ADMIN" ? [faultAt(place, "role", "is ADMIN, which allows any change")] : [],
    }),
];

function wildIn(clause: Place, isWild: (value: unknown) => boolean): Fault[] {
    const tags = elementPlaces(clause, "selectors").flatMap((selector) =>
        ["key", "value"]
            .filter((property) => isWild(selector.given[property]))
            .map((property) => faultAt(selector, property, "matches everyone")),
    );
    const attributes = elementPlaces(clause, "attributeSelectors").flatMap((selector) => {
        const { values } = selector.given;
        return Array.isArray(values) && values.some(isWild) ? [faultAt(selector, "values", "match everyone")] : [];
    });
    return [...tags, ...attributes];
}
