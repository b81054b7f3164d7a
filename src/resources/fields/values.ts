import { z } from "zod";
import { isObject, same } from "../../common/properties.js";
import { meant } from "../../common/spelling.js";
import { hasUnknown } from "../../common/unknown.js";
import { fieldName } from "../../common/wire-names.js";
import type { Source } from "../../provider/live/source.js";
import { field, instant, type Marks, marksOf } from "../../provider/schema/fields.js";

/** Schema for text that is not blank. */
export function textField(): z.ZodString {
    return z.string().regex(/\S/, "it must not be empty");
}

/** Generated schema of an enumeration to which the API may add values. */
type Growing = z.ZodUnion<readonly [z.ZodEnum, z.ZodString]>;

/**
 * Schema for a value of an enumeration that may grow, or one of its `synonyms`. Other values pass unless they look like a misspelled value.
 * For an enumeration that cannot grow, use the generated schema instead.
 */
export function memberOf(enumeration: Growing, synonyms: readonly string[] = []) {
    const known = enumeration.options[0].options.map(String);
    const checked = textField().superRefine((value, context) => {
        const one = meant(value, [...known, ...synonyms]);
        if (one === undefined) return;
        context.addIssue({ code: "custom", message: `did you mean ${JSON.stringify(one)}?` });
    });
    return field(checked, { known });
}

/**
 * Schema for the id of an object on the service. Without `of`, the kind of object is not specified.
 * @param having values that the object must have
 */
export function id(of?: Source, having?: Readonly<Record<string, string>>): z.ZodGUID {
    const schema = z.guid("it must be the id of an object (a UUID), such as another resource's `id`");
    return of ? field(schema, { refersTo: { kind: of.name, ...(having && { having }) } }) : schema;
}

/** Schema for a list of ids without duplicates. */
export function ids(...of: Parameters<typeof id>): z.ZodArray<z.ZodGUID> {
    return z.array(id(...of)).superRefine(eachOnce((one) => one));
}

/** Schema for a set of ids: without duplicates and in any order. */
export function idSet(...of: Parameters<typeof id>): z.ZodArray<z.ZodGUID> {
    return field(ids(...of), { list: { unordered: true } });
}

/** Schema for an unordered list of objects that are unique by the properties `keys`. `marks` are added to those of the list. */
export function setField<Element extends z.ZodObject>(
    element: Element,
    keys: readonly (string & keyof Element["shape"])[],
    marks: Marks = {},
) {
    const keyOf = (item: Readonly<Record<string, unknown>>): string =>
        JSON.stringify(keys.map((name) => item[name] ?? marksOf(element.shape[name] as z.ZodType).standard));
    return field(z.array(element).superRefine(eachOnce(keyOf)), {
        ...marks,
        list: { identity: keys, unordered: true },
    });
}

/**
 * Returns the canonical form of an object that is compared as a whole, such as a condition. An additional value in a condition admits more
 * users, so a value that is not declared must count as a difference. Lists are compared as sets, and an empty list equals an omitted one.
 */
export function whole(value: unknown): unknown {
    if (Array.isArray(value)) {
        const items = value.map(whole);
        const distinct = items.filter((item, index) => items.findIndex((other) => same(item, other)) === index);
        return distinct.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    }
    if (!isObject(value)) return value;
    const given = Object.entries(value).filter(
        ([, inner]) => inner !== undefined && inner !== null && !(Array.isArray(inner) && inner.length === 0),
    );
    return Object.fromEntries(given.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, whole(inner)]));
}

/** Schema for an ISO date-time with a UTC offset. Values that denote the same moment are equal. */
export function moment() {
    return field(isoDateTime(), { canonical: instant });
}

