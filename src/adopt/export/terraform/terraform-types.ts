import { isObject, type Properties } from "../../../common/properties.js";
import { fieldName, fromWire } from "../../../common/wire-names.js";
import { type Kind, unreadOf } from "../../../kernel.js";
import type { SelectedObject } from "../inventory/selection.js";
import { capitalized } from "../program/names.js";

/** Prefix of the vendor's types. */
const PREFIX = "opal_";

/** Types whose name is not the name of the kind in snake_case. */
const RENAMED_TYPES: ReadonlyMap<string, string> = new Map([
    ["group_catalog_mapping", "IdpGroupMapping"],
    ["group_containing_group", "ContainingGroup"],
    ["group_resource_list", "GroupResources"],
    ["scoped_role_permission_list", "ScopedRolePermissions"],
    ["tag_user", "UserTag"],
]);

/** Attributes with another name in this package. */
export const RENAMED_ATTRIBUTES: ReadonlyMap<string, string> = new Map([
    ["maxDuration", "maxDurationMinutes"],
    ["recommendedDuration", "recommendedDurationMinutes"],
]);

/** Returns the kind of a type of the vendor's provider; undefined if there is none. */
export function terraformKind(type: string, kinds: readonly Kind[]): Kind | undefined {
    if (!type.startsWith(PREFIX)) return undefined;
    const name = type.slice(PREFIX.length);
    const kindName = RENAMED_TYPES.get(name) ?? capitalized(fieldName(name));
    return kinds.find((kind) => kind.name === kindName);
}

/** Returns the object of an instance, or the reason why this package does not support it. */
export function namedBy(
    type: string,
    attributes: Properties,
    kinds: readonly Kind[],
): SelectedObject | { readonly because: string } {
    const kind = terraformKind(type, kinds);
    if (!kind) return { because: type.startsWith(PREFIX) ? "unknown type" : "another provider manages it" };
    const given = fromWire(attributes);
    const id = "source" in kind.discovery ? (given.id ?? given[kind.discovery.source.id]) : kind.idOf(textsIn(given));
    if (typeof id !== "string" || id === "") return { because: "the state does not contain its id" };
    return { kind, id, ...knownBy(kind, given) };
}

/** Returns the values that are strings. An edited state may lack some values of a key. */
function textsIn(given: Properties): Properties {
    return Object.fromEntries(Object.entries(given).filter(([, value]) => typeof value === "string"));
}

/**
 * Returns the properties of an object that the service never returns. The duration of a nested group is not one of them: Terraform's
 * provider loses it at its first read, so the value in a state is unreliable.
 */
function knownBy(kind: Kind, given: Properties): { readonly known?: Properties } {
    if (kind.shape !== "entity") return {};
    const known = unreadOf(kind).flatMap((name) => {
        const value = given[name];
        return value === undefined || value === null || value === "" ? [] : [[name, renamed(value)] as const];
    });
    return known.length > 0 ? { known: Object.fromEntries(known) } : {};
}

function renamed(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(renamed);
    if (!isObject(value)) return value;
    return Object.fromEntries(
        Object.entries(value).map(([name, one]) => [RENAMED_ATTRIBUTES.get(name) ?? name, renamed(one)]),
    );
}
