import {
    type Fields,
    hasUnknown,
    insideOf,
    isUnknown,
    type Marks,
    marksOf,
    type Properties,
    pathText,
} from "./fields.js";

/** One property whose two sides differ. */
export interface Difference {
    readonly path: string;
    /** Name of the top-level property it lies in. */
    readonly property: string;
    readonly live: unknown;
    readonly declared: unknown;
}

type Path = readonly (string | number)[];
type Schema = Fields[string] | undefined;

/**
 * Where `live` is not as `declared` says. Only what is declared is compared, inside an element of a list likewise; the order of an
 * unordered list never counts; null, absent and the mark `cleared` are one.
 */
export function differences(fields: Fields, declared: Properties, live: Properties): Difference[] {
    const owner = { ...live, ...declared };
    return Object.keys(declared)
        .filter((name) => !marksOf(fields[name]).local)
        .flatMap((name) => compared(fields[name], declared[name], live[name], [name], owner));
}

/** `live` cut to the shape of `declared`: the same properties, in the same order where order means nothing. */
export function projected(fields: Fields, declared: Properties, live: Properties): Properties {
    const owner = { ...live, ...declared };
    return Object.fromEntries(
        Object.keys(declared).map((name) => [name, cut(fields[name], declared[name], live[name], owner)] as const),
    );
}

/**
 * What to send for `declared`: inside elements of a list and of an object, what the program does not give is sent back as it was
 * read, and what a new element lacks is filled in from the mark `whenNew`.
 */
export function completed(fields: Fields, declared: Properties, live: Properties): Properties {
    return Object.fromEntries(
        Object.keys(declared).map((name) => [name, filled(fields[name], declared[name], live[name])] as const),
    );
}

/** The only names of the interface in which digits stand behind an underscore of their own. */
const wireNames: Readonly<Record<string, string>> = {
    azureAdMicrosoft365Group: "azure_ad_microsoft_365_group",
    hmacCredential1: "hmac_credential_1",
    hmacCredential2: "hmac_credential_2",
};

/**
 * A copy with the keys of the interface, all the way down: snake_case, or as the marks `wire` and `verbatim` of `fields` say. What is
 * `local` is left out: this is the one way to the wire.
 */
export function toWire(properties: Properties, fields: Fields = {}): Record<string, unknown> {
    const entries = Object.entries(properties).filter(([name]) => !marksOf(fields[name]).local);
    return Object.fromEntries(
        entries.map(([name, value]) => [marksOf(fields[name]).wire ?? wireName(name), sent(value, fields[name])]),
    );
}

/** A copy with the keys of this package (camelCase), all the way down. */
export function fromWire(answer: object): Record<string, unknown> {
    const inner = (item: unknown): unknown => {
        if (Array.isArray(item)) return item.map(inner);
        return isObject(item) ? fromWire(item) : item;
    };
    return Object.fromEntries(Object.entries(answer).map(([key, item]) => [fieldName(key), inner(item)]));
}

/** Equal as far as JSON tells, whatever the order of keys. */
export function same(left: unknown, right: unknown): boolean {
    if (left === right) return true;
    if (Array.isArray(left) || Array.isArray(right)) {
        if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
        return left.every((value, index) => same(value, right[index]));
    }
    if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
    const [a, b] = [left as Properties, right as Properties];
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...keys].every((key) => same(a[key], b[key]));
}

function compared(schema: Schema, declared: unknown, live: unknown, path: Path, owner: Properties): Difference[] {
    if (declared === undefined) return [];
    const marks = marksOf(schema);
    const here = (): Difference[] => [
        { path: pathText(path), property: String(path[0]), live: live ?? null, declared },
    ];
    if (isUnknown(declared)) return here();
    if (isNone(declared, marks) && isNone(live, marks)) return [];
    if (marks.canonical) return same(marks.canonical(declared), marks.canonical(live)) ? [] : here();
    if (Array.isArray(declared)) {
        const liveList = Array.isArray(live) ? live : [];
        if (!isListOfObjects(declared) && !isListOfObjects(liveList)) {
            const ordered = !isUnordered(marks, owner);
            return sameList(declared, liveList, ordered) ? [] : here();
        }
        if (declared.length !== liveList.length) return here();
        const keys = (list: readonly unknown[]): unknown[] => list.map((element) => keyIn(schema, element));
        if (marks.knownBy && !same(keys(declared), keys(liveList))) return here();
        const pairs = declared.map(
            (element, index) => [element, counterpart(element, index, declared, liveList, schema)] as const,
        );
        if (pairs.some(([, match]) => match === undefined)) return here();
        const { element: inner } = insideOf(schema);
        return pairs.flatMap(([element, match], index) => compared(inner, element, match, [...path, index], owner));
    }
    if (isObject(declared)) {
        if (!isObject(live)) return here();
        const { shape } = insideOf(schema);
        return Object.keys(declared).flatMap((key) =>
            compared(shape?.[key], declared[key], live[key], [...path, key], owner),
        );
    }
    return sameScalar(declared, live, marks) ? [] : here();
}

