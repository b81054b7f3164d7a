/** The two spellings of a name: camelCase in programs, snake_case in the API. */
import { isObject, type Properties } from "./properties.js";

/** Returns the camelCase name of an API field. */
export function fieldName(key: string): string {
    return key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the API's name of a field, in snake_case. */
export function wireName(name: string): string {
    return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns a deep copy with this package's names (camelCase). */
export function fromWire(answer: object): Record<string, unknown> {
    return renamed(answer, fieldName);
}

/** Returns a deep copy with the API's names (snake_case). `toWire` also applies what fields say about their names. */
export function toWireNames(properties: Properties): Record<string, unknown> {
    return renamed(properties, wireName);
}

function renamed(object: object, rename: (name: string) => string): Record<string, unknown> {
    const inner = (item: unknown): unknown => {
        if (Array.isArray(item)) return item.map(inner);
        return isObject(item) ? renamed(item, rename) : item;
    };
    return Object.fromEntries(Object.entries(object).map(([key, item]) => [rename(key), inner(item)]));
}
