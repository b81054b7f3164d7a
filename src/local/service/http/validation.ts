import { z } from "zod";
import type { OperationName } from "../../../api/generated/operations.gen.js";
import type { OperationEntry } from "../../../api/operation.js";
import { BadRequest, InvalidResponse } from "./errors.js";
import { isStructure } from "./json.js";
import type { Reply } from "./replies.js";

/**
 * Lists all problems with their paths, such as `groups[0].name: Invalid input: expected string, received number` or `group_id must be a
 * UUID`.
 * @param whole name for the validated value itself, whose path is empty
 */
export function validationText(error: z.ZodError, whole = "body"): string {
    return error.issues.map((issue) => sentenceOf(pathText(issue.path) || whole, problemOf(issue))).join("; ");
}

/**
 * Validates a value, and removes fields that are not in the schema.
 * @param at path of the value in the body
 * @throws BadRequest with all invalid fields
 */
export function accept<T>(schema: z.ZodType<T>, value: unknown, at: PropertyKey[] = []): T {
    const read = schema.safeParse(value);
    if (!read.success) throw new BadRequest(`${validationText(within(at, read.error))}.`);
    return read.data;
}

/** Returns a validated value with those fields that the schema removed from `sent` although they are among `names`. */
export function withFields<T>(read: T, sent: unknown, names: ReadonlySet<string>): T {
    if (names.size === 0 || !isStructure(read) || !isStructure(sent)) return read;
    const kept = Object.entries(sent).filter(([name]) => !(name in read) && names.has(name));
    const inner = Object.entries(read).map(([name, value]) => [name, withFields(value, sent[name], names)] as const);
    // The result has the elements or fields of `read`, and more fields that its type does not mention.
    return (Array.isArray(read) ? inner.map(([, value]) => value) : Object.fromEntries([...inner, ...kept])) as T;
}

/** Operations whose request body contains names of objects. */
const NAMES =
    /^(create|update)(AccessRule|Bundle|Campaign|ConfigurationTemplate|EventStream|Group|Owner|Paladin|RequestTemplate|Resource)s?$/;

/**
 * Checks the names in a body, and returns the body. We assume that names must not be empty (not documented by the API).
 * @throws BadRequest if a name is empty
 */
export function mustBeNamed<T>(operation: OperationName, body: T): T {
    if (!NAMES.test(operation) || !isStructure(body)) return body;
    const lists = Object.entries(body).filter(([list]) => ["groups", "owners", "resources"].includes(list));
    const entries = lists.flatMap(([list, all]) =>
        Array.isArray(all) ? all.map((entry, i) => [`${list}[${i}].`, entry] as const) : [],
    );
    for (const [at, entry] of [["", body] as const, ...entries]) {
        if (isStructure(entry) && typeof entry.name === "string" && entry.name.trim() === "") {
            throw new BadRequest(`${at}name must not be empty.`);
        }
    }
    return body;
}

/** Converts query parameters to the types in the schema, and validates them. Lists can be comma-separated values or repeated parameters. */
export function readQuery(schema: z.ZodType | undefined, parameters: URLSearchParams): unknown {
    if (!(schema instanceof z.ZodObject)) return undefined;
    const given = Object.entries(schema.shape).flatMap(([name, field]) => {
        const values = parameters.getAll(name);
        return values.length === 0 ? [] : [[name, readValue(unwrapped(field), values)]];
    });
    const read = schema.safeParse(Object.fromEntries(given));
    if (read.success) return read.data;
    // Reports only one problem for each parameter, because a value can violate several rules of the schema.
    const first = new Map(read.error.issues.toReversed().map((issue) => [issue.path[0], issue]));
    const problems = [...first.values()].toReversed().map((issue) => queryProblem(schema, issue, parameters));
    throw new BadRequest(`${problems.join("; ")}.`);
}

/** Describes a problem with a query parameter. Quotes the value as it appears in the URL. */
function queryProblem(schema: z.ZodObject, issue: z.core.$ZodIssue, parameters: URLSearchParams): string {
    const name = String(issue.path[0]);
    const field = unwrapped(schema.shape[name]);
    const found = parameters.get(name);
    if (found === null) return `${name} is required`;
    const allowed = wordsFor(field);
    return allowed
        ? `${name} must be ${allowed}; found ${JSON.stringify(found)}`
        : validationText(new z.ZodError([issue]));
}

