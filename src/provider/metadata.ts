import type { Fields, Properties } from "./fields.js";

/** What travels beside the properties of a resource without being one: all under names that begin with two underscores. */
export interface Metadata {
    /** The resource's name in the program. */
    readonly name: string;
    /** Id or natural key of the object to take over. */
    readonly import?: string;
    /** Take it over even where it differs, and update it. */
    readonly adopt?: boolean;
    /** Properties that the program wants left alone (`ignoreChanges`). */
    readonly ignored: readonly string[];
    /** Properties whose values are secret. */
    readonly secrets: readonly string[];
    /** Where the object was made. */
    readonly url?: string;
    /** The user who made it: whoever knows this user is the same organization. */
    readonly witness?: string;
    /** The properties that the program gave when the state was written. */
    readonly declared?: readonly string[];
}

/** Metadata values that the state alone has. */
const stateOnly = ["__declared", "__url", "__witness", "__expires"];

/** Takes apart what Pulumi hands over. */
export function opened(properties: Properties): { readonly given: Properties; readonly hidden: Metadata } {
    const given = Object.fromEntries(
        Object.entries(properties).filter(([key, value]) => !key.startsWith("__") && value !== undefined),
    );
    const names = (key: string): string[] => {
        const value = properties[key];
        return Array.isArray(value) ? value.map(String) : [];
    };
    const text = (key: string): string | undefined => {
        const value = properties[key];
        return typeof value === "string" ? value : undefined;
    };
    const [importId, url, witness] = [text("__import"), text("__url"), text("__witness")];
    const hidden: Metadata = {
        name: text("__label") ?? "",
        ignored: names("__ignored"),
        secrets: names("__secrets"),
        ...(importId ? { import: importId } : {}),
        ...(properties.__adopt === true ? { adopt: true } : {}),
        ...(url ? { url } : {}),
        ...(witness ? { witness } : {}),
        ...(Array.isArray(properties.__declared) ? { declared: names("__declared") } : {}),
    };
    return { given, hidden };
}

/** The properties that a program declared, out of the outputs that the state keeps of them. */
export function declaredOf(outputs: Properties, hidden: Metadata): Properties {
    return Object.fromEntries((hidden.declared ?? []).map((name) => [name, outputs[name] ?? null]));
}

/**
 * The outputs to keep: every property, null where there is none (a missing one would stay unknown in later previews), and what
 * is hidden, of `carried` as it came and of `hidden` anew.
 */
export function outputsOf(
    fields: Fields,
    results: readonly string[],
    declared: Properties,
    live: Properties,
    carried: Properties,
    hidden: { readonly url: string; readonly witness: string | undefined },
): Record<string, unknown> {
    const names = [...Object.keys(fields), ...results];
    const visible = names.map(
        (name) => [name, declared[name] ?? (name in declared ? null : (live[name] ?? null))] as const,
    );
    return {
        ...Object.fromEntries(visible),
        ...metadataOf(carried),
        __url: hidden.url,
        ...(live.__expires ? { __expires: live.__expires } : {}),
        ...(hidden.witness ? { __witness: hidden.witness } : {}),
        __declared: Object.keys(declared).sort(),
    };
}

/** The hidden values that inputs and outputs share; without `__provider` among them the SDK cannot find the kind any more. */
export function metadataOf(properties: Properties): Properties {
    return Object.fromEntries(
        Object.entries(properties).filter(([key]) => key.startsWith("__") && !stateOnly.includes(key)),
    );
}
