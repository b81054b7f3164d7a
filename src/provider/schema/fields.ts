import { z } from "zod";
import { quoted } from "../../common/printable.js";
import type { FieldAccess } from "./risk.js";

/** What a field means beyond its type. Marks stand on the field and nowhere else. */
export interface Marks {
    /**
     * What a change of it does, if it is not simply written. `replace`: a new object in place of the old one. `ignore`: nothing, with a line
     * that says so; it is given once, when the object is made. `local`: nothing on the service, which never hears of it; the state keeps it.
     * `refuse`: it is refused before any call, for this reason.
     */
    readonly onChange?: "replace" | "ignore" | "local" | { readonly refuse: string };
    /** What a change does to access. */
    readonly access?: FieldAccess;
    /** Name of the kind of object whose id it is. */
    readonly refersTo?: string;
    /** Kept encrypted and never shown. */
    readonly secret?: true;
    /** The service takes it and never gives it back: what the program last gave is all there is to compare with. */
    readonly writeOnly?: true;
    /**
     * The form in which both sides are compared: values that mean the same have the same form. The value is one whole, so that whatever is
     * missing on one side is a difference. `instant` and `anyCase` of this module are such forms.
     */
    readonly canonical?: (value: unknown) => unknown;
    /** Spellings that mean the same, one by the other: a new object has that of the two which the service itself uses. */
    readonly synonyms?: Readonly<Record<string, string>>;
    /** A list whose order means nothing, always or depending on the live object that the list belongs to. */
    readonly unordered?: true | ((owner: Properties) => boolean);
    /** In a list of objects, what tells one element from another. Those that agree in it are told apart by their order; without it, by their place. */
    readonly identity?: Identity;
    /**
     * For elements that have no counterpart by `identity`: what makes a changed element the successor of the one before. Without it, a request
     * configuration whose condition is edited would lose the settings that the program does not give.
     */
    readonly fallbackIdentity?: Identity;
    /** What leaving it out declares: a value, or one that depends on what else is given. `defaulted` marks it. */
    readonly default?: Default;
    /** The value that the API itself states for a field left out. */
    readonly standard?: unknown;
    /** What something new has if nobody gives the field, where that is not nothing: an export leaves it out. */
    readonly usual?: unknown;
    /** What stands for "none" on the wire, if null is not taken. */
    readonly cleared?: "" | 0;
    /** Sent for something new that does not give the field although the API wants it. */
    readonly whenNew?: unknown;
    /**
     * Inside an object: false for what the program gives if the field would mean nothing, or be refused. Then it is not sent back as it
     * was read, which is what happens to every other field that the program does not give.
     */
    readonly sentBackWith?: (given: Properties) => boolean;
    /** The field's name on the wire, if it is not the snake_case of its own; its camelCase must be the field's name. */
    readonly wire?: string;
    /** The keys inside the value are the API's own (camelCase, without underscores): they are sent untouched. Queries alone are written so. */
    readonly verbatim?: true;
}

/**
 * A default: a value, or what it is worked out of, which is the other fields of its object, the list in which that object stands, and its
 * place there. Undefined where the program must decide.
 */
export type Default =
    | boolean
    | string
    | number
    | ((owner: Properties, list: readonly unknown[], place: number) => unknown);

/** Names of fields of an element (for one that is left out, its mark `standard` counts), or a value made of the element. */
export type Identity = string | readonly string[] | ((element: Properties) => unknown);

/** Named values as a program gives them: camelCase, JSON only. */
export type Properties = Readonly<Record<string, unknown>>;

/** The fields of a kind, by name. */
export type Fields = Readonly<Record<string, z.ZodType>>;

/** So many levels are more than any property needs; the SDK and JSON give up soon after. */
export const DEEPEST = 64;

/** What Pulumi puts in place of a value that only an `up` can tell; at a leaf, or in place of a list or an object. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

const registry = z.registry<Marks>();

/** A field with marks, added to those that it has. */
export function field<Schema extends z.ZodType>(schema: Schema, marks: Marks): Schema {
    // Registering on a copy: two fields made of one schema may differ in marks.
    const own = schema.clone() as Schema;
    registry.add(own, { ...marksOf(schema), ...marks });
    return own;
}

/** A field that a program may leave out, because `standard` is what it means then. It always has a value once it is checked. */
export function defaulted<Schema extends z.ZodType>(schema: Schema, standard: Default): z.ZodDefault<Schema> {
    // For the compiler, which must let a program leave it out. What is checked has the default filled in, so that a missing one is a mistake.
    return field(schema, { default: standard }) as unknown as z.ZodDefault<Schema>;
}

/** A field some of whose values have two spellings. */
export function spelledTwice<Schema extends z.ZodType>(
    schema: Schema,
    synonyms: Readonly<Record<string, string>>,
): Schema {
    const canonical = (value: unknown): unknown => (typeof value === "string" ? (synonyms[value] ?? value) : value);
    return field(schema, { canonical, synonyms });
}

