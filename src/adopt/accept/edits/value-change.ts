import { isObject, type Properties, same } from "../../../common/properties.js";
import { counterparts, differences, type FieldSchema, insideOf, marksOf, partsGiven } from "../../../kernel.js";

/** A property whose live value differs from the program. */
export interface WantedValue {
    readonly property: string;
    readonly declared: unknown;
    readonly live: unknown;
}

/** A value in the program, and what it should be. */
export interface ValueChange {
    readonly declared: unknown;
    readonly live: unknown;
    readonly schema: FieldSchema;
}

/** How the elements of a declared list become those of a live list. */
interface ListChange {
    /** The live counterpart of each declared element; undefined if it was removed. */
    readonly matches: readonly unknown[];
    /** The live elements that are not declared. */
    readonly added: readonly unknown[];
    /** Whether the list must be written again, because the order of its elements has a meaning and changed. */
    readonly isReordered: boolean;
}

export function listChange(declared: readonly unknown[], live: readonly unknown[], schema: FieldSchema): ListChange {
    const { element } = insideOf(schema);
    const isListOfObjects = declared.some(isObject) || live.some(isObject);
    const matches = isListOfObjects
        ? counterparts(declared, live, schema)
        : declared.map((one) => live.find((other) => !isDifferent(element, one, other)));
    const added = live.filter((one) => !matches.includes(one));
    return { matches, added, isReordered: isReordered(schema, live, matches, added) };
}

/** Returns the value that clears a field: null, an empty list or the field's own; undefined if only removing the property clears it. */
export function clearedValue(declared: unknown, schema: FieldSchema): unknown {
    const empty = Array.isArray(declared) ? [] : null;
    return schema?.safeParse(empty).success ? empty : marksOf(schema).wire?.cleared;
}

/**
 * Returns the whole value that a program must declare, with the parts that it declares already; undefined if only removing the property clears
 * it.
 */
export function wantedValue({ declared, live, schema }: ValueChange): unknown {
    if (live === null || live === undefined) return clearedValue(declared, schema);
    const { element, shape } = insideOf(schema);
    if (Array.isArray(declared) && Array.isArray(live)) {
        const { matches } = listChange(declared, live, schema);
        return live.map((one) => wantedValue({ declared: declared[matches.indexOf(one)], live: one, schema: element }));
    }
    if (!isObject(declared) || !isObject(live)) return partsGiven(schema, live);
    const parts = Object.keys(declared).map((name) => [
        name,
        wantedValue({ declared: declared[name], live: live[name], schema: shape?.[name] }),
    ]);
    return Object.fromEntries(parts.filter(([, value]) => value !== undefined));
}

export function isDifferent(schema: FieldSchema, declared: unknown, live: unknown): boolean {
    if (schema === undefined) return !same(declared, live);
    const at = (value: unknown): Properties => ({ value });
    return differences({ value: schema }, at(declared ?? null), at(live)).length > 0;
}

/** Whether the elements that a list keeps are in another order, or new elements are not at its end, in a list whose order has a meaning. */
function isReordered(
    schema: FieldSchema,
    live: readonly unknown[],
    matches: readonly unknown[],
    added: readonly unknown[],
): boolean {
    const { unordered } = marksOf(schema).list ?? {};
    const kept = live.filter((one) => !added.includes(one));
    const isMoved =
        unordered === undefined &&
        !same(
            kept,
            matches.filter((one) => one !== undefined),
        );
    const isAppended = added.length === 0 || live.slice(-added.length).every((one) => added.includes(one));
    return isMoved || !(isAppended || unordered === true);
}
