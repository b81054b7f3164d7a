import type { z } from "zod";
import { isObject, type Properties } from "../../common/properties.js";
import { unknownValue } from "../../common/unknown.js";
import { type Fields, insideOf, marksOf } from "./fields.js";

/** An id contained in the properties of a declaration. */
export interface IdReference {
    readonly id: string;
    /** Kind of the object that the id refers to. */
    readonly to: string;
    /** Values that the object must have. */
    readonly having?: Readonly<Record<string, string>>;
    /** Field that contains the id. */
    readonly field: string;
    /** Path of the id, such as `users[0].userId`. */
    readonly path: string;
}

/** An access level contained in the properties of a declaration. */
export interface LevelReference {
    /** Empty for the default level. */
    readonly level: string;
    /** Path of the level, also set if the program omits the level. */
    readonly path: string;
    /** The object that has this level. Its id is undefined until the object is created. */
    readonly of: { readonly id: string | undefined; readonly to: string };
    /** Path of the object's id. */
    readonly ofPath: string;
}

/** Returns the ids in all fields with `refersTo.kind`, at any depth. */
export function referencesIn(fields: Fields, given: Properties): IdReference[] {
    return leavesIn(fields, given).flatMap(({ schema, field, value, path }) => {
        const { kind: to, having } = objectIn(schema) ?? {};
        if (to === undefined || !isKnownText(value) || value === "") return [];
        return [{ id: value, to, field, path, ...(having && { having }) }];
    });
}

/** Returns the values that the object must have whose id, known or not, is at a path. */
export function requiredAt(fields: Fields, given: Properties, path: string): Readonly<Record<string, string>> {
    return objectIn(leavesIn(fields, given).find((leaf) => leaf.path === path)?.schema)?.having ?? {};
}

/** The object that properties belong to, with the name of the field for its id in other objects. */
export interface OwnObject {
    readonly id: string | undefined;
    readonly to: string;
    readonly field: string;
}

/**
 * Returns the access levels in all fields with `refersTo.levelOf`, at any depth. An omitted level is returned as the default level.
 * @param own the object itself, to which levels without another object belong
 */
export function levelsIn(fields: Fields, given: Properties, own?: OwnObject): LevelReference[] {
    return leavesIn(fields, given).flatMap(({ schema, value = "", path, around }) => {
        const { refersTo } = marksOf(schema);
        const of = refersTo && "levelOf" in refersTo ? refersTo.levelOf : undefined;
        const object = of === undefined ? undefined : around.find(({ values }) => of in values);
        if (of === undefined || !isKnownText(value)) return [];
        if (!object) return own && of === own.field ? [{ level: value, path, of: own, ofPath: of }] : [];
        const [id, to] = [object.values[of], referredBy(object.fields[of])];
        if (to === undefined) return [];
        return [{ level: value, path, of: { id: isKnownText(id) ? id : undefined, to }, ofPath: object.prefix + of }];
    });
}

/** Returns the kind of the objects whose ids a field contains; undefined for other fields. */
export function referredBy(schema: z.ZodType | undefined): string | undefined {
    const { element } = insideOf(schema);
    return kindIn(schema) ?? (element && referredBy(element));
}

/** Like `referredBy`, for the field at a path. List indexes in the path are optional. */
export function referredAt(fields: Fields, path: string): string | undefined {
    const [name = "", ...steps] = path.match(/[^.[\]]+/g) ?? [];
    const field = steps.reduce<z.ZodType | undefined>((schema, step) => {
        const { element, shape } = insideOf(schema);
        if (/^\d+$/.test(step)) return element;
        return (shape ?? insideOf(element).shape)?.[step];
    }, fields[name]);
    return referredBy(field);
}

/** A field and its value. The value is undefined if the program does not set the field. */
interface Leaf {
    readonly schema: z.ZodType | undefined;
    readonly field: string;
    readonly value: unknown;
    readonly path: string;
    /** The objects that contain the field, the innermost first. */
    readonly around: readonly { readonly fields: Fields; readonly values: Properties; readonly prefix: string }[];
}

/** Returns the leaf fields of an object and of all objects inside it. */
function leavesIn(fields: Fields, values: Properties, prefix = "", outer: Leaf["around"] = []): Leaf[] {
    const around = [{ fields, values, prefix }, ...outer];
    const inside = (field: string, schema: z.ZodType | undefined, value: unknown, path: string): Leaf[] => {
        const { shape, element } = insideOf(schema);
        if (Array.isArray(value)) return value.flatMap((one, at) => inside(field, element, one, `${path}[${at}]`));
        if (isObject(value)) return shape ? leavesIn(shape, value, `${path}.`, around) : [];
        return [{ schema, field, value, path, around }];
    };
    return Object.entries(fields).flatMap(([name, schema]) => inside(name, schema, values[name], `${prefix}${name}`));
}

function isKnownText(value: unknown): value is string {
    return typeof value === "string" && value !== unknownValue;
}

function kindIn(schema: z.ZodType | undefined): string | undefined {
    return objectIn(schema)?.kind;
}

function objectIn(schema: z.ZodType | undefined) {
    const { refersTo } = marksOf(schema);
    return refersTo && "kind" in refersTo ? refersTo : undefined;
}
