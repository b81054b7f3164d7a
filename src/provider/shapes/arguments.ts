import { z } from "zod";
import { differences } from "../schema/comparison/differences.js";
import { isObject, same } from "../schema/comparison/equality.js";
import { type Fields, insideOf, marksOf, type Properties, pathText, schemaAt, unknownValue } from "../schema/fields.js";
import type { Kind } from "./kind.js";

/** A required value that the service does not return; the program reads it from the stack's configuration. */
export class Secret {
    /** @param path path within the arguments, such as `hmacCredential1.secret` */
    constructor(readonly path: readonly PropertyKey[]) {}
}

/** Arguments that declare a live object, or the reason why it cannot be declared. */
export type Arguments =
    | {
          readonly given: Properties;
          /** Omitted properties, with the reason. */
          readonly left: readonly Omission[];
      }
    | { readonly because: string };

/** A property that cannot be declared. */
export interface Omission {
    readonly path: string;
    readonly reason: string;
}

/** Maximum number of properties to omit from one object before giving up. */
const MOST_OMISSIONS = 20;

/**
 * Returns the arguments that declare a live object without any difference: the service's answer, without default values.
 */
export function argumentsOf(kind: Kind, live: Properties): Arguments {
    const missing = undeclarable(kind);
    if (missing !== undefined) return { because: missing };
    // Properties removed below stay in the live object.
    const given = membersOf(kind.fields, structuredClone(live), []);
    const left: Omission[] = [];
    for (let round = 0; round <= MOST_OMISSIONS; round += 1) {
        const fault = faultOf(kind, given, live);
        if (!fault) return { given, left };
        const { reason } = fault;
        const path = removed(
            kind.schema,
            given,
            isUnread(kind.fields, fault.path) ? fault.path.slice(0, 1) : fault.path,
        );
        if (!path) return { because: `${pathText(fault.path)}: ${reason}` };
        // Another declared property implies or replaces it.
        if (!/^leave it out/.test(reason)) left.push({ path: pathText(path), reason });
    }
    return { because: "too many of its properties cannot be declared" };
}

/** Why no object of a kind can be declared from the service's answers; undefined if they can. */
export function undeclarable(kind: Kind): string | undefined {
    const missing = Object.keys(kind.fields).find((name) => isLost(kind.fields[name]));
    return missing && `${missing} is required, and the service never returns it`;
}

/** Fields that a program may set and the service does not return. */
export function unreadOf({ fields }: Kind): string[] {
    return Object.keys(fields).filter((name) => {
        const { writeOnly, onChange, secret } = marksOf(fields[name]);
        return writeOnly === true && secret !== true && onChange !== "ignore";
    });
}

/** Whether a field is required, not returned by the service, and not a secret. */
function isLost(schema: z.ZodType | undefined): boolean {
    const { writeOnly, secret } = marksOf(schema);
    return writeOnly === true && secret !== true && !(schema instanceof z.ZodOptional);
}

