import { z } from "zod";
import type { Properties } from "../../common/properties.js";
import type { FieldAccess } from "./risk.js";

/** What the provider must know about a field beyond its type, such as how to compare it. Set on the field with `field`. */
export interface Marks {
    /**
     * Effect of a change. Default: the change is written to the service. `replace`: the object is replaced by a new one. `ignore`: only a
     * message is printed, because the field is used only on creation. `local`: the value is stored in the state, with no effect on the
     * service. `refuse`: the change is refused before any call, for this reason.
     */
    readonly onChange?: "replace" | "ignore" | "local" | { readonly refuse: string };
    /** Effect of a change on access. */
    readonly access?: FieldAccess;
    /**
     * The object that the value refers to: an object of this kind, by id, with these values (`having`); or an access level of the object
     * whose id is in the field `levelOf`, in the same object or an enclosing one.
     */
    readonly refersTo?:
        | { readonly kind: string; readonly having?: Readonly<Record<string, string>> }
        | { readonly levelOf: string };
    /** The value is stored encrypted and never shown. */
    readonly secret?: true;
    /**
     * The service does not return the value, so the declared value is compared with the last declared one. `if absent`: an older service
     * does not return it. A value that is returned is compared as usual.
     */
    readonly writeOnly?: true | "if absent";
    /**
     * Converts a value to a canonical form for comparison, in which equivalent values are equal. The value is compared as a unit: anything
     * missing on one side is a difference. See `instant` and `anyCase` in this module.
     */
    readonly canonical?: (value: unknown) => unknown;
    readonly list?: ListMarks;
    /** The known values of an enumeration to which the API may add others. */
    readonly known?: readonly string[];
    /** The value to use if the program omits the field. Set it with `defaulted`. */
    readonly default?: Default;
    /** The default that the API documents. */
    readonly standard?: unknown;
    /**
     * The value of a new object if the program omits the field. Needed only if that value is not empty. Exports omit the field if it has
     * this value. A function of the object if it depends on the object's other values; exports then write the field.
     */
    readonly usual?: unknown;
    /** The field with the id of the object from which a new object takes this value if the program omits it. */
    readonly inheritedFrom?: string;
    /** If a list element omits the field and the service has a value for it, a preview says so, because the value may decide who gets access. */
    readonly announced?: true;
    /** Exports write the field even if it has the usual value, because any other value would give somebody a right. */
    readonly exported?: "always";
    readonly wire?: WireMarks;
}

/** Describes how the elements of a list are compared. */
export interface ListMarks {
    /** The order of the elements is irrelevant: always, or depending on the live object that the list belongs to. */
    readonly unordered?: true | ((owner: Properties) => boolean);
    /** How to identify the elements of a list of objects. Elements with the same identity are matched in order. Default: by index. */
    readonly identity?: ElementIdentity;
    /**
     * Second identity, for elements that `identity` does not match. Used to find the predecessor of a changed element. Without it, editing
     * the condition of a request configuration would lose its undeclared settings.
     */
    readonly fallbackIdentity?: ElementIdentity;
}

/** How a field is represented in the API. */
export interface WireMarks {
    /** Name of the field in the API. Default: the field's name in snake_case. Its camelCase form must be the field's name. */
    readonly name?: string;
    /**
     * The value that represents "none", if the API does not accept null. `omitted`: the field is omitted (for elements of a list that is
     * sent as a whole).
     */
    readonly cleared?: "" | 0 | "omitted";
    /**
     * The value of a list element that the program declares for the first time without this field, so that the service does not fill in a
     * reviewer of its own. Null if the field is omitted from the request.
     */
    readonly whenNew?: unknown;
    /**
     * For a field inside an object or of a subresource. Undeclared fields are normally sent back as read. Return false to omit this one, because the API would
     * refuse or ignore it in combination with the declared values.
     */
    readonly sentBackWith?: (given: Properties) => boolean;
    /** Equivalent spellings of a value. For a new object, the spelling that the service uses is sent. */
    readonly spellings?: Readonly<Record<string, string>>;
    /** The keys inside the value are sent unchanged. Set for queries, whose keys are in camelCase in the API. */
    readonly verbatim?: true;
}

/**
 * A default: a value, or a function of the other fields of the object, the list that contains the object, and the object's index in it. The
 * function returns undefined if the program must set the field.
 */
export type Default =
    | boolean
    | string
    | number
    | ((owner: Properties, list: readonly unknown[], place: number) => unknown);

/**
 * How to identify an element of a list: by the values of the named fields, or by a function that returns the identity. If an element omits
 * a named field, the field's documented default (`Marks.standard`) is used.
 */
export type ElementIdentity = string | readonly string[] | ((element: Properties) => unknown);

/** The fields of a kind, by name. */
export type Fields = Readonly<Record<string, z.ZodType>>;

/** The schema of a field. Undefined if the kind does not have the field. */
export type FieldSchema = Fields[string] | undefined;

/** Maximum nesting depth, more than any property needs. The SDK and JSON functions fail on values that are not much deeper. */
export const MAX_DEPTH = 64;

const registry = z.registry<Marks>();

/** Attaches a description of its behavior to a field, in addition to any that it already has. See `Marks`. */
export function field<Schema extends z.ZodType>(schema: Schema, marks: Marks): Schema {
    // Marks are added to a copy, because several fields may be created from the same schema with different marks.
    const own = schema.clone() as Schema;
    const before = marksOf(schema);
    const list = { ...before.list, ...marks.list };
    const wire = { ...before.wire, ...marks.wire };
    registry.add(own, { ...before, ...marks, list, wire });
    return own;
}

