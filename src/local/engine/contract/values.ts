import { isRecord } from "./project.js";

// Property values have Pulumi's wire format: JSON in which secrets and unknown values are marked. The constants
// are part of that format.

/** Stands for a value that is not known yet in a preview. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";

export type Properties = Record<string, unknown>;

export interface Secret {
    [SIGNATURE]: typeof SECRET;
    value: unknown;
}

export function secret(value: unknown): Secret {
    return { [SIGNATURE]: SECRET, value };
}

export function isSecret(value: unknown): value is Secret {
    return isRecord(value) && value[SIGNATURE] === SECRET && "value" in value;
}

/** A secret in a deployment: {ciphertext}, or {plaintext} if secrets are shown. */
export function storedSecret(as: { ciphertext: string } | { plaintext: string }): Properties {
    return { [SIGNATURE]: SECRET, ...as };
}

export function isStoredSecret(value: unknown): value is { ciphertext?: string; plaintext?: string } {
    return isRecord(value) && value[SIGNATURE] === SECRET && !("value" in value);
}

/** The same properties without secret marks, for providers that do not accept secrets. */
export function opened(properties: Properties): Properties {
    return map(properties, (value) =>
        isSecret(value) ? opened({ value: value.value }).value : undefined,
    ) as Properties;
}

/** The same properties with "[secret]" in place of each secret, for output. */
export function shown(properties: Properties): Properties {
    return map(properties, (value) => (isSecret(value) ? "[secret]" : undefined)) as Properties;
}

/** Marks values from a provider as secret if the property of the same name in `from` is secret. */
export function marked(properties: Properties, from: Properties): Properties {
    const result: Properties = {};
    for (const [key, value] of Object.entries(properties)) {
        const source = from[key];
        if (isRecord(value) && isRecord(source) && !isSecret(source) && !isSecret(value))
            result[key] = marked(value, source);
        else result[key] = !isSecret(value) && some(source, isSecret) ? secret(value) : value;
    }
    return result;
}

/** Whether the test is true for a value or any value nested in it. */
export function some(value: unknown, test: (part: unknown) => boolean): boolean {
    if (test(value)) return true;
    if (Array.isArray(value)) return value.some((part) => some(part, test));
    return isRecord(value) && Object.values(value).some((part) => some(part, test));
}

/** Replaces each nested value for which `replace` returns one. Where it returns undefined, the value stays and its parts are visited. */
export function map(value: unknown, replace: (part: unknown) => unknown): unknown {
    const replaced = replace(value);
    if (replaced !== undefined) return replaced;
    if (Array.isArray(value)) return value.map((part) => map(part, replace));
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, map(part, replace)]));
}
