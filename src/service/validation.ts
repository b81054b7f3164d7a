import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { OperationEntry } from "../api/operation.js";
import { BadRequest, DishonestAnswer } from "./errors.js";

/** Every problem with its path, such as `groups[0].name: Invalid input: expected string, received number`; `whole` stands for the empty path. */
export function problemsOf(error: z.ZodError, whole = "body"): string {
    return error.issues.map((issue) => `${pathText(issue.path) || whole}: ${issue.message}`).join("; ");
}

/**
 * The value as the schema reads it, without fields that the schema does not know.
 * @param at path of the value in the body, where it is not the whole of it
 * @throws BadRequest naming every offending field.
 */
export function accept<T>(schema: z.ZodType<T>, value: unknown, at: PropertyKey[] = []): T {
    const read = schema.safeParse(value);
    if (!read.success) throw new BadRequest(`${problemsOf(within(at, read.error))}.`);
    return read.data;
}

/** Query parameters as the schema wants them: numbers, booleans and lists, the latter comma-separated or repeated (both are accepted everywhere). */
export function readQuery(schema: z.ZodType | undefined, parameters: URLSearchParams): unknown {
    if (!(schema instanceof z.ZodObject)) return undefined;
    const given = Object.entries(schema.shape).flatMap(([name, field]) => {
        const values = parameters.getAll(name);
        return values.length === 0 ? [] : [[name, readValue(kernelOf(field), values)]];
    });
    return accept(schema, Object.fromEntries(given));
}

/**
 * Holds every answer against the interface: required fields, types, and nothing that the interface does not name. Objects of the store
 * are never changed in place, so an item of a page that was found valid once is not looked at again.
 */
export class AnswerCheck {
    readonly #seen = new WeakMap<z.ZodType, WeakSet<object>>();

    /** @throws DishonestAnswer */
    check(operation: string, entry: OperationEntry, schema: z.ZodType, answer: unknown): void {
        const field = entry.paging?.items;
        const list = field !== undefined && schema instanceof z.ZodObject ? kernelOf(schema.shape[field]) : undefined;
        const items = field !== undefined && isRecord(answer) ? answer[field] : undefined;
        if (field === undefined || !(list instanceof z.ZodArray) || !Array.isArray(items) || !isRecord(answer)) {
            this.fitsOnce(operation, schema, answer, []);
            return;
        }
        this.fits(operation, schema, { ...answer, [field]: [] }, []);
        // The element of a zod array is typed by zod's core; every generated schema is made by the full library.
        const element = list.element as z.ZodType;
        for (const [i, item] of items.entries()) this.fitsOnce(operation, element, item, [field, i]);
    }

    private fitsOnce(operation: string, schema: z.ZodType, item: unknown, path: PropertyKey[]): void {
        const seen = this.#seen.get(schema) ?? new WeakSet<object>();
        this.#seen.set(schema, seen);
        if (!isRecord(item) || !seen.has(item)) this.fits(operation, schema, item, path);
        if (isRecord(item) && Object.isFrozen(item)) seen.add(item);
    }

    private fits(operation: string, schema: z.ZodType, value: unknown, path: PropertyKey[]): void {
        const read = schema.safeParse(value);
        if (!read.success) {
            throw new DishonestAnswer(operation, problemsOf(within(path, read.error)));
        }
        if (!isDeepStrictEqual(read.data, value)) {
            throw new DishonestAnswer(
                operation,
                `${pathText([...path, ...unknownField(read.data, value)])}: is not a field`,
            );
        }
    }
}

function within(path: readonly PropertyKey[], error: z.ZodError): z.ZodError {
    return new z.ZodError(error.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })));
}

function pathText(path: readonly PropertyKey[]): string {
    const text = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
    return text.replace(/^\./, "");
}

/** A schema without the wrappers that only say that a value may be missing. */
function kernelOf(schema: unknown): unknown {
    if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
        return kernelOf(schema.unwrap());
    }
    return schema;
}

function readValue(kernel: unknown, values: string[]): unknown {
    if (kernel instanceof z.ZodArray) return values.flatMap((value) => value.split(","));
    const value = values[0];
    if (kernel instanceof z.ZodNumber) return value?.trim() ? Number(value) : value;
    if (kernel instanceof z.ZodBoolean) return value === "true" ? true : value === "false" ? false : value;
    return value;
}

/** Where a value holds something that was lost in reading it. */
function unknownField(read: unknown, value: unknown): PropertyKey[] {
    if (!isRecord(read) || !isRecord(value)) return [];
    const field = Object.keys(value).find((key) => !isDeepStrictEqual(read[key], value[key]));
    if (field === undefined) return [];
    const part = Array.isArray(value) ? Number(field) : field;
    return [part, ...unknownField(read[field], value[field])];
}

function isRecord(value: unknown): value is Record<string, unknown> {
    return typeof value === "object" && value !== null;
}
