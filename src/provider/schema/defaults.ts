import { pathText } from "../../common/paths.js";
import { quoted } from "../../common/printable.js";
import { isObject, type Properties, same } from "../../common/properties.js";
import { hasUnknown } from "../../common/unknown.js";
import { identityText } from "./comparison/pairing.js";
import { accessAt } from "./comparison/value-changes.js";
import { type Default, type FieldSchema, type Fields, fieldAt, insideOf, marksOf } from "./fields.js";
import type { Problem } from "./problems.js";

type Path = readonly PropertyKey[];

/**
 * Defaults from the provider's settings, by field name. They apply to every object that has the field, and take precedence over the field's
 * own default.
 */
export type OwnDefaults = Properties;

/** Fills in the defaults of omitted fields. */
export function withDefaults(fields: Fields, given: Properties, own: OwnDefaults = {}): Properties {
    return completed(own, fields, given, [], 0);
}

/** Removes values that equal the default of their field. */
export function withoutDefaults(fields: Fields, declared: Properties): Properties {
    return shortened(fields, declared, [], 0);
}

/** Whether a declaration contains a field that has a default. */
export function hasDefaults(fields: Fields, declared: Properties, own: OwnDefaults): boolean {
    return defaultedIn(own, fields, declared).next().done !== true;
}

/**
 * Values that the program set itself and that differ from the default of their field, each with its path. In the path, list elements are
 * represented by their identity.
 */
export type Explicit = readonly (readonly [at: readonly string[], value: unknown])[];

/** Collects the values that the program set itself and that differ from the default. The value of a secret is replaced by null. */
export function explicitIn(
    fields: Fields,
    given: Properties,
    isSecret: (path: string) => boolean,
    own: OwnDefaults = {},
): Explicit {
    return [...defaultedIn(own, fields, given)].flatMap(({ at, path, value, otherwise, canonical }) =>
        isOmitted(value) || hasUnknown(value) || isSameDefault(value, otherwise, canonical)
            ? []
            : [[at, isSecret(pathText(path)) ? null : value] as const],
    );
}

/**
 * Finds fields that the program used to set and now omits, although their default widens access or requires a replacement. These are
 * errors, because removing a line must not widen access. `before` contains the previous inputs from the state, including drift.
 */
export function wideningOmissions(
    fields: Fields,
    explicit: Explicit,
    before: Properties,
    given: Properties,
    isSecret: (path: string) => boolean,
    own: OwnDefaults = {},
): Problem[] {
    const [now, former] = [[...defaultedIn(own, fields, given)], [...defaultedIn(own, fields, before)]];
    const gone = explicit.filter(([at]) => !now.some((one) => same(one.at, at)));
    return now.flatMap((one) => {
        if (!isOmitted(one.value)) return [];
        const known = explicit.find(([at]) => same(at, one.at));
        // A new list element may be the successor of a removed one.
        const successor = former.some(({ at }) => same(at, one.at))
            ? undefined
            : gone.find(([at]) => isInSameList(at, one));
        const was = known ?? successor;
        return was ? omission(fields, one, was[1] ?? former.find(({ at }) => same(at, was[0]))?.value, isSecret) : [];
    });
}

/** A field with a default, in one object of a declaration. */
interface Defaulted {
    readonly path: Path;
    /** The path, with list elements represented by their identity. */
    readonly at: readonly string[];
    readonly value: unknown;
    /** The default value. */
    readonly otherwise: unknown;
    readonly siblings: Properties;
    readonly canonical?: ((value: unknown) => unknown) | undefined;
}

function* defaultedIn(
    own: OwnDefaults,
    fields: Fields,
    object: Properties,
    list: readonly unknown[] = [],
    place = 0,
    path: Path = [],
    at: readonly string[] = [],
): Generator<Defaulted> {
    for (const [name, schema] of Object.entries(fields)) {
        const { default: usual, list: { identity } = {}, canonical } = marksOf(schema);
        const standard = ownOf(own, name) ?? usual;
        const { [name]: value, ...siblings } = object;
        const here = { path: [...path, name], at: [...at, name] };
        const otherwise = typeof standard === "function" ? standard(siblings, list, place) : standard;
        if (standard !== undefined) yield { ...here, value, otherwise, siblings, canonical };
        const { element, shape } = insideOf(schema);
        if (shape && isObject(value)) yield* defaultedIn(own, shape, value, [], 0, here.path, here.at);
        const { shape: each } = insideOf(element);
        if (!each || !Array.isArray(value)) continue;
        for (const [index, one] of value.entries()) {
            if (!isObject(one)) continue;
            const step = identity === undefined ? String(index) : identityText(schema, one);
            yield* defaultedIn(own, each, one, value, index, [...here.path, index], [...here.at, step]);
        }
    }
}