/** Gives a field a default, so that a program may omit it. After the check, the field always has a value. */
export function defaulted<Schema extends z.ZodType>(schema: Schema, standard: Default): z.ZodDefault<Schema> {
    // The type allows a program to omit the field. At run time, the default is filled in before validation, so a value that is still
    // missing is an error.
    return field(schema, { default: standard }) as unknown as z.ZodDefault<Schema>;
}

/** A field whose values have two spellings. */
export function spelledTwice<Schema extends z.ZodType>(
    schema: Schema,
    spellings: Readonly<Record<string, string>>,
): Schema {
    const canonical = (value: unknown): unknown => (typeof value === "string" ? (spellings[value] ?? value) : value);
    return field(schema, { canonical, wire: { spellings } });
}

/** Returns the marks of a field. Looks through `optional()` and `nullable()`. */
export const marksOf = ofSchema((schema): Marks => {
    // `schema` may not be a schema: looking up a misspelled field name, such as `constructor`, may return an inherited property.
    for (let inner = schema; inner instanceof z.ZodType; inner = wrapped(inner)) {
        const marks = registry.get(inner);
        if (marks) return marks;
    }
    return {};
});

/** Whether a program can set a field to null. */
export const acceptsNull = ofSchema((schema) => schema?.safeParse(null).success === true);

/**
 * Returns what stands for null in a language that drops it: an empty text, or an object in which the required lists are empty. Undefined for
 * objects without required fields, because an argument of theirs that happens to have no value must not change who gets access.
 */
export function nullStandIn(schema: FieldSchema): "" | Readonly<Record<string, readonly []>> | undefined {
    const { shape } = insideOf(schema);
    if (!shape) return "";
    const required = Object.keys(shape).filter((name) => shape[name]?.safeParse(undefined).success === false);
    if (required.length === 0) return undefined;
    const lists = required.filter((name) => insideOf(shape[name]).element);
    return Object.fromEntries(lists.map((name) => [name, []]));
}

/** Returns what stands for null as text, as in a program. */
export function standInForNull(schema: FieldSchema): string | undefined {
    const value = nullStandIn(schema);
    if (value === "" || value === undefined) return value === "" ? '""' : undefined;
    const lists = Object.keys(value).map((name) => `${name}: []`);
    return lists.length === 0 ? "{}" : `{ ${lists.join(", ")} }`;
}

/** Returns the shape of an object field, or the element schema of a list field. */
export const insideOf = ofSchema((schema): { readonly shape?: Fields; readonly element?: z.ZodType } => {
    for (let inner = schema; inner !== undefined; inner = wrapped(inner)) {
        // zod declares shapes and elements with its core types, but every schema of this package is created with `z`.
        if (inner instanceof z.ZodObject) return { shape: inner.shape as Fields };
        if (inner instanceof z.ZodArray) return { element: inner.element as z.ZodType };
    }
    return {};
});

/**
 * Returns the names of the fields that are or contain a secret. They are encrypted as a whole, because Pulumi cannot encrypt a part of an
 * output.
 */
export function secretFields(fields: Fields): string[] {
    return Object.keys(fields).filter((name) => holdsSecret(fields[name]));
}

const holdsSecret = ofSchema((schema): boolean => {
    const { shape = {}, element } = insideOf(schema);
    const inside = element ? [element] : Object.values(shape);
    return marksOf(schema).secret === true || inside.some((one) => holdsSecret(one));
});

/** Memoizes a function of a schema. Schemas never change, and marks are set before the first call. */
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

/** A value for `Marks.canonical`: treats dates as equal if they are the same point in time. */
export function instant(value: unknown): unknown {
    const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
    return Number.isNaN(time) ? value : time;
}

/** A value for `Marks.canonical`: treats texts as equal if they differ only in case. */
export function anyCase(value: unknown): unknown {
    return typeof value === "string" ? value.toLowerCase() : value;
}

/**
 * Adds a rule over several fields to a schema. The rule receives unvalidated values, so it must ignore unknown values and values of a wrong
 * type.
 */
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

/** Returns the schema at `path` within `schema`; undefined if there is none. */
export function schemaAt(schema: z.ZodType | undefined, path: readonly PropertyKey[]): z.ZodType | undefined {
    return path.reduce<z.ZodType | undefined>((outer, step) => {
        const { shape, element } = insideOf(resolvedSchema(outer));
        return element ?? shape?.[String(step)];
    }, schema);
}

/** Resolves a recursive schema. Use this only along a path: a walk over all fields of a recursive schema would not terminate. */
export function resolvedSchema(schema: z.ZodType | undefined): z.ZodType | undefined {
    for (let inner = schema; inner !== undefined; inner = wrapped(inner)) {
        // As in `insideOf`: the resolved schema was created with `z`, too.
        if (inner instanceof z.ZodLazy) return resolvedSchema(inner.unwrap() as z.ZodType);
    }
    return schema;
}

/** Returns the field at a path in the form of `pathText`; undefined if the path leads into a record. */
export function fieldAt(fields: Fields, path: string): z.ZodType | undefined {
    const [name = "", ...inner] = path.replaceAll(/\[(\d+)\]/g, ".$1").split(".");
    return schemaAt(fields[name], inner);
}

function wrapped(schema: z.ZodType): z.ZodType | undefined {
    // As in `insideOf`: the wrapped schema was created with `z`, too.
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return schema.unwrap() as z.ZodType;
    return undefined;
}
