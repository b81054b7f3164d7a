import { pathText } from "../../../common/paths.js";
import { isObject, type Properties, same } from "../../../common/properties.js";
import { type FieldSchema, type Fields, insideOf, marksOf } from "../fields.js";
import { initial, successors } from "./differences.js";
import { counterparts, elementIdentity } from "./pairing.js";

type Path = readonly (string | number)[];

/** An undeclared setting, and how a write affects it. */
export interface Stray {
    /** Path of the setting before the write. */
    readonly path: string;
    readonly value: unknown;
    /** Whether the setting is a field that this version does not know, whose value must not be shown. */
    readonly isUnknown: boolean;
    /** `moves`: sent back with the element that replaces the setting's own. `is lost`: lost together with its element. */
    readonly fate: "moves" | "is lost";
}

/** Returns the paths that `before` contains and `given` does not, at any depth. */
export function droppedPaths(fields: Fields, before: Properties, given: Properties): string[] {
    return droppedIn(fields, before, given, []);
}

/** Returns the paths of live values that must be announced (see `Marks.announced`): those that `given` could declare, and does not. */
export function announcedPaths(fields: Fields, given: Properties, live: Properties, path: Path = []): string[] {
    return Object.entries(fields).flatMap(([name, schema]) => {
        const here = [...path, name];
        if (name in given) return announcedIn(schema, given[name], live[name], here);
        return marksOf(schema).announced && path.length > 0 && !isInitial(live[name]) ? [pathText(here)] : [];
    });
}

function announcedIn(schema: FieldSchema, given: unknown, live: unknown, path: Path): string[] {
    if (marksOf(schema).canonical) return [];
    const { shape, element } = insideOf(schema);
    if (shape && isObject(given) && isObject(live)) return announcedPaths(shape, given, live, path);
    if (!element || !Array.isArray(given) || !Array.isArray(live)) return [];
    const found = counterparts(given, live, schema);
    return given.flatMap((item, index) => announcedIn(element, item, found[index], [...path, index]));
}

/**
 * Returns the settings inside lists that were never declared, neither in `before` nor in `given`, and that a write of `given` moves or
 * loses. Skips settings of an element that was added outside the program to a declared list, because the element itself is reported as
 * drift.
 */
export function strays(fields: Fields, before: Properties, given: Properties, live: Properties): Stray[] {
    return Object.keys(given).flatMap((name) => straysIn(fields[name], before[name], given[name], live[name], [name]));
}

/**
 * Returns `declared` with the initial value of each field that a list element omits (see `WireMarks.whenNew`), so that a list that the
 * program declares for the first time gets exactly the reviewers that it names. Omits fields that the access model does not evaluate,
 * because their initial value could widen access, such as a required MFA. If `live` is known, also omits fields that it does not contain.
 */
export function wholeElements(fields: Fields, declared: Properties, live?: Properties): Properties {
    return Object.fromEntries(
        Object.entries(declared).map(([name, value]) => [
            name,
            wholeIn(fields[name], value, live && (live[name] ?? null)),
        ]),
    );
}

function wholeIn(schema: FieldSchema, declared: unknown, live: unknown): unknown {
    if (marksOf(schema).canonical) return declared;
    const { shape, element } = insideOf(schema);
    const isLive = live !== undefined;
    if (shape && isObject(declared)) return wholeElements(shape, declared, isLive ? Object(live) : undefined);
    const { shape: each } = insideOf(element);
    if (!each || !Array.isArray(declared)) return declared;
    const before = successors(declared, Array.isArray(live) ? live : [], schema);
    return declared.map((item, index) => {
        if (!isObject(item)) return item;
        const found = before[index];
        const was = isObject(found) ? found : {};
        const isWritten = (name: string): boolean =>
            !(name in item) && (!isLive || name in was) && marksOf(each[name]).access?.relevance !== "unevaluated";
        const omitted = Object.entries(initial(each)).filter(([name]) => isWritten(name));
        return { ...wholeElements(each, item, isLive ? was : undefined), ...Object.fromEntries(omitted) };
    });
}

function droppedIn(shape: Fields | undefined, before: Properties, given: Properties, path: Path): string[] {
    return Object.keys(before).flatMap((name) => {
        const [last, now, here] = [before[name], given[name], [...path, name]];
        if (isInitial(last) && path.length > 0) return [];
        // Found by a refresh, but cannot be declared, such as the type of a group in a list.
        if (shape && !(name in shape)) return [];
        return now === undefined ? [pathText(here)] : droppedInside(shape?.[name], last, now, here);
    });
}

function droppedInside(schema: FieldSchema, before: unknown, given: unknown, path: Path): string[] {
    if (marksOf(schema).canonical) return [];
    const { shape, element } = insideOf(schema);
    if (isObject(before) && isObject(given)) return droppedIn(shape, before, given, path);
    if (!Array.isArray(before) || !Array.isArray(given)) return [];
    const last = successors(given, before, schema);
    return given.flatMap((item, index) => droppedInside(element, last[index], item, [...path, index]));
}

function straysIn(schema: FieldSchema, before: unknown, given: unknown, live: unknown, path: Path): Stray[] {
    if (marksOf(schema).canonical) return [];
    const { shape, element } = insideOf(schema);
    if (isObject(given) && isObject(live)) {
        const last = isObject(before) ? before : {};
        return Object.keys(given).flatMap((key) =>
            straysIn(shape?.[key], last[key], given[key], live[key], [...path, key]),
        );
    }
    if (!Array.isArray(given) || !Array.isArray(live)) return [];
    // If the list is declared for the first time, no part of it was declared before.
    const known = Array.isArray(before) ? counterparts(live, before, schema) : live.map(() => ({}));
    const now = successors(given, live, schema);
    return live.flatMap((item, index) => {
        const [last, at, here] = [known[index], now.indexOf(item), [...path, index]];
        if (at < 0) return isObject(last) ? undeclaredIn(element, item, last, here, "is lost") : [];
        const declared = given[at];
        const isSame =
            marksOf(schema).list?.identity === undefined ||
            same(elementIdentity(schema, declared), elementIdentity(schema, item));
        const inside = straysIn(element, last, declared, item, here);
        if (isSame || !isObject(declared) || !isObject(item)) return inside;
        // The value of the old element is lost, even if the new element has the same value.
        const written = Object.entries(item).filter(([key]) => key in declared);
        const lost = isObject(last) ? undeclaredIn(element, Object.fromEntries(written), last, here, "is lost") : [];
        return [...undeclaredIn(element, item, declared, here, "moves"), ...lost, ...inside];
    });
}

function undeclaredIn(
    schema: FieldSchema,
    item: unknown,
    declared: Properties,
    path: Path,
    fate: Stray["fate"],
): Stray[] {
    if (!isObject(item)) return [];
    const { shape } = insideOf(schema);
    return Object.keys(item)
        .filter((key) => !(key in declared) && !isInitial(item[key]))
        .map((key) => ({
            path: pathText([...path, key]),
            value: item[key],
            isUnknown: shape !== undefined && !(key in shape),
            fate,
        }));
}

/** Whether a new element has this value by default. */
function isInitial(value: unknown): boolean {
    if (Array.isArray(value)) return value.length === 0;
    return value === null || value === undefined || value === false || value === "";
}