/** Whether a path refers to the same field in another element of the same list. */
function isInSameList(at: readonly string[], { at: other, path }: Defaulted): boolean {
    return (
        at.length === other.length &&
        at.every((step, index) => step === other[index] || typeof path[index] === "number")
    );
}

function completed(
    own: OwnDefaults,
    fields: Fields,
    given: Properties,
    list: readonly unknown[],
    place: number,
): Properties {
    const missing = Object.keys(fields).flatMap((name) => {
        const standard = ownOf(own, name) ?? marksOf(fields[name]).default;
        if (standard === undefined || !isOmitted(given[name])) return [];
        const value = typeof standard === "function" ? standard(given, list, place) : standard;
        return value === undefined ? [] : [[name, value] as const];
    });
    const within: typeof shortened = (...object) => completed(own, ...object);
    const inner = Object.entries(given).map(([name, value]) => [name, inside(fields[name], value, within)] as const);
    return Object.fromEntries([...inner, ...missing]);
}

function shortened(fields: Fields, declared: Properties, list: readonly unknown[], place: number): Properties {
    const needed = Object.entries(declared).filter(([name, value]) => {
        const { default: standard, canonical } = marksOf(fields[name]);
        if (standard === undefined) return true;
        const { [name]: _, ...others } = declared;
        const left = typeof standard === "function" ? standard(others, list, place) : standard;
        return left === undefined || !isSameDefault(left, value, canonical);
    });
    return Object.fromEntries(needed.map(([name, value]) => [name, inside(fields[name], value, shortened)] as const));
}

/** Applies a function to each object in the value of a field. */
function inside(
    schema: FieldSchema,
    value: unknown,
    apply: (fields: Fields, value: Properties, list: readonly unknown[], place: number) => Properties,
): unknown {
    const { element, shape } = insideOf(schema);
    if (shape && isObject(value)) return apply(shape, value, [], 0);
    const { shape: each } = insideOf(element);
    if (!each || !Array.isArray(value)) return value;
    return value.map((one, place) => (isObject(one) ? apply(each, one, value, place) : one));
}

function omission(
    fields: Fields,
    { path, otherwise, siblings, canonical }: Defaulted,
    was: unknown,
    isSecret: (path: string) => boolean,
): Problem[] {
    if (isOmitted(was) || hasUnknown(was) || hasUnknown(otherwise) || isSameDefault(was, otherwise, canonical))
        return [];
    const where = pathText(path);
    const risk = accessAt(fields, where).risk(was, otherwise, siblings);
    const isReplaced = marksOf(fieldAt(fields, where)).onChange === "replace";
    if (!isReplaced && risk !== "widens" && risk !== "mayWiden") return [];
    const effect = isReplaced ? "replaces the object" : risk === "widens" ? "widens access" : "may widen access";
    return [{ path: where, reason: omissionText(effect, was, otherwise, isSecret(where)) }];
}

function omissionText(effect: string, was: unknown, otherwise: unknown, isSecret: boolean): string {
    if (isSecret) return `was [secret] and is now omitted, which ${effect}. Keep the old value unless that is intended`;
    const [old, now] = [quoted(was), quoted(otherwise)];
    if (otherwise === undefined)
        return `was ${old} and is now omitted, which ${effect}. Keep ${old} unless that is intended`;
    return `was ${old} and is now omitted, so it becomes ${now}, which ${effect}. Set ${now} if that is intended, or keep ${old}`;
}

/** Returns the provider's default for a field. Ignores inherited properties such as `constructor`. */
function ownOf(own: OwnDefaults, name: string): Default | undefined {
    // Settings come from JSON, so the value is not a function.
    return Object.hasOwn(own, name) ? (own[name] as Default) : undefined;
}

function isOmitted(value: unknown): value is null | undefined {
    return value === undefined || value === null;
}

function isSameDefault(
    one: unknown,
    other: unknown,
    canonical: (value: unknown) => unknown = (value) => value,
): boolean {
    return same(canonical(one), canonical(other));
}
