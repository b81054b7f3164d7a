import { isObject } from "../../../provider/schema/comparison/equality.js";
import type { Properties } from "../../../provider/schema/fields.js";
import { fieldName, fromWire } from "../../../provider/schema/wire.js";
import type { Kind } from "../../../provider/shapes/kind.js";
import type { SelectedObject } from "../inventory/selection.js";

/** Prefix of the vendor's types. */
export const PREFIX = "opal_";

/** A Terraform type for which this package has a kind. */
interface Equal {
    readonly kind: string;
    /** The attribute that contains the id, or the attributes of the key for objects that do not have their own ids. */
    readonly id: string | readonly string[];
    /** Properties in the state that the service never returns. */
    readonly known?: (attributes: Properties) => Properties;
}

/** A Terraform type for which this package does not have a kind, and the reason. */
interface Unequal {
    readonly because: string;
}

/**
 * All types of the vendor's provider, without the prefix. `app`, `paladin`, `paladin_context_source` and `script` were added after 3.5.2,
 * the latest release that could be run for the tests. Their entries follow the vendor's documentation and were not tested with a real
 * state.
 */
export const TERRAFORM_TYPES: Readonly<Record<string, Equal | Unequal>> = {
    access_rule: { kind: "AccessRule", id: "id" },
    app: { kind: "App", id: "id" },
    bundle: { kind: "Bundle", id: "bundle_id" },
    bundle_group: { kind: "BundleGroup", id: ["bundle_id", "group_id", "access_level_remote_id"] },
    bundle_resource: { kind: "BundleResource", id: ["bundle_id", "resource_id", "access_level_remote_id"] },
    configuration_template: {
        kind: "ConfigurationTemplate",
        id: "configuration_template_id",
        known: ({ request_configurations: rules }) =>
            Array.isArray(rules) ? { requestConfigurations: rules.map(requestConfiguration) } : {},
    },
    delegation: { kind: "Delegation", id: "id" },
    group: { kind: "Group", id: "id" },
    group_catalog_mapping: { kind: "IdpGroupMapping", id: ["app_resource_id", "group_id"] },
    // Terraform's provider loses the duration at its first read, so the value in a state is unreliable.
    group_containing_group: {
        kind: "ContainingGroup",
        id: ["group_id", "containing_group_id", "access_level_remote_id"],
    },
    group_resource_list: { kind: "GroupResources", id: ["group_id"] },
    group_tag: { kind: "GroupTag", id: ["group_id", "tag_id"] },
    group_user: { kind: "GroupUser", id: ["group_id", "user_id", "access_level_remote_id"] },
    idp_group_mappings: { kind: "IdpGroupMappings", id: ["app_resource_id"] },
    message_channel: { kind: "MessageChannel", id: "id" },
    on_call_schedule: { kind: "OnCallSchedule", id: "id" },
    owner: { kind: "Owner", id: "id" },
    paladin: { kind: "Paladin", id: "id" },
    paladin_context_source: {
        kind: "PaladinContextSource",
        id: ["paladin_id", "third_party_provider", "remote_id"],
    },
    resource: { kind: "Resource", id: "id" },
    resource_tag: { kind: "ResourceTag", id: ["resource_id", "tag_id"] },
    scoped_role_permission_list: { kind: "ScopedRolePermissions", id: ["resource_id"] },
    script: {
        kind: "Script",
        id: "id",
        known: ({ owner_id: ownerId }) => (typeof ownerId === "string" && ownerId !== "" ? { ownerId } : {}),
    },
    tag: { kind: "Tag", id: "id" },
    tag_user: { kind: "UserTag", id: ["user_id", "tag_id"] },
};

/** Returns the object of an instance, or the reason why this package does not support it. */
export function namedBy(type: string, attributes: Properties, kinds: readonly Kind[]): SelectedObject | Unequal {
    if (!type.startsWith(PREFIX)) return { because: "another provider manages it" };
    const name = type.slice(PREFIX.length);
    const known = Object.hasOwn(TERRAFORM_TYPES, name) ? TERRAFORM_TYPES[name] : undefined;
    if (!known) return { because: "unknown type" };
    if ("because" in known) return known;
    const kind = kinds.find((one) => one.name === known.kind);
    const id = typeof known.id === "string" ? attributes[known.id] : kind?.idOf(keyIn(attributes, known.id));
    if (typeof id !== "string" || id === "") return { because: "the state does not contain its id" };
    const more = known.known?.(attributes) ?? {};
    return { kind: known.kind, id, ...(Object.keys(more).length > 0 ? { known: more } : {}) };
}

/**
 * Returns the attributes of a key with the names of this package. Omits values that are not strings, because an edited state may lack some.
 */
function keyIn(attributes: Properties, names: readonly string[]): Properties {
    const given = names.map((name) => [fieldName(name), attributes[name]] as const);
    return Object.fromEntries(given.filter(([, value]) => typeof value === "string"));
}

/** Attributes with another name in this package. */
export const RENAMED: Readonly<Record<string, string>> = {
    maxDuration: "maxDurationMinutes",
    recommendedDuration: "recommendedDurationMinutes",
};

function requestConfiguration(rule: unknown): unknown {
    if (!isObject(rule)) return rule;
    return Object.fromEntries(Object.entries(fromWire(rule)).map(([name, value]) => [RENAMED[name] ?? name, value]));
}
