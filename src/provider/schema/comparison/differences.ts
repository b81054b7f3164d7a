import { pathText } from "../../../common/paths.js";
import { isObject, type Properties, same } from "../../../common/properties.js";
import { hasUnknown, isUnknown } from "../../../common/unknown.js";
import { type FieldSchema, type Fields, insideOf, type Marks, marksOf } from "../fields.js";
import { counterparts, elementIdentity, identityText } from "./pairing.js";

/** A difference in one property. */
export interface Difference {
    readonly path: string;
    /** Name of the top-level property at the start of the path. */
    readonly property: string;
    readonly live: unknown;
    readonly declared: unknown;
    /** Set if both values are unordered lists. A missing live list is treated as empty. */
    readonly isSet?: true;
}

type Path = readonly (string | number)[];

/**
 * Returns the differences between `live` and `declared`. Compares only declared properties, also inside list elements, and ignores the
 * order of unordered lists. Treats null, a missing value and the field's `wire.cleared` as equal.
 */
export function differences(fields: Fields, declared: Properties, live: Properties): Difference[] {
    const owner = { ...live, ...declared };
    return Object.keys(declared)
        .filter((name) => marksOf(fields[name]).onChange !== "local")
        .flatMap((name) => compared(fields[name], declared[name], live[name], [name], owner));
}

/** Reduces `live` to the properties of `declared`, and sorts unordered lists in the order of `declared`. */
export function projected(fields: Fields, declared: Properties, live: Properties): Properties {
    const owner = { ...live, ...declared };
    return Object.fromEntries(
        Object.keys(declared).map((name) => [name, cut(fields[name], declared[name], live[name], owner)] as const),
    );
}

/** Returns the state to assume after a failed write: like `projected`, but a set contains all elements of `declared` and `last`. */
export function attempted(fields: Fields, declared: Properties, last: Properties, live: Properties): Properties {
    const owner = { ...live, ...declared };
    return Object.fromEntries(
        Object.entries(declared).map(([name, value]) => {
            const [schema, before] = [fields[name], last[name]];
            const isSet = Array.isArray(value) && marksOf(schema).list?.identity !== undefined;
            if (!isSet) return [name, cut(schema, value, live[name], owner)] as const;
            const wanted = new Map([...byIdentity(schema, before), ...byIdentity(schema, value)]);
            const found = byIdentity(schema, cut(schema, [...wanted.values()], live[name], owner));
            return [name, Array.from(wanted, ([key, item]) => found.get(key) ?? item)] as const;
        }),
    );
}

/**
 * Builds the request body for `declared`. Inside list elements and objects, undeclared properties are sent back as read. If a new element
 * lacks a field, it gets the field's `wire.whenNew`.
 */
export function completed(fields: Fields, declared: Properties, live: Properties): Properties {
    return Object.fromEntries(
        Object.keys(declared).map((name) => [name, filled(fields[name], declared[name], live[name])] as const),
    );
}

/**
 * Returns the live counterpart of each declared list element. If elements are identified only by position and their number changes, they
 * cannot be matched.
 */
export function successors(declared: readonly unknown[], live: readonly unknown[], schema: FieldSchema): unknown[] {
    const isKnown = marksOf(schema).list?.identity !== undefined || live.length === declared.length;
    return isKnown ? counterparts(declared, live, schema) : declared.map(() => undefined);
}

function compared(schema: FieldSchema, declared: unknown, live: unknown, path: Path, owner: Properties): Difference[] {
    if (declared === undefined) return [];
    const marks = marksOf(schema);
    const isList = Array.isArray(live) || isNone(live, marks);
    const isSet = Array.isArray(declared) && isList && isUnordered(marks, owner);
    const sides = { live: live ?? null, declared, ...(isSet ? { isSet } : {}) };
    const here = (): Difference[] => [{ path: pathText(path), property: String(path[0]), ...sides }];
    if (isUnknown(declared)) return here();
    if (isNone(declared, marks) && isNone(live, marks)) return [];
    if (marks.canonical) return isSameForm(declared, live, marks) ? [] : here();
    if (Array.isArray(declared)) {
        const liveList = Array.isArray(live) ? live : [];
        if (!isListOfObjects(declared) && !isListOfObjects(liveList)) {
            return isSameList(declared, liveList, isUnordered(marks, owner)) ? [] : here();
        }
        if (declared.length !== liveList.length) return here();
        const identities = (list: readonly unknown[]): unknown[] =>
            list.map((element) => elementIdentity(schema, element));
        if (marks.list?.identity && !isUnordered(marks, owner) && !same(identities(declared), identities(liveList))) {
            return here();
        }
        const matches = counterparts(declared, liveList, schema);
        if (matches.includes(undefined)) return here();
        const { element } = insideOf(schema);
        return declared.flatMap((item, index) => compared(element, item, matches[index], [...path, index], owner));
    }
    if (isObject(declared)) {
        if (!isObject(live)) return here();
        const { shape } = insideOf(schema);
        return Object.keys(declared).flatMap((key) =>
            compared(shape?.[key], declared[key], live[key], [...path, key], owner),
        );
    }
    return isSameForm(declared, live, marks) ? [] : here();
}

