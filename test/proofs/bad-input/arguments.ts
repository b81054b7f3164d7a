import fc from "fast-check";
import { isObject } from "../../../src/common/properties.js";

/** Arguments of a program: JSON, and values that JSON cannot represent. */
export type Arguments = Readonly<Record<string, unknown>>;

/** A declaration after random edits. */
export interface ArgumentSet {
    readonly kind: string;
    readonly given: Arguments;
    /** Properties that the program marks as secret. */
    readonly secrets: readonly string[];
}

/** Pulumi's placeholder for a value that is unknown until `up`. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Marker of a secret in Pulumi's protocol. */
const SECRET = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };

const TEXTS = [
    "",
    " ",
    "\t\n",
    ".",
    "..",
    "../..",
    "/",
    "%",
    "%zz",
    "%2e%2e",
    "?",
    "#",
    "a?b=c#d",
    "\u0000",
    "\u0007\u001b[31m",
    "\u007f\u0085",
    "\ud800",
    "a\udfffb",
    "\u202eevil\u202c",
    "\u200f\u200e",
    "\u2028\u2029",
    "\ufeff",
    "e\u0301",
    "𝒳👩‍👩‍👧‍👦",
    "null",
    "undefined",
    "__proto__",
    "constructor",
    "toString",
    "00000000-0000-0000-0000-000000000000",
    "8f7a3c52-5a3b-4a4f-8f3a-1f1f1f1f1f1f",
    "8F7A3C52-5A3B-4A4F-8F3A-1F1F1F1F1F1F",
    "2026-02-30T25:61:00Z",
    "9999-12-31T23:59:59Z",
    "+275760-09-13T00:00:00.001Z",
    "* * * * *",
    "0 0 31 2 *",
    "http://",
    "https://user:secret@example.com/",
    "javascript:alert(1)",
    "a@b",
    "\r\nAuthorization: Bearer other",
    '{"a":1}',
    UNKNOWN,
] as const;

const NUMBERS = [
    0,
    -0,
    -1,
    1,
    0.1,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    2 ** 31,
    2 ** 53,
    -(2 ** 53),
    1e21,
    1e308,
    5e-324,
] as const;

const KEYS = ["constructor", "toString", "hasOwnProperty", "valueOf", "prototype", "then", "toJSON", "length", "", "0"];

const text = fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom(...TEXTS) },
    { weight: 12, arbitrary: fc.string({ unit: "binary", maxLength: 30 }) },
    { weight: 1, arbitrary: fc.constantFrom(256, 4_096, 70_000, 1_000_000).map((length) => "x".repeat(length)) },
);

const leaf = fc.oneof(
    { weight: 5, arbitrary: text },
    { weight: 3, arbitrary: fc.constantFrom(...NUMBERS) },
    { weight: 1, arbitrary: fc.double() },
    { weight: 1, arbitrary: fc.boolean() },
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 2, arbitrary: fc.constant(UNKNOWN) },
);

const deep = fc
    .tuple(fc.constantFrom(20, 200, 2_000), fc.constantFrom("list", "object"), leaf)
    .map(([depth, shape, inner]) => {
        let value: unknown = inner;
        for (let level = 0; level < depth; level += 1) value = shape === "list" ? [value] : { a: value };
        return value;
    });

const odd = fc.oneof(
    { weight: 40, arbitrary: leaf },
    { weight: 6, arbitrary: fc.array(leaf, { maxLength: 4 }) },
    { weight: 6, arbitrary: fc.dictionary(fc.oneof(fc.constantFrom(...KEYS), fc.string({ maxLength: 5 })), leaf) },
    { weight: 3, arbitrary: leaf.map((value) => ({ ...SECRET, value })) },
    { weight: 1, arbitrary: fc.constantFrom(500, 5_000).map((length) => Array(length).fill(UNKNOWN)) },
    // Limited, since a gRPC message cannot contain thousands of strings with a million characters.
    {
        weight: 1,
        arbitrary: fc
            .tuple(fc.constantFrom(500, 5_000), leaf)
            .map(([n, one]) => Array(n).fill(typeof one === "string" ? one.slice(0, 4_096) : one)),
    },
    { weight: 1, arbitrary: deep },
);

/** An edit of a declaration at the location selected by `place`. */
type Edit =
    | { readonly does: "set"; readonly place: number; readonly value: unknown }
    /** Replaces a value by another one of the same type. */
    | { readonly does: "respell"; readonly place: number; readonly text: string; readonly number: number }
    | { readonly does: "append"; readonly place: number; readonly value: unknown }
    | { readonly does: "repeat"; readonly place: number }
    | { readonly does: "remove"; readonly place: number }
    | { readonly does: "wrap"; readonly place: number; readonly as: "secret" | "list" | "unknown" }
    | { readonly does: "add"; readonly place: number; readonly key: string; readonly value: unknown };

