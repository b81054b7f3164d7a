import { isObject } from "./comparison/equality.js";
import { type Fields, insideOf, marksOf, type Properties } from "./fields.js";

/**
 * Returns a deep copy with the API's names: snake_case, or the field's `wire.name`. Omits local fields. All request bodies are built with
 * this function.
 */
export function toWire(properties: Properties, fields: Fields = {}): Record<string, unknown> {
    const entries = Object.entries(properties).filter(([name]) => marksOf(fields[name]).onChange !== "local");
    return Object.fromEntries(
        entries.map(([name, value]) => [marksOf(fields[name]).wire?.name ?? wireName(name), sent(value, fields[name])]),
    );
}

/** Returns a deep copy with this package's names (camelCase). */
export function fromWire(answer: object): Record<string, unknown> {
    const inner = (item: unknown): unknown => {
        if (Array.isArray(item)) return item.map(inner);
        return isObject(item) ? fromWire(item) : item;
    };
    return Object.fromEntries(Object.entries(answer).map(([key, item]) => [fieldName(key), inner(item)]));
}

/** Returns the camelCase name of an API field. */
export function fieldName(key: string): string {
    return key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function sent(value: unknown, schema: Fields[string] | undefined): unknown {
    if (marksOf(schema).wire?.verbatim) return value;
    const { element, shape } = insideOf(schema);
    if (Array.isArray(value)) return value.map((item) => sent(item, element));
    return isObject(value) ? toWire(value, shape) : value;
}

function wireName(name: string): string {
    return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
