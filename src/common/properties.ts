/** Named values as declared in a program: camelCase names, JSON values only. */
export type Properties = Readonly<Record<string, unknown>>;

/** Deep equality of JSON values, independent of key order. */
export function same(left: unknown, right: unknown): boolean {
    if (left === right) return true;
    if (Array.isArray(left) || Array.isArray(right)) {
        if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
        return left.every((value, index) => same(value, right[index]));
    }
    if (!isObject(left) || !isObject(right)) return false;
    const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
    return [...keys].every((key) => same(left[key], right[key]));
}

export function isObject(value: unknown): value is Properties {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the named properties that have values. */
export function pick(properties: Properties, names: readonly string[]): Properties {
    const given = names.filter((name) => properties[name] !== undefined);
    return Object.fromEntries(given.map((name) => [name, properties[name]]));
}

/** Returns the properties without the named ones. */
export function withoutProperties(properties: Properties, names: readonly string[]): Properties {
    return Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
}

/**
 * Returns `properties`, but with the live values of those that the last run failed to write. Anything that differs from the result was
 * changed outside Pulumi.
 */
export function confirmed(properties: Properties, tried: readonly string[], found: Properties): Properties {
    const known = Object.entries(properties).map(([name, value]) => [
        name,
        tried.includes(name) ? (found[name] ?? null) : value,
    ]);
    return Object.fromEntries(known);
}
