import { z } from "zod";
import { type OperationName, operations } from "./generated/operations.gen.js";
import { zGroupTypeEnum, zResourceTypeEnum } from "./generated/zod.gen.js";
import type { OperationEntry } from "./operation.js";

/** A field or an enum member that is missing from the schema. */
export interface Extra {
    readonly type: "field" | "member";
    /** Path in the schema, such as `results[].group_type`. Contains no values. */
    readonly place: string;
    /** Name of the field, or the unknown member. */
    readonly token: string;
    /** Path in the response, with indexes. */
    readonly path: readonly PropertyKey[];
    /** Value of the field, or the unknown member. */
    readonly value: unknown;
}

/** Finds the fields and enum members of a response that are missing from its schema. */
export function extrasIn(schema: z.ZodType, answer: unknown): Extra[] {
    return extrasAt(nodeOf(schema), answer);
}

/**
 * Finds what this version does not know in a response: fields with a value that are missing from the API description, and unknown members
 * of the enumerations that decide what other fields mean. A field with null or with an empty text, list or object is like an absent one.
 * `false` and 0 are settings.
 * @param part whether `answer` is the whole response, or one item of the list in it
 */
export function unknownsIn(operation: OperationName, answer: object, part: "whole" | "item" = "whole"): Extra[] {
    const node = answerNode(operation, part);
    return (node ? extrasAt(node, answer) : []).filter(({ type, place, value }) =>
        type === "field" ? isSet(value) : DECIDING.test(place),
    );
}

/**
 * Whether this version knows a field of a response.
 * @param place path in the schema, such as `results[].group_type`
 * @param part see `unknownsIn`
 */
export function isKnownField(operation: OperationName, place: string, part: "whole" | "item"): boolean {
    let node = answerNode(operation, part);
    for (const step of place.match(/\[\]|[^.[\]]+/g) ?? []) node = step === "[]" ? node?.elements : node?.field(step);
    return node !== undefined;
}

/** Enumerations whose members decide who reviews, who sees an object and whether a rule applies. */
const DECIDING = /(^|\.)(operator|visibility)$|^status$/;

/** Whether a value is neither absent nor empty. `false` and 0 are values. */
export function isSet(value: unknown): boolean {
    if (typeof value === "object" && value !== null) return Object.values(value).some(isSet);
    return value !== undefined && value !== null && value !== "";
}

function extrasAt(node: SchemaNode, answer: unknown): Extra[] {
    const found: Extra[] = [];
    walk(node, answer, { place: "", path: [] }, found);
    return found.filter(({ type, place, token }) => type === "field" || !isKnownElsewhere(place, token));
}

function answerNode(operation: OperationName, part: "whole" | "item"): SchemaNode | undefined {
    const { answers, paging }: OperationEntry = operations[operation];
    const schema = Object.values(answers).find((one) => one !== null);
    const whole = schema && nodeOf(schema);
    const list = paging?.items === undefined ? whole : whole?.field(paging.items);
    return part === "item" ? list?.elements : whole;
}

/** Whether another enum contains a type, because the enum for query results lacks some types of groups and resources. */
function isKnownElsewhere(place: string, token: string): boolean {
    if (!place.endsWith(".entityItemType")) return false;
    return new SchemaNode([zGroupTypeEnum(), zResourceTypeEnum()]).members.includes(token);
}

