import { hasUnknown } from "../../common/unknown.js";
import { elementPlaces, type Place, placeIn } from "../program.js";
import { type Fault, faultAt, type PolicyRule, resourceRule } from "../rule.js";

const READING = /^READ(_|$)/;
const EDITING = /^(EDIT|DELETE)(_|$)/;

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
        name: "scoped-role-reads-what-it-edits",
        description: "A scoped role may also read what it may edit, because its permissions do not include each other.",
        enforcementLevel: "advisory",
        kinds: ["ScopedRolePermissions"],
        find: (resource) => {
            if (hasUnknown(resource.given.permissions)) return [];
            const permissions = elementPlaces(resource, "permissions");
            const isRead = (type: unknown): boolean =>
                permissions.some(
                    ({ given }) => given.targetType === type && READING.test(String(given.permissionName)),
                );
            return permissions
                .filter(
                    ({ given: { targetType, permissionName } }) =>
                        typeof targetType === "string" &&
                        typeof permissionName === "string" &&
                        EDITING.test(permissionName) &&
                        !isRead(targetType),
                )
                .map((place) => faultAt(place, "permissionName", "edits what the role may not read: add READ"));
        },
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
