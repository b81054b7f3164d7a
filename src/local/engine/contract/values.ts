import { isRecord } from "./project.js";

// Property values use Pulumi's wire format, which is JSON with markers for secrets and unknown values. The constants below are defined by
// that format.

/** Placeholder for a value that is not known during a preview. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";

export type EngineProperties = Record<string, unknown>;

export interface EngineSecret {
    [SIGNATURE]: typeof SECRET;
    value: unknown;
}

export function secret(value: unknown): EngineSecret {
    return { [SIGNATURE]: SECRET, value };
}

export function isEngineSecret(value: unknown): value is EngineSecret {
    return isRecord(value) && value[SIGNATURE] === SECRET && "value" in value;
}

/** Returns a secret as it is stored in a deployment: with `ciphertext`, or with `plaintext` if secrets are shown. */
export function storedSecret(as: { ciphertext: string } | { plaintext: string }): EngineProperties {
    return { [SIGNATURE]: SECRET, ...as };
}

export function isStoredSecret(value: unknown): value is { ciphertext?: string; plaintext?: string } {
    return isRecord(value) && value[SIGNATURE] === SECRET && !("value" in value);
}

/** Returns the properties with secrets unwrapped, for providers that do not accept secrets. */
export function unwrappedProperties(properties: EngineProperties): EngineProperties {
    return map(properties, (value) =>
        isEngineSecret(value) ? unwrappedProperties({ value: value.value }).value : undefined,
    ) as EngineProperties;
}

/** Returns the properties with each secret replaced by "[secret]", for output. */
export function shownProperties(properties: EngineProperties): EngineProperties {
    return map(properties, (value) => (isEngineSecret(value) ? "[secret]" : undefined)) as EngineProperties;
}

/** Marks values as secret if the property of the same name in `from` contains a secret. Used for values that a provider returns. */
export function marked(properties: EngineProperties, from: EngineProperties): EngineProperties {
    const result: EngineProperties = {};
    for (const [key, value] of Object.entries(properties)) {
        const source = from[key];
        if (isRecord(value) && isRecord(source) && !isEngineSecret(source) && !isEngineSecret(value))
            result[key] = marked(value, source);
        else result[key] = !isEngineSecret(value) && some(source, isEngineSecret) ? secret(value) : value;
    }
    return result;
}

/** Whether the test is true for the value or for any value nested in it. */
export function some(value: unknown, test: (part: unknown) => boolean): boolean {
    if (test(value)) return true;
    if (Array.isArray(value)) return value.some((part) => some(part, test));
    return isRecord(value) && Object.values(value).some((part) => some(part, test));
}

/**
 * Returns a copy of `value` in which each nested value is replaced by the result of `replace`. If the result is undefined, the value is
 * kept and its nested values are processed.
 */
export function map(value: unknown, replace: (part: unknown) => unknown): unknown {
    const replaced = replace(value);
    if (replaced !== undefined) return replaced;
    if (Array.isArray(value)) return value.map((part) => map(part, replace));
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, map(part, replace)]));
}
