import { isObject, type Properties, same } from "../../common/properties.js";
import { unknownValue } from "../../common/unknown.js";
import { acceptsNull, type FieldSchema, type Fields, insideOf, nullStandIn } from "../schema/fields.js";

/** Key that marks an object as a special value in Pulumi's protocol. */
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";

/** Placeholders that the engine sends for unknown values, one for each type. */
const UNKNOWNS: readonly unknown[] = [
    unknownValue,
    "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
    "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
    "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
    "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
];

/** Properties received from the engine, with secrets unwrapped. */
export interface Received {
    readonly values: Properties;
    /** Names of the properties that are secret or contain a secret. */
    readonly secrets: readonly string[];
}

/** Unwraps secrets, and converts unknown values to the kernel's form. */
export function received(properties: Properties): Received {
    const plain = Object.entries(properties).map(([name, value]) => [name, openedValue(value)] as const);
    return {
        values: Object.fromEntries(plain.map(([name, { value }]) => [name, value])),
        secrets: plain.flatMap(([name, { isSecret }]) => (isSecret ? [name] : [])),
    };
}

/** Returns what a program declares. Most languages drop null, so where a field accepts null, something else stands for it: see `nullStandIn`. */
export function withNulls(fields: Fields, values: Properties): Properties {
    const valueIn = (schema: FieldSchema, value: unknown): unknown => {
        if (acceptsNull(schema) && value !== undefined && same(value, nullStandIn(schema))) return null;
        const { element, shape } = insideOf(schema);
        if (Array.isArray(value)) return element ? value.map((one) => valueIn(element, one)) : value;
        return shape && isObject(value) ? withNulls(shape, value) : value;
    };
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueIn(fields[name], value)]));
}

/**
 * Returns what a program would declare for these inputs. Pulumi omits null from the code that it generates for an import, and the next preview
 * would report that the property is no longer declared.
 */
export function withStandIns(fields: Fields, inputs: Properties): Properties {
    const isText = (name: string): boolean => acceptsNull(fields[name]) && nullStandIn(fields[name]) === "";
    return Object.fromEntries(
        Object.entries(inputs).map(([name, value]) => [name, value === null && isText(name) ? "" : value]),
    );
}

/** Marks the named properties as secret. */
export function sent(properties: Properties, secrets: readonly string[]): Properties {
    return Object.fromEntries(
        Object.entries(properties).map(([name, value]) => [
            name,
            secrets.includes(name) && value !== undefined && value !== null ? { [SIGNATURE]: SECRET, value } : value,
        ]),
    );
}

interface Opened {
    readonly value: unknown;
    readonly isSecret: boolean;
}

function openedValue(value: unknown): Opened {
    if (UNKNOWNS.includes(value)) return { value: unknownValue, isSecret: false };
    if (Array.isArray(value)) {
        const all = value.map(openedValue);
        return { value: all.map((one) => one.value), isSecret: all.some(({ isSecret }) => isSecret) };
    }
    if (!isObject(value)) return { value, isSecret: false };
    if (value[SIGNATURE] === SECRET) return { value: openedValue(value.value).value, isSecret: true };
    const all = Object.entries(value).map(([name, inner]) => [name, openedValue(inner)] as const);
    return {
        value: Object.fromEntries(all.map(([name, inner]) => [name, inner.value])),
        isSecret: all.some(([, { isSecret }]) => isSecret),
    };
}
