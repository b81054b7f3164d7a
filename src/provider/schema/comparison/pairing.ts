import { isObject, same } from "../../../common/properties.js";
import { type ElementIdentity, type FieldSchema, insideOf, marksOf } from "../fields.js";

/**
 * Returns the counterpart in `list` of each element of `among`, or undefined if it has none. Both lists belong to the field `schema`. If
 * the field does not declare an identity, elements are matched by position.
 */
export function counterparts(among: readonly unknown[], list: readonly unknown[], schema: FieldSchema): unknown[] {
    const { identity, fallbackIdentity } = marksOf(schema).list ?? {};
    if (identity === undefined) return among.map((_, index) => list[index]);
    const left = new Set(list.keys());
    const found = among.map(() => undefined as number | undefined);
    for (const each of [identity, ...(fallbackIdentity === undefined ? [] : [fallbackIdentity])]) {
        for (const [index, element] of among.entries()) {
            if (found[index] !== undefined || !isObject(element)) continue;
            const wanted = identified(element, each, schema);
            const match = [...left].find((other) => same(identified(list[other], each, schema), wanted));
            if (match === undefined) continue;
            found[index] = match;
            left.delete(match);
        }
    }
    return found.map((index) => (index === undefined ? undefined : list[index]));
}

/** Returns the value that identifies an element of the list `schema`. */
export function elementIdentity(schema: FieldSchema, element: unknown): unknown {
    const { identity } = marksOf(schema).list ?? {};
    return identity === undefined ? element : identified(element, identity, schema);
}

/** Returns the identity of an element as a string. */
export function identityText(schema: FieldSchema, element: unknown): string {
    return JSON.stringify(elementIdentity(schema, element));
}

function identified(element: unknown, identity: ElementIdentity, schema: FieldSchema): unknown {
    if (!isObject(element)) return element;
    if (typeof identity === "function") return identity(element);
    const { shape } = insideOf(insideOf(schema).element);
    return [identity].flat().map((name) => {
        const { canonical, standard: otherwise } = marksOf(shape?.[name]);
        const value = element[name] ?? otherwise;
        return canonical ? canonical(value) : value;
    });
}