/** Describes the allowed values of a parameter. Zod's own messages mention types, but all values in a URL are text. */
function wordsFor(field: unknown): string | undefined {
    if (field instanceof z.ZodBoolean) return "true or false";
    if (!(field instanceof z.ZodNumber)) return undefined;
    const [least, most] = [field.minValue ?? Number.NEGATIVE_INFINITY, field.maxValue ?? Number.POSITIVE_INFINITY];
    const bounds = [
        ...(least > Number.MIN_SAFE_INTEGER ? [`at least ${least}`] : []),
        ...(most < Number.MAX_SAFE_INTEGER ? [`at most ${most}`] : []),
    ];
    return ["a whole number", ...bounds].join(", ");
}

/**
 * Validates all responses: required fields, types, and unknown fields. Stored records are immutable, so an item that has been validated
 * once is not validated again.
 */
export class ResponseCheck {
    readonly #seen = new WeakMap<z.ZodType, WeakSet<object>>();

    /** @param newerFields fields that responses may have although they are not in the schemas */
    constructor(private readonly newerFields: ReadonlySet<string> = new Set()) {}

    /** @throws InvalidResponse if the response is invalid */
    check(operation: string, entry: OperationEntry, { status, body: answer }: Reply): void {
        const schema = entry.answers[status];
        if (!schema) {
            if (answer !== undefined)
                throw new InvalidResponse(operation, `a response with status ${status} must not have a body`);
            return;
        }
        const field = entry.paging?.items;
        const list = field !== undefined && schema instanceof z.ZodObject ? unwrapped(schema.shape[field]) : undefined;
        const items = field !== undefined && isStructure(answer) ? answer[field] : undefined;
        if (field === undefined || !(list instanceof z.ZodArray) || !Array.isArray(items) || !isStructure(answer)) {
            this.fitsOnce(operation, schema, answer, []);
            return;
        }
        this.fits(operation, schema, { ...answer, [field]: [] }, []);
        // Zod's types declare the element with the core type, but all generated schemas use the full type.
        const element = list.element as z.ZodType;
        for (const [i, item] of items.entries()) this.fitsOnce(operation, element, item, [field, i]);
    }

    private fitsOnce(operation: string, schema: z.ZodType, item: unknown, path: PropertyKey[]): void {
        const seen = this.#seen.get(schema) ?? new WeakSet<object>();
        this.#seen.set(schema, seen);
        if (!isStructure(item) || !seen.has(item)) this.fits(operation, schema, item, path);
        if (isStructure(item) && Object.isFrozen(item)) seen.add(item);
    }

    private fits(operation: string, schema: z.ZodType, value: unknown, path: PropertyKey[]): void {
        const read = schema.safeParse(value);
        if (!read.success) throw new InvalidResponse(operation, validationText(within(path, read.error)));
        const lost = lostField(read.data, value, this.newerFields);
        if (lost) throw new InvalidResponse(operation, `${pathText([...path, ...lost])} is not a field of the schema`);
    }
}

/** Joins a path and a problem. Our own messages continue the path as a sentence, and Zod's messages follow a colon. */
function sentenceOf(path: string, problem: string): string {
    return problem.startsWith("must ") ? `${path} ${problem}` : `${path}: ${problem}`;
}

/** Returns Zod's message, which describes what is allowed. For ids, returns our own message. */
function problemOf(issue: z.core.$ZodIssue): string {
    return issue.code === "invalid_format" && issue.format === "guid" ? "must be a UUID" : issue.message;
}

function within(path: readonly PropertyKey[], error: z.ZodError): z.ZodError {
    return new z.ZodError(error.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })));
}

function pathText(path: readonly PropertyKey[]): string {
    const text = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
    return text.replace(/^\./, "");
}

/** Returns a schema without its default, optional and nullable wrappers. */
function unwrapped(schema: unknown): unknown {
    if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
        return unwrapped(schema.unwrap());
    }
    return schema;
}

function readValue(schema: unknown, values: string[]): unknown {
    if (schema instanceof z.ZodArray) return values.flatMap((value) => value.split(","));
    const value = values[0];
    // Clamped to safe integers. The limits are outside the bounds of every schema, so clamped values are refused.
    if (schema instanceof z.ZodNumber) {
        const isWhole = /^[+-]?\d+$/.test(value ?? "");
        return isWhole ? Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(value))) : value;
    }
    if (schema instanceof z.ZodBoolean) return value === "true" ? true : value === "false" ? false : value;
    return value;
}

/** Returns the path of the first field that the schema removed from a value. */
function lostField(read: unknown, value: unknown, kept: ReadonlySet<string>): PropertyKey[] | undefined {
    if (!isStructure(read) || !isStructure(value)) return undefined;
    for (const key of Object.keys(value).filter((one) => !kept.has(one))) {
        const part = Array.isArray(value) ? Number(key) : key;
        if (!(key in read)) return [part];
        const deeper = lostField(read[key], value[key], kept);
        if (deeper) return [part, ...deeper];
    }
    return undefined;
}