function membersOf(shape: Fields, live: Properties, path: readonly PropertyKey[], secret = false): Properties {
    const entries = Object.entries(shape).map(([name, schema]) => [
        name,
        given(schema, live[name], [...path, name], secret),
    ]);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** The declared form of a value; undefined to omit the field. */
function given(schema: z.ZodType, live: unknown, path: readonly PropertyKey[], inSecret: boolean): unknown {
    const { onChange, writeOnly, secret = false, canonical } = marksOf(schema);
    const isOptional = schema instanceof z.ZodOptional;
    const isSecret = inSecret || secret;
    if (onChange === "ignore" || onChange === "local") return undefined;
    if (writeOnly && isSecret) return isOptional ? undefined : new Secret(path);
    // A write-only field has a value only if it comes from another source than the service.
    if (live === undefined || live === null) return undefined;
    const value = plain(schema, live, path, isSecret);
    if (isOptional && isUsual(schema, value)) return undefined;
    // Removing any part of a canonical value may change its meaning.
    return canonical && !same(canonical(value), canonical(live)) ? live : value;
}

function plain(schema: z.ZodType, live: unknown, path: readonly PropertyKey[], secret: boolean): unknown {
    const { shape, element } = insideOf(schema);
    if (marksOf(schema).wire?.verbatim) return live;
    if (Array.isArray(live)) {
        return live.map((item, index) => (element ? given(element, item, [...path, index], secret) : item));
    }
    return isObject(live) && shape ? membersOf(shape, live, path, secret) : live;
}

/** The declared form of a required value, without parts that have their default or cannot be declared. */
export function partsGiven(schema: z.ZodType | undefined, live: unknown): unknown {
    return schema ? plain(schema, live, [], false) : live;
}

/** Whether a new object has this value by default. */
export function isUsual(schema: z.ZodType | undefined, value: unknown): boolean {
    const marks = marksOf(schema);
    if (marks.usual !== undefined) return same(value, marks.usual);
    if (value === undefined || value === null || value === false || value === "") return true;
    if (Array.isArray(value)) return value.length === 0;
    const { shape } = insideOf(schema);
    if (isObject(value)) return Object.entries(value).every(([name, inner]) => isUsual(shape?.[name], inner));
    return [marks.standard, marks.wire?.cleared, marks.wire?.whenNew].some(
        (one) => one !== undefined && same(value, one),
    );
}

/** Why these arguments are not valid, and where. */
function faultOf(kind: Kind, given: Properties, live: Properties) {
    const known = withPlaceholders(given);
    const [issue] = kind.schema.safeParse(known).error?.issues ?? [];
    if (issue) return { path: issue.path, reason: issue.message };
    const [difference] = differences(kind.fields, withoutSecrets(given), live);
    return difference && { path: [difference.property], reason: "it is not returned as it was set" };
}

/**
 * Whether the service never returns the value at a path. Such a value is declared as a whole or not at all, because the
 * comparison would not notice a missing part.
 */
function isUnread(fields: Fields, [name]: readonly PropertyKey[]): boolean {
    const { writeOnly, secret } = marksOf(fields[String(name)]);
    return writeOnly === true && secret !== true;
}

/** Removes the innermost omittable field around a fault and returns its path; undefined if there is none. */
function removed(
    schema: z.ZodType,
    given: Properties,
    path: readonly PropertyKey[],
): readonly PropertyKey[] | undefined {
    const paths = path.map((_, at) => path.slice(0, at + 1));
    // Removing a part of a canonical value would change its meaning.
    const whole = paths.findIndex((at) => marksOf(schemaAt(schema, at)).canonical !== undefined);
    for (const at of paths.slice(0, whole < 0 ? path.length : whole + 1).reverse()) {
        const holder = at.slice(0, -1).reduce<unknown>((outer, step) => Object(outer)[step], given);
        const name = String(at.at(-1));
        if (!isObject(holder) || !(name in holder) || !(schemaAt(schema, at) instanceof z.ZodOptional)) continue;
        Reflect.deleteProperty(holder, name);
        return at;
    }
    return undefined;
}

/** Replaces each secret by a placeholder that passes validation. */
function withPlaceholders(value: Properties): Properties {
    const inside = (inner: unknown): unknown => {
        if (inner instanceof Secret) return unknownValue;
        if (Array.isArray(inner)) return inner.map(inside);
        return isObject(inner) ? withPlaceholders(inner) : inner;
    };
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inside(inner)]));
}

function withoutSecrets(given: Properties): Properties {
    return Object.fromEntries(Object.entries(given).filter(([, value]) => !holdsSecret(value)));
}

/** Whether a value contains a secret. */
export function holdsSecret(value: unknown): boolean {
    if (value instanceof Secret) return true;
    return typeof value === "object" && value !== null && Object.values(value).some(holdsSecret);
}