/** Schema for a moment that the API takes as a number of minutes from now, so that it cannot be later than `minutes` from now. */
export function momentWithin(minutes: number) {
    const isEarly = (date: string): boolean => Date.parse(date) <= Date.now() + minutes * 60_000;
    const years = Math.floor(minutes / 60 / 24 / 365.25);
    return field(
        isoDateTime().refine(isEarly, `it must not be later than ${years} years from now; use null for never`),
        {
            canonical: instant,
        },
    );
}

function isoDateTime() {
    const form = "it must be an ISO date-time with a UTC offset, such as 2027-07-01T00:00:00Z";
    return z.iso.datetime({ offset: true, error: form });
}

/** Schema for the name of an IANA time zone. */
export function timeZone(): z.ZodString {
    return z.string().refine(isTimeZone, "it must be an IANA time zone, such as Europe/Oslo");
}

/** Schema for a cron expression. It checks only the number of fields; the service checks their contents. */
export function cron(): z.ZodString {
    const form = "the five fields of cron (minute, hour, day of month, month, day of week), such as 0 9 1 * *";
    return z.string().regex(/^\s*(\S+\s+){4}\S+\s*$|^$/, `it must have ${form}`);
}

/** Validation rule: returns whether `start` is before `end`. Also true if either is unknown or not a date. */
export function inOrder(start: unknown, end: unknown): boolean {
    if (typeof start !== "string" || typeof end !== "string") return true;
    return !(Date.parse(start) >= Date.parse(end));
}

/** Schema for an integer number of minutes, at least `least`. */
export function minutesField(least: number): z.ZodNumber {
    return z.number().int("it must be a whole number of minutes").min(least);
}

type Camel<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name & string;

/**
 * Type of an API response with its keys in camelCase, at any depth. Strings are tested first, because the string type of an enumeration
 * that may grow also extends `object`.
 */
export type InCamelCase<Value> = Value extends string
    ? Value
    : Value extends readonly (infer Element)[]
      ? InCamelCase<Element>[]
      : Value extends object
        ? { [Key in keyof Value as Camel<Key>]: InCamelCase<Value[Key]> }
        : Value;

type CamelMembers<Shape extends z.ZodRawShape> = { [Key in keyof Shape as Camel<Key>]: Shape[Key] };

type Remote<Schema> =
    Schema extends z.ZodOptional<z.ZodObject<infer Shape>> ? z.ZodOptional<z.ZodObject<CamelMembers<Shape>>> : never;

/** Schema for the properties that identify an object in its end system: exactly one member of `schema`, in camelCase. */
export function remoteInfo<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) {
    const members = Object.entries(schema.shape).map(([name, member]) => {
        // The cast is safe: the type `Remote` requires every member to be an optional object.
        const { shape } = (member as z.ZodOptional<z.ZodObject>).unwrap();
        const inner = Object.entries(shape).map(([key, value]) => [fieldName(key), value] as const);
        return [
            fieldName(name),
            field(z.strictObject(Object.fromEntries(inner)), { wire: { name } }).optional(),
        ] as const;
    });
    const shape = Object.fromEntries(members);
    return z
        .strictObject(shape as { [Key in keyof Shape as Camel<Key>]: Remote<Shape[Key]> })
        .refine(
            (value) => Object.keys(value).length === 1,
            "it must have exactly one member, which must match the type",
        );
}

/** Returns a refinement that reports each item with the same key as an earlier item. */
export function eachOnce<Item>(keyOf: (item: Item) => string) {
    return (items: readonly Item[], context: z.RefinementCtx): void => {
        for (const [index, item] of items.entries()) {
            if (hasUnknown(item) || items.findIndex((other) => keyOf(other) === keyOf(item)) === index) continue;
            context.addIssue({ code: "custom", path: [index], message: "duplicate: remove one of them" });
        }
    };
}

function isTimeZone(name: string): boolean {
    try {
        new Intl.DateTimeFormat("en", { timeZone: name });
        // Newer versions of Node also accept an offset, such as +01:00.
        return /^[a-z]/i.test(name);
    } catch {
        return false;
    }
}
