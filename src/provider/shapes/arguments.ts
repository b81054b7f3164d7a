import { z } from "zod";
import { pathText } from "../../common/paths.js";
import { isObject, type Properties, same } from "../../common/properties.js";
import { unknownValue } from "../../common/unknown.js";
import { differences } from "../schema/comparison/differences.js";
import { type Fields, insideOf, marksOf, schemaAt } from "../schema/fields.js";
import type { Kind } from "./kind.js";

/** Stands for a required value that the service does not return. The generated program reads it from the stack's configuration. */
export class SecretArgument {
    /** @param path path of the value within the arguments, such as `hmacCredential1.secret` */
    constructor(readonly path: readonly PropertyKey[]) {}
}

/** Arguments that declare a live object, or the reason why the object cannot be declared. */
export type Arguments =
    | {
          readonly given: Properties;
          /** Omitted properties, each with the reason. */
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

/** Returns the arguments that declare a live object without any difference: its live properties without default values. */
export function argumentsOf(kind: Kind, live: Properties): Arguments {
    const missing = undeclarable(kind);
    if (missing !== undefined) return { because: missing };
    // Properties are removed below from this copy, not from the live object.
    const given = argumentsOfShape(kind.fields, structuredClone(live), []);
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
        // Not reported as an omission: another declared property implies or replaces this one.
        if (!/^leave it out/.test(reason)) left.push({ path: pathText(path), reason });
    }
    return { because: "too many of its properties cannot be declared" };
}

/** Returns why none of the objects of a kind can be declared based on the service's responses; undefined if they can. */
export function undeclarable(kind: Kind): string | undefined {
    if (kind.issues)
        return `the service shows ${kind.issues.join(" and ")} only once: declare a new object, and delete the old one`;
    const missing = Object.keys(kind.fields).find((name) => isLost(kind.fields[name]));
    return missing && `${missing} is required, but the service never returns it`;
}

/** Returns the fields that a program can set but the service does not return. */
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

function argumentsOfShape(shape: Fields, live: Properties, path: readonly PropertyKey[], secret = false): Properties {
    const entries = Object.entries(shape).map(([name, schema]) => [
        name,
        declaredForm(schema, live[name], [...path, name], secret),
    ]);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Returns the declared form of a value; undefined if the field is to be omitted. */
function declaredForm(schema: z.ZodType, live: unknown, path: readonly PropertyKey[], inSecret: boolean): unknown {
    const { onChange, writeOnly, secret = false, canonical } = marksOf(schema);
    const isOptional = schema instanceof z.ZodOptional;
    const isSecret = inSecret || secret;
    if (onChange === "ignore" || onChange === "local") return undefined;
    if (writeOnly && isSecret) return isOptional ? undefined : new SecretArgument(path);
    // A write-only field has a value only if it comes from a source other than the service.
    if ((live ?? null) === null && marksOf(schema).exported === "always" && schema.safeParse(null).success) return null;
    if (live === undefined || live === null) return undefined;
    const value = plainArgument(schema, live, path, isSecret);
    if (isOptional && !isExported(schema, value)) return undefined;
    // Removing a part of a canonical value may change its meaning.
    return canonical && !same(canonical(value), canonical(live)) ? live : value;
}

function plainArgument(schema: z.ZodType, live: unknown, path: readonly PropertyKey[], secret: boolean): unknown {
    const { shape, element } = insideOf(schema);
    if (marksOf(schema).wire?.verbatim) return live;
    if (Array.isArray(live)) {
        const items = live.map((item, index) =>
            element ? declaredForm(element, item, [...path, index], secret) : item,
        );
        // A set means the same without its duplicates, which a program must not declare.
        return marksOf(schema).list?.unordered === true
            ? items.filter((item, index) => items.findIndex((other) => same(other, item)) === index)
            : items;
    }
    return isObject(live) && shape ? argumentsOfShape(shape, live, path, secret) : live;
}

/** Returns the declared form of a required value. Parts that have their default value or cannot be declared are omitted. */
export function partsGiven(schema: z.ZodType | undefined, live: unknown): unknown {
    return schema ? plainArgument(schema, live, [], false) : live;
}

/** Whether an export declares this value. */
export function isExported(schema: z.ZodType | undefined, value: unknown): boolean {
    return marksOf(schema).exported === "always" || !isUsual(schema, value);
}

/** Whether a new object has this value by default. */
export function isUsual(schema: z.ZodType | undefined, value: unknown): boolean {
    const marks = marksOf(schema);
    if (typeof marks.usual === "function") return false;
    if (marks.usual !== undefined) return same(value, marks.usual);
    if (value === undefined || value === null || value === false || value === "") return true;
    if (Array.isArray(value)) return value.length === 0;
    const { shape } = insideOf(schema);
    if (isObject(value)) return Object.entries(value).every(([name, inner]) => isUsual(shape?.[name], inner));
    return [marks.standard, marks.wire?.cleared, marks.wire?.whenNew].some(
        (one) => one !== undefined && same(value, one),
    );
}

/** Returns why and where these arguments are invalid; undefined if they are valid. */
function faultOf(kind: Kind, given: Properties, live: Properties) {
    const known = withPlaceholders(given);
    const [issue] = kind.exportSchema.safeParse(known).error?.issues ?? [];
    if (issue) return { path: issue.path, reason: issue.message };
    const [difference] = differences(kind.fields, withoutSecrets(given), live);
    return difference && { path: [difference.property], reason: "the service does not return it as it was set" };
}

/**
 * Whether the service never returns the value at a path. Such a value is declared either as a whole or not at all, because the comparison
 * would not notice a missing part.
 */
function isUnread(fields: Fields, [name]: readonly PropertyKey[]): boolean {
    const { writeOnly, secret } = marksOf(fields[String(name)]);
    return writeOnly === true && secret !== true;
}

/** Removes the innermost optional field around a fault and returns its path; undefined if there is none. */
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

/** Replaces each secret with a placeholder that passes validation. */
function withPlaceholders(value: Properties): Properties {
    const inside = (inner: unknown): unknown => {
        if (inner instanceof SecretArgument) return unknownValue;
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
    if (value instanceof SecretArgument) return true;
    return typeof value === "object" && value !== null && Object.values(value).some(holdsSecret);
}
