import type { z } from "zod";
import { isObject } from "./equality.js";
import { type Fields, insideOf, marksOf, type Properties } from "./fields.js";

/** An id in the properties of a declaration. */
export interface Reference {
    readonly id: string;
    /** Kind of the object with this id. */
    readonly to: string;
    /** Field that contains it. */
    readonly field: string;
}

/** All ids in fields with the mark `refersTo`, at any depth. */
export function referencesIn(fields: Fields, given: Properties): Reference[] {
    const inside = (field: string, schema: z.ZodType | undefined, value: unknown): Reference[] => {
        const { shape, element } = insideOf(schema);
        if (Array.isArray(value)) return value.flatMap((one) => inside(field, element, one));
        if (isObject(value)) return shape ? referencesIn(shape, value) : [];
        const to = marksOf(schema).refersTo;
        return to !== undefined && typeof value === "string" && value !== "" ? [{ id: value, to, field }] : [];
    };
    return Object.entries(given).flatMap(([name, value]) => inside(name, fields[name], value));
}

/** Kind of the objects whose ids a field contains; undefined for other fields. */
export function referredBy(schema: z.ZodType | undefined): string | undefined {
    const { element } = insideOf(schema);
    return marksOf(schema).refersTo ?? (element && referredBy(element));
}

/** The same of the field at a path, which may lack the indexes of lists. */
export function referredAt(fields: Fields, path: string): string | undefined {
    const [name = "", ...steps] = path.match(/[^.[\]]+/g) ?? [];
    const field = steps.reduce<z.ZodType | undefined>((schema, step) => {
        const { element, shape } = insideOf(schema);
        if (/^\d+$/.test(step)) return element;
        return (shape ?? insideOf(element).shape)?.[step];
    }, fields[name]);
    return referredBy(field);
}