/** Converts a path in a response to a path in its schema. Omits indexes, and keys of maps because they are data. */
export function schemaPlace(schema: z.ZodType, path: readonly PropertyKey[]): string {
    let node: SchemaNode | undefined = nodeOf(schema);
    let place = "";
    for (const step of path) {
        const isIndex = typeof step === "number";
        const isField: boolean = !isIndex && node?.fields.has(String(step)) === true;
        place = isField ? joinedPlace(place, String(step)) : `${place}${isIndex ? "[]" : "{}"}`;
        node = isIndex ? node?.elements : isField ? node?.field(String(step)) : node?.values;
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

interface Position {
    readonly place: string;
    readonly path: readonly PropertyKey[];
}

function walk(node: SchemaNode, value: unknown, { place, path }: Position, found: Extra[]): void {
    if (Array.isArray(value)) {
        const { elements } = node;
        if (elements)
            for (const [index, item] of value.entries())
                walk(elements, item, { place: `${place}[]`, path: [...path, index] }, found);
    } else if (typeof value === "object" && value !== null) walkObject(node, value, { place, path }, found);
    else if (typeof value === "string") {
        const { members } = node;
        if (members.length > 0 && !members.some((member) => isSpelledAs(value, member)))
            found.push({ type: "member", place: place || "the response", token: memberToken(value), path, value });
    }
}

function walkObject(node: SchemaNode, object: object, { place, path }: Position, found: Extra[]): void {
    const { values } = node;
    if (node.fields.size === 0 && !values) return;
    for (const [name, value] of Object.entries(object)) {
        const inner = node.field(name);
        const at = [...path, name];
        if (inner) walk(inner, value, { place: joinedPlace(place, name), path: at }, found);
        else if (values) walk(values, value, { place: `${place}{}`, path: at }, found);
        else {
            const token = fieldToken(name);
            found.push({ type: "field", place: joinedPlace(place, token), token, path: at, value });
        }
    }
}

/**
 * Whether a value is a member in either spelling: the public spelling of `SVC_GROUP` is `OPAL_GROUP`, and that of the app `SVC` is `OPAL`.
 */
function isSpelledAs(value: string, member: string): boolean {
    return value === member || value.replace(/^OPAL(?=_|$)/, "SVC") === member;
}

function joinedPlace(place: string, name: string): string {
    return place === "" ? name : `${place}.${name}`;
}

const nodes = new WeakMap<z.ZodType, SchemaNode>();

function nodeOf(schema: z.ZodType): SchemaNode {
    const known = nodes.get(schema) ?? new SchemaNode([schema]);
    nodes.set(schema, known);
    return known;
}

/** The alternatives that the schema allows at one place of a response. Created on first use, because schemas may be recursive. */
class SchemaNode {
    readonly fields: ReadonlySet<string>;
    /** Members of the enumeration, if it is one. */
    readonly members: readonly string[];
    readonly #schemas: readonly z.ZodType[];
    readonly #byName = new Map<string, SchemaNode>();
    #values: SchemaNode | undefined;
    #elements: SchemaNode | undefined;

    constructor(schemas: readonly z.ZodType[]) {
        this.#schemas = flat(schemas);
        this.fields = new Set(
            this.#schemas.flatMap((one) => (one instanceof z.ZodObject ? Object.keys(one.shape) : [])),
        );
        this.members = this.#schemas.flatMap(schemaMembers);
    }

    field(name: string): SchemaNode | undefined {
        if (!this.fields.has(name)) return undefined;
        const inner = () => this.#schemas.flatMap((one) => (one instanceof z.ZodObject ? (one.shape[name] ?? []) : []));
        const known = this.#byName.get(name) ?? new SchemaNode(own(inner()));
        this.#byName.set(name, known);
        return known;
    }

    /** The fields with arbitrary names, in maps and in objects that allow additional fields. */
    get values(): SchemaNode | undefined {
        this.#values ??= nodeIn(
            this.#schemas.flatMap((one) => {
                if (one instanceof z.ZodRecord) return [one.valueType];
                return one instanceof z.ZodObject && one.def.catchall ? [one.def.catchall] : [];
            }),
        );
        return this.#values;
    }

    get elements(): SchemaNode | undefined {
        this.#elements ??= nodeIn(this.#schemas.flatMap((one) => (one instanceof z.ZodArray ? [one.element] : [])));
        return this.#elements;
    }
}

function nodeIn(schemas: readonly z.core.$ZodType[]): SchemaNode | undefined {
    return schemas.length > 0 ? new SchemaNode(own(schemas)) : undefined;
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

function schemaMembers(schema: z.ZodType): string[] {
    if (schema instanceof z.ZodEnum) return schema.options.map(String);
    return schema instanceof z.ZodLiteral ? [...schema.values].map(String) : [];
}
