import { isObject, type Properties } from "../../common/properties.js";
import { wireName } from "../../common/wire-names.js";
import { type Fields, insideOf, marksOf } from "./fields.js";

/**
 * Returns a deep copy with the API's names: snake_case, or the field's `wire.name`. Omits local fields. All request bodies are built with
 * this function.
 */
export function toWire(properties: Properties, fields: Fields): Record<string, unknown> {
    const entries = Object.entries(properties).filter(([name]) => marksOf(fields[name]).onChange !== "local");
    return Object.fromEntries(
        entries.map(([name, value]) => [marksOf(fields[name]).wire?.name ?? wireName(name), sent(value, fields[name])]),
    );
}

function sent(value: unknown, schema: Fields[string] | undefined): unknown {
    if (marksOf(schema).wire?.verbatim) return value;
    const { element, shape } = insideOf(schema);
    if (Array.isArray(value)) return value.map((item) => sent(item, element));
    return isObject(value) ? toWire(value, shape ?? {}) : value;
}