function cut(schema: FieldSchema, declared: unknown, live: unknown, owner: Properties): unknown {
    const marks = marksOf(schema);
    if (marks.onChange === "local" || (isNone(declared, marks) && isNone(live, marks))) return declared ?? null;
    if (marks.canonical) return isSameForm(declared, live, marks) ? declared : (live ?? null);
    if (Array.isArray(declared) && Array.isArray(live)) {
        const isSet = isUnordered(marks, owner);
        if (!isListOfObjects(live)) return isSet ? [...new Set(live)].sort(byPlaceIn(declared)) : live;
        const { element } = insideOf(schema);
        const models = counterparts(live, declared, schema);
        const matched = live.map((item, index) => {
            const model = models[index];
            return model === undefined ? item : cut(element, model, item, owner);
        });
        if (!isSet) return matched;
        const place = byPlaceIn(declared.map((item) => elementIdentity(schema, item)));
        return matched.sort((a, b) => place(elementIdentity(schema, a), elementIdentity(schema, b)));
    }
    if (isObject(declared) && isObject(live)) {
        const { shape } = insideOf(schema);
        return Object.fromEntries(
            Object.keys(declared).map((key) => [key, cut(shape?.[key], declared[key], live[key], owner)]),
        );
    }
    return isSameForm(declared, live, marks) ? declared : (live ?? null);
}

function byIdentity(schema: FieldSchema, list: unknown): Map<string, unknown> {
    const items = Array.isArray(list) ? list : [];
    return new Map(items.map((item) => [identityText(schema, item), item]));
}

function filled(schema: FieldSchema, declared: unknown, live: unknown): unknown {
    const marks = marksOf(schema);
    const cleared = marks.wire?.cleared;
    if (declared === null && cleared !== undefined) return cleared === "omitted" ? undefined : cleared;
    const { element, shape } = insideOf(schema);
    if (Array.isArray(declared)) {
        const before = successors(declared, Array.isArray(live) ? live : [], schema);
        return declared.map((item, index) => filled(element, item, before[index]));
    }
    if (!isObject(declared) || (marks.canonical && marks.wire?.verbatim)) return declared;
    // For a write-only field, only the declared value is known. A canonical value is replaced as a whole.
    const known = { ...sentInitially(shape), ...(isObject(live) && !marks.canonical ? live : {}) };
    const given = Object.keys(declared).filter((key) => declared[key] !== undefined);
    return {
        ...Object.fromEntries(
            Object.entries(known).filter(([key]) => marksOf(shape?.[key]).wire?.sentBackWith?.(declared) ?? true),
        ),
        ...Object.fromEntries(given.map((key) => [key, filled(shape?.[key], declared[key], known[key])])),
    };
}

/** Returns the initial values of undeclared fields of a new object. */
export function initial(shape: Fields | undefined): Properties {
    const entries = Object.entries(shape ?? {}).map(([key, schema]) => [key, marksOf(schema).wire?.whenNew] as const);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Returns the initial values that the API accepts: null is sent as an omitted field. */
function sentInitially(shape: Fields | undefined): Properties {
    return Object.fromEntries(Object.entries(initial(shape)).filter(([, value]) => value !== null));
}

function byPlaceIn(order: readonly unknown[]): (a: unknown, b: unknown) => number {
    const place = (value: unknown): number => {
        const index = order.findIndex((other) => same(other, value));
        return index < 0 ? order.length : index;
    };
    return (a, b) => place(a) - place(b);
}

function isSameList(declared: readonly unknown[], live: readonly unknown[], unordered: boolean): boolean {
    if (hasUnknown(declared)) return false;
    if (!unordered) return same(declared, live);
    const [a, b] = [new Set(declared), new Set(live)];
    return a.size === b.size && [...a].every((value) => b.has(value));
}

function isSameForm(declared: unknown, live: unknown, marks: Marks): boolean {
    const form = (value: unknown): unknown => (marks.canonical ? marks.canonical(value) : value);
    return same(form(declared), form(live ?? marks.standard));
}

function isUnordered({ list: { unordered } = {} }: Marks, owner: Properties): boolean {
    return typeof unordered === "function" ? unordered(owner) : unordered === true;
}

function isNone(value: unknown, marks: Marks): boolean {
    return value === undefined || value === null || (marks.wire?.cleared !== undefined && value === marks.wire.cleared);
}

function isListOfObjects(list: readonly unknown[]): boolean {
    return list.some(isObject);
}