function cut(schema: Schema, declared: unknown, live: unknown, owner: Properties): unknown {
    const marks = marksOf(schema);
    if (marks.local || (isNone(declared, marks) && isNone(live, marks))) return declared ?? null;
    if (marks.canonical) return same(marks.canonical(declared), marks.canonical(live)) ? declared : (live ?? null);
    if (Array.isArray(declared) && Array.isArray(live)) {
        if (isListOfObjects(live)) {
            const { element } = insideOf(schema);
            const matched = live.map((item, index) => {
                const model = counterpart(item, index, live, declared, schema);
                return model === undefined ? item : cut(element, model, item, owner);
            });
            return marks.keyedBy ? inOrderOf(declared, matched, schema) : matched;
        }
        return isUnordered(marks, owner) ? [...live].sort(byPlaceIn(declared)) : live;
    }
    if (isObject(declared) && isObject(live)) {
        const { shape } = insideOf(schema);
        return Object.fromEntries(
            Object.keys(declared).map((key) => [key, cut(shape?.[key], declared[key], live[key], owner)]),
        );
    }
    return sameScalar(declared, live, marks) ? declared : (live ?? null);
}

function filled(schema: Schema, declared: unknown, live: unknown): unknown {
    const marks = marksOf(schema);
    if (declared === null && marks.cleared !== undefined) return marks.cleared;
    if (marks.canonical) return declared;
    const { element, shape } = insideOf(schema);
    if (Array.isArray(declared)) {
        const liveList = Array.isArray(live) ? live : [];
        // Without a key an element's place is all that tells it; when their number changes, nobody knows which is which.
        const comparable = isKeyed(marks) || liveList.length === declared.length;
        return declared.map((item, index) =>
            filled(element, item, comparable ? counterpart(item, index, declared, liveList, schema) : undefined),
        );
    }
    if (isObject(declared)) {
        // What a write-only field held last is known as the program gave it only.
        const known = { ...initial(shape), ...(isObject(live) ? live : {}) };
        const given = Object.keys(declared).filter((key) => declared[key] !== undefined);
        return {
            ...sentBack(shape, declared, known),
            ...Object.fromEntries(given.map((key) => [key, filled(shape?.[key], declared[key], known[key])])),
        };
    }
    return declared;
}

function sentBack(shape: Fields | undefined, declared: Properties, known: Properties): Properties {
    const entries = Object.entries(known).filter(([key]) => marksOf(shape?.[key]).sentBackWith?.(declared) ?? true);
    return Object.fromEntries(entries);
}

function initial(shape: Fields | undefined): Properties {
    const entries = Object.entries(shape ?? {}).map(([key, schema]) => [key, marksOf(schema).whenNew] as const);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** What stands in `list` for the element that stands at `index` of `among`. */
export function counterpart(
    element: unknown,
    index: number,
    among: readonly unknown[],
    list: readonly unknown[],
    schema: Schema,
): unknown {
    if (!isKeyed(marksOf(schema)) || !isObject(element)) return list[index];
    const key = keyIn(schema, element);
    const alike = (other: unknown): boolean => same(keyIn(schema, other), key);
    return list.filter(alike)[among.slice(0, index).filter(alike).length];
}

function isKeyed({ keyedBy, knownBy }: Marks): boolean {
    return keyedBy !== undefined || knownBy !== undefined;
}

/** What tells an element of a keyed list from the others. */
function keyIn(schema: Schema, element: unknown): unknown {
    if (!isObject(element)) return element;
    const { knownBy } = marksOf(schema);
    if (knownBy) return knownBy(element);
    const { shape } = insideOf(insideOf(schema).element);
    return [marksOf(schema).keyedBy ?? []].flat().map((name) => element[name] ?? marksOf(shape?.[name]).default);
}

function inOrderOf(declared: readonly unknown[], items: readonly unknown[], schema: Schema): unknown[] {
    const place = byPlaceIn(declared.map((element) => keyIn(schema, element)));
    return [...items].sort((a, b) => place(keyIn(schema, a), keyIn(schema, b)));
}

function byPlaceIn(order: readonly unknown[]): (a: unknown, b: unknown) => number {
    const place = (value: unknown): number => {
        const index = order.findIndex((other) => same(other, value));
        return index < 0 ? order.length : index;
    };
    return (a, b) => place(a) - place(b);
}

function sameList(declared: readonly unknown[], live: readonly unknown[], ordered: boolean): boolean {
    if (hasUnknown(declared)) return false;
    if (ordered) return same(declared, live);
    const [a, b] = [new Set(declared), new Set(live)];
    return a.size === b.size && [...a].every((value) => b.has(value));
}

function sameScalar(declared: unknown, live: unknown, marks: Marks): boolean {
    const spelled = (value: unknown): unknown =>
        typeof value === "string" ? (marks.synonyms?.[value] ?? value) : value;
    if (marks.instant && typeof declared === "string" && typeof live === "string") {
        const [one, other] = [Date.parse(declared), Date.parse(live)];
        if (one === other) return true;
    }
    if (marks.anyCase && typeof declared === "string" && typeof live === "string") {
        return declared.toLowerCase() === live.toLowerCase();
    }
    return same(spelled(declared), spelled(live ?? marks.default));
}

function isUnordered(marks: Marks, owner: Properties): boolean {
    return typeof marks.unordered === "function" ? marks.unordered(owner) : marks.unordered === true;
}

function isNone(value: unknown, marks: Marks): boolean {
    return value === undefined || value === null || (marks.cleared !== undefined && value === marks.cleared);
}

function isObject(value: unknown): value is Properties {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isListOfObjects(list: readonly unknown[]): boolean {
    return list.some(isObject);
}

function sent(value: unknown, schema: Schema): unknown {
    if (marksOf(schema).verbatim) return value;
    const { element, shape } = insideOf(schema);
    if (Array.isArray(value)) return value.map((item) => sent(item, element));
    return isObject(value) ? toWire(value, shape) : value;
}

function wireName(name: string): string {
    return wireNames[name] ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function fieldName(key: string): string {
    return key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
