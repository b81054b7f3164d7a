import { z } from "zod";
import { zGroupTypeEnum, zResourceTypeEnum } from "../../api/generated/zod.gen.js";

/** A field or an enum member that is missing from the schema. */
export interface Extra {
    readonly type: "field" | "member";
    /** Path in the schema, such as `results[].group_type`. Contains no values. */
    readonly place: string;
    /** Name of the field, or the unknown member. */
    readonly token: string;
}

/** Finds the fields and enum members of a response that are missing from its schema. */
export function extrasIn(schema: z.ZodType, answer: unknown): Extra[] {
    const found: Extra[] = [];
    walk([schema], answer, "", found);
    return found.filter(({ type, place, token }) => type === "field" || !isKnownElsewhere(place, token));
}

/** Whether another enum contains a type, because the enum for query results lacks some types of groups and resources. */
function isKnownElsewhere(place: string, token: string): boolean {
    if (!place.endsWith(".entityItemType")) return false;
    return flat([zGroupTypeEnum(), zResourceTypeEnum()]).some((schema) => membersOf(schema).includes(token));
}

/** Converts a path in a response to a path in its schema. Omits indexes, and keys of maps because they are data. */
export function placeOf(schema: z.ZodType, path: readonly PropertyKey[]): string {
    let schemas = flat([schema]);
    let place = "";
    for (const step of path) {
        const isIndex = typeof step === "number";
        const isField = !isIndex && fieldsOf(schemas).has(String(step));
        place = isField ? joined(place, String(step)) : `${place}${isIndex ? "[]" : "{}"}`;
        schemas = flat(isIndex ? elementsOf(schemas) : isField ? fieldOf(schemas, String(step)) : valuesOf(schemas));
    }
    return place;
}

/** Placeholder for names that could be data, such as keys of a map. */
export const NOT_A_NAME = "(not an identifier)";

/** Returns the name of a field for output. Names that do not look like field names are replaced, because they may be keys of a map. */
export function fieldToken(name: string): string {
    return /^[a-z][A-Za-z0-9]*(_[a-z0-9]+)*$/.test(name) && name.length <= 64 ? name : NOT_A_NAME;
}

/** Returns an enum member for output. Values that do not look like enum members are replaced. */
export function memberToken(value: string): string {
    return /^[A-Z][A-Z0-9_]{0,63}$/.test(value) ? value : NOT_A_NAME;
}

function walk(schemas: readonly z.ZodType[], value: unknown, place: string, found: Extra[]): void {
    const all = flat(schemas);
    if (Array.isArray(value)) {
        const elements = elementsOf(all);
        if (elements.length > 0) for (const item of value) walk(elements, item, `${place}[]`, found);
    } else if (typeof value === "object" && value !== null) walkObject(all, value, place, found);
    else if (typeof value === "string") {
        const members = all.flatMap(membersOf);
        if (members.length > 0 && !members.some((member) => isSpelledAs(value, member)))
            found.push({ type: "member", place: place || "the response", token: memberToken(value) });
    }
}

function walkObject(schemas: readonly z.ZodType[], value: object, place: string, found: Extra[]): void {
    const fields = fieldsOf(schemas);
    const values = valuesOf(schemas);
    if (fields.size + values.length === 0) return;
    for (const [name, inner] of Object.entries(value)) {
        if (fields.has(name)) walk(fieldOf(schemas, name), inner, joined(place, name), found);
        else if (values.length > 0) walk(values, inner, `${place}{}`, found);
        else found.push({ type: "field", place: joined(place, fieldToken(name)), token: fieldToken(name) });
    }
}

/**
 * Whether a value is a member in either spelling: the public spelling of `SVC_GROUP` is `OPAL_GROUP`, and that of the app `SVC` is `OPAL`.
 */
function isSpelledAs(value: string, member: string): boolean {
    return value === member || value.replace(/^OPAL(?=_|$)/, "SVC") === member;
}

function joined(place: string, name: string): string {
    return place === "" ? name : `${place}.${name}`;
}

/** Returns the schemas inside wrappers, unions and intersections. */
function flat(schemas: readonly z.ZodType[]): z.ZodType[] {
    return schemas.flatMap((schema): z.ZodType[] => {
        if (schema instanceof z.ZodUnion) return flat(own(schema.options));
        if (schema instanceof z.ZodIntersection) return flat(own([schema.def.left, schema.def.right]));
        if (schema instanceof z.ZodLazy) return flat(own([schema.unwrap()]));
        const isWrapper =
            schema instanceof z.ZodOptional ||
            schema instanceof z.ZodNullable ||
            schema instanceof z.ZodDefault ||
            schema instanceof z.ZodReadonly;
        return isWrapper ? flat(own([schema.unwrap()])) : [schema];
    });
}

/** Casts schemas to the full type: zod returns inner schemas with its core type, but all generated schemas use the full library. */
function own(inner: readonly z.core.$ZodType[]): z.ZodType[] {
    return inner as z.ZodType[];
}

function fieldsOf(schemas: readonly z.ZodType[]): Set<string> {
    return new Set(schemas.flatMap((one) => (one instanceof z.ZodObject ? Object.keys(one.shape) : [])));
}

function fieldOf(schemas: readonly z.ZodType[], name: string): z.ZodType[] {
    return own(schemas.flatMap((one) => (one instanceof z.ZodObject ? (one.shape[name] ?? []) : [])));
}

/** Returns the schemas for fields with arbitrary names, in maps and in objects that allow additional fields. */
function valuesOf(schemas: readonly z.ZodType[]): z.ZodType[] {
    return own(
        schemas.flatMap((one) => {
            if (one instanceof z.ZodRecord) return [one.valueType];
            return one instanceof z.ZodObject && one.def.catchall ? [one.def.catchall] : [];
        }),
    );
}

function elementsOf(schemas: readonly z.ZodType[]): z.ZodType[] {
    return own(schemas.flatMap((one) => (one instanceof z.ZodArray ? [one.element] : [])));
}

function membersOf(schema: z.ZodType): string[] {
    if (schema instanceof z.ZodEnum) return schema.options.map(String);
    return schema instanceof z.ZodLiteral ? [...schema.values].map(String) : [];
}