const place = fc.nat({ max: 1_000 });

const edit: fc.Arbitrary<Edit> = fc.oneof(
    { weight: 10, arbitrary: fc.record({ does: fc.constant("set" as const), place, value: odd }) },
    {
        weight: 14,
        arbitrary: fc.record({
            does: fc.constant("respell" as const),
            place,
            text,
            number: fc.oneof(fc.constantFrom(...NUMBERS), fc.nat()),
        }),
    },
    { weight: 2, arbitrary: fc.record({ does: fc.constant("append" as const), place, value: odd }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant("repeat" as const), place }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant("remove" as const), place }) },
    {
        weight: 3,
        arbitrary: fc.record({
            does: fc.constant("wrap" as const),
            place,
            as: fc.constantFrom("secret" as const, "list" as const, "unknown" as const),
        }),
    },
    {
        weight: 2,
        arbitrary: fc.record({
            does: fc.constant("add" as const),
            place,
            key: fc.oneof(
                fc.constantFrom(...KEYS),
                text.filter((key) => key.length < 50),
            ),
            value: odd,
        }),
    },
);

/**
 * Generates partly invalid declarations of a kind. `bases` are valid ones, `names` all properties of the kind. Shrinks to fewer
 * edits of the first base.
 */
export function argumentSets(
    kind: string,
    bases: readonly Arguments[],
    names: readonly string[],
): fc.Arbitrary<ArgumentSet> {
    const base = fc.constantFrom(...bases);
    const extra = fc.option(fc.record({ name: fc.constantFrom(...names), value: odd }), { freq: 3, nil: undefined });
    const secrets = fc.oneof(
        { weight: 3, arbitrary: fc.constant([] as string[]) },
        { weight: 1, arbitrary: fc.subarray([...names]) },
    );
    return fc
        .tuple(base, fc.array(edit, { minLength: 0, maxLength: 4 }), extra, secrets)
        .map(([declared, edits, more, secrets]) => {
            let given: unknown = more ? { ...declared, [more.name]: more.value } : declared;
            for (const one of edits) given = edited(given, one);
            return { kind, given: given as Arguments, secrets };
        });
}

function edited(root: unknown, edit: Edit): unknown {
    const places = placesOf(root);
    const path = places[edit.place % places.length] ?? [];
    return changed(root, path, (value) => {
        switch (edit.does) {
            case "set":
                // The root must stay an object.
                return path.length === 0 ? value : edit.value;
            case "respell":
                if (typeof value === "string") return edit.text;
                if (typeof value === "number") return edit.number;
                return typeof value === "boolean" ? !value : value;
            case "remove":
                return undefined;
            case "append":
                return Array.isArray(value) ? [...value, edit.value] : value;
            case "repeat":
                return Array.isArray(value) ? [...value, ...value] : value;
            case "wrap":
                if (path.length === 0) return value;
                if (edit.as === "unknown") return UNKNOWN;
                return edit.as === "list" ? [value] : { ...SECRET, value };
            case "add":
                return isObject(value) ? own(value, edit.key, edit.value) : value;
        }
    });
}

/** All paths in a value, starting with the root. Long lists are represented by a few elements. */
function placesOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
    if (path.length > 8 || typeof value !== "object" || value === null) return [path];
    const inner = Object.entries(value).slice(0, 12);
    return [path, ...inner.flatMap(([key, item]) => placesOf(item, [...path, key]))];
}

function changed(value: unknown, path: readonly string[], change: (value: unknown) => unknown): unknown {
    const [key, ...rest] = path;
    if (key === undefined) return change(value) ?? (rest.length === 0 ? value : undefined);
    if (Array.isArray(value)) {
        return value.flatMap((item, index) => {
            if (String(index) !== key) return [item];
            const next = rest.length === 0 ? change(item) : changed(item, rest, change);
            return next === undefined ? [] : [next];
        });
    }
    if (!isObject(value)) return value;
    const inner = value[key];
    const next = rest.length === 0 ? change(inner) : changed(inner, rest, change);
    const { [key]: _, ...others } = value;
    return next === undefined ? others : own(value, key, next);
}

/** Sets an own property, even if it is named `__proto__`. */
function own(object: Readonly<Record<string, unknown>>, key: string, value: unknown): Record<string, unknown> {
    const copy = { ...object };
    Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });
    return copy;
}