/** The marks of a field, through `optional()` and `nullable()`. */
export const marksOf = ofSchema((schema): Marks => {
    // A misspelt name may be one that every object has, such as `constructor`.
    for (let inner = schema; inner instanceof z.ZodType; inner = wrapped(inner)) {
        const marks = registry.get(inner);
        if (marks) return marks;
    }
    return {};
});

/** The shape of an object field, or the element of a list field. */
export const insideOf = ofSchema((schema): { readonly shape?: Fields; readonly element?: z.ZodType } => {
    for (let inner = schema; inner !== undefined; inner = wrapped(inner)) {
        // zod types shapes and elements by its core classes; every schema of this package is one of `z`.
        if (inner instanceof z.ZodObject) return { shape: inner.shape as Fields };
        if (inner instanceof z.ZodArray) return { element: inner.element as z.ZodType };
    }
    return {};
});

/**
 * Names of the fields that are secret, or in which anything is: then all of it is kept encrypted, since Pulumi's outputs know no part.
 */
export function secretFields(fields: Fields): string[] {
    return Object.keys(fields).filter((name) => holdsSecret(fields[name]));
}

/** The property that a path such as `requestConfigurations[0].priority` begins with. */
export function propertyOf(path: string): string {
    return path.split(/[.[]/)[0] ?? path;
}

/** What is worked out of a schema once, and not at each comparison: schemas never change, and marks stand before anybody asks. */
export function ofSchema<T extends object | boolean>(
    work: (schema: z.ZodType | undefined) => T,
): (schema: z.ZodType | undefined) => T {
    const known = new WeakMap<z.ZodType, T>();
    const none = work(undefined);
    return (schema) => {
        if (schema === undefined) return none;
        const before = known.get(schema);
        if (before !== undefined) return before;
        const found = work(schema);
        known.set(schema, found);
        return found;
    };
}

/** For the mark `canonical`: texts that name the same moment are the same. */
export function instant(value: unknown): unknown {
    const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
    return Number.isNaN(time) ? value : time;
}

/** For the mark `canonical`: texts that differ in upper and lower case alone are the same. */
export function anyCase(value: unknown): unknown {
    return typeof value === "string" ? value.toLowerCase() : value;
}

/** True for a value, or any part of one, that only an `up` can tell. */
export function hasUnknown(value: unknown): boolean {
    if (value === unknownValue) return true;
    if (Array.isArray(value)) return value.some(hasUnknown);
    if (typeof value === "object" && value !== null) return Object.values(value).some(hasUnknown);
    return false;
}

export function isUnknown(value: unknown): boolean {
    return value === unknownValue;
}

/** A rule over several fields. It sees values as given, so it stays silent about those of a wrong type or unknown ones. */
export function rule<Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    reason: string,
    holds: (value: Properties) => boolean,
): Schema {
    return schema.refine((value) => holds((typeof value === "object" && value !== null ? value : {}) as Properties), {
        path: [path],
        error: reason,
        when: ({ value }) => typeof value === "object" && value !== null,
    }) as Schema;
}

/** The schema of what lies at `path` in `schema`; undefined where the path leads through what has no schema. */
export function schemaAt(schema: z.ZodType | undefined, path: readonly PropertyKey[]): z.ZodType | undefined {
    return path.reduce<z.ZodType | undefined>((outer, step) => {
        const { shape, element } = insideOf(outer);
        return element ?? shape?.[String(step)];
    }, schema);
}

/** The field at a path as `pathText` writes it; undefined for one that leads into a key of any text. */
export function fieldAt(fields: Fields, path: string): z.ZodType | undefined {
    const [name = "", ...inner] = path.replaceAll(/\[(\d+)\]/g, ".$1").split(".");
    return schemaAt(fields[name], inner);
}

/** `["a", 0, "b"]` as people write it: `a[0].b`. */
export function pathText(path: readonly PropertyKey[]): string {
    return path.reduce<string>((text, step) => {
        if (typeof step === "number") return `${text}[${step}]`;
        if (!/^[\w$-]{1,100}$/.test(String(step))) return `${text}[${quoted(String(step))}]`;
        return text ? `${text}.${String(step)}` : String(step);
    }, "");
}

function holdsSecret(schema: z.ZodType | undefined): boolean {
    if (schema === undefined) return false;
    const { shape = {}, element } = insideOf(schema);
    return marksOf(schema).secret === true || holdsSecret(element) || Object.values(shape).some(holdsSecret);
}

function wrapped(schema: z.ZodType): z.ZodType | undefined {
    // As above: the wrapped schema of a `z` schema is a `z` schema.
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return schema.unwrap() as z.ZodType;
    return undefined;
}
