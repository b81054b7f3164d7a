import { z } from "zod";
import { meant } from "../../common/spelling.js";
import type { Source } from "../../provider/live/source.js";
import { isObject, same } from "../../provider/schema/comparison/equality.js";
import { field, hasUnknown, instant, type Marks, marksOf } from "../../provider/schema/fields.js";
import { fieldName } from "../../provider/schema/wire.js";

/** Non-blank text. */
export function text(): z.ZodString {
    return z.string().regex(/\S/, "it must not be empty");
}

/** The generated schema of an enumeration that may grow. */
type Growing = z.ZodUnion<readonly [z.ZodEnum, z.ZodString]>;

/**
 * A member of an enumeration that may grow, or one of its `synonyms`. Unknown values pass, unless they look like a misspelled member.
 * A closed enumeration needs no such schema: its generated one is used.
 */
export function memberOf(enumeration: Growing, synonyms: readonly string[] = []) {
    const known = [...enumeration.options[0].options.map(String), ...synonyms];
    return text().superRefine((value, context) => {
        const one = meant(value, known);
        if (one === undefined) return;
        context.addIssue({ code: "custom", message: `did you mean ${JSON.stringify(one)}?` });
    });
}

/** Id of an object on the service. Without `of`, other fields determine its kind. */
export function id(of?: Source): z.ZodGUID {
    const schema = z.guid("it must be the id of an object (a UUID), such as another resource's `id`");
    return of ? field(schema, { refersTo: { kind: of.name } }) : schema;
}

/** Ids of objects on the service, without duplicates. */
export function ids(of?: Source): z.ZodArray<z.ZodGUID> {
    return z.array(id(of)).superRefine(eachOnce((one) => one));
}

/** Ids of objects on the service, without duplicates and in any order. */
export function idSet(of?: Source): z.ZodArray<z.ZodGUID> {
    return field(ids(of), { list: { unordered: true } });
}

/** A set of objects, identified by the properties `keys`, unordered and unique. `marks`: additional marks. */
export function setOf<Element extends z.ZodObject>(
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
 * Canonical form of an object whose members are alternatives, such as a condition. Such an object is compared as a whole, because every
 * additional member lets more people in. Its lists are sets; an empty list equals an omitted one.
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

/** A moment as an ISO date-time with its offset. Different spellings of the same moment are equal. */
export function moment() {
    const form =
        "it must be an ISO date-time with its offset, such as 2027-07-01T00:00:00Z: for a Date, give date.toISOString()";
    return field(z.iso.datetime({ offset: true, error: form }), { canonical: instant });
}

/** Name of an IANA time zone. */
export function timeZone(): z.ZodString {
    return z.string().refine(isTimeZone, "it must be an IANA time zone, such as Europe/Oslo");
}

/** A cron schedule. Checks the number of fields; the service checks their contents. */
export function cron(): z.ZodString {
    const form = "the five fields of cron (minute, hour, day of month, month, day of week), such as 0 9 1 * *";
    return z.string().regex(/^\s*(\S+\s+){4}\S+\s*$|^$/, `it must have ${form}`);
}

/** For rules: whether one moment is before another. Also true if either is unknown or not a moment. */
export function inOrder(start: unknown, end: unknown): boolean {
    if (typeof start !== "string" || typeof end !== "string") return true;
    return !(Date.parse(start) >= Date.parse(end));
}

/** A whole number of minutes, at least `least`. */
export function minutes(least: number): z.ZodNumber {
    return z.number().int("it must be a whole number of minutes").min(least);
}

type Camel<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name & string;

/**
 * An answer of the API with its keys in camelCase, at any depth. Strings are tested first, because the compiler also takes the values of an
 * enumeration that may grow for objects.
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

/** The coordinates of an object in its end system: exactly one member of `schema`, in camelCase. */
export function remoteInfo<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) {
    const members = Object.entries(schema.shape).map(([name, member]) => {
        // Every member of a remote info is an optional object of strings, as the types below
        // state.
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
            "it must have exactly one member, the one that fits the type",
        );
}

/** Reports each item that has the same key as an earlier one. */
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
