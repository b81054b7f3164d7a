import type { ZodType, z } from "zod";
import { type foreignJson, jsonFault } from "./json.js";

type Issue = z.core.$ZodIssue;

/**
 * Validates the body of a successful response. Returns the problem, or undefined.
 * @param json value of the text; undefined if it is not JSON
 * @param schema null if the API documents no response body; then any body is accepted, except an HTML page
 * @param items name of the property that contains the items, for lists
 */
export function faultOf(
    text: string,
    json: ReturnType<typeof foreignJson>,
    schema: ZodType | null,
    items?: string,
): string | undefined {
    if (schema === null) return /^\s*</.test(text) ? "with an HTML page" : undefined;
    if (text.trim() === "") return "with an empty body";
    if (!json) return `with a body that is ${jsonFault(text)}`;
    const where = missing(json.value, schema, items) ?? mismatch(schema, json.value);
    return where && `with a body that does not match the API, at ${where}`;
}

/** The schema's properties are optional, but a list must contain its items, and an object must contain at least one documented property. */
function missing(answer: unknown, schema: ZodType, items: string | undefined): string | undefined {
    if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return undefined;
    if (items !== undefined) {
        return Array.isArray(Reflect.get(answer, items)) ? undefined : `${items}: the items of the list are missing`;
    }
    const documented = Object.keys("shape" in schema ? Object(schema.shape) : {});
    if (documented.length === 0 || documented.some((name) => name in answer)) return undefined;
    return `the top level: none of the documented properties is present`;
}

/**
 * Returns the first place where a response does not match its schema, or undefined. Accepts unknown enum members, and numbers out of
 * bounds, because the bounds apply to requests. Accepts null for optional properties, because services use both null and absence.
 */
function mismatch(schema: ZodType, answer: unknown): string | undefined {
    const [issue] = mismatches(schema, answer);
    return issue && `${issuePath(issue) || "the top level"}: ${issue.message}`;
}

/** Returns all places where a response does not match its schema, by the same rules. */
export function mismatches(schema: ZodType, answer: unknown): Issue[] {
    const issues = issuesOf(schema, answer);
    if (issues.length === 0) return [];
    // Null is accepted in an optional property, so issues that disappear when the nulls are removed do not count.
    const still = new Set(issuesOf(schema, withoutNulls(answer)).map(issuePath));
    return issues.filter((candidate) => still.has(issuePath(candidate)));
}

function issuesOf(schema: ZodType, answer: unknown): Issue[] {
    return schema.safeParse(answer).error?.issues.filter(matters) ?? [];
}

function issuePath(issue: Issue): string {
    return issue.path.join(".");
}

function matters(issue: Issue): boolean {
    if (["invalid_value", "too_small", "too_big"].includes(issue.code)) return false;
    if (issue.code === "invalid_union")
        return issue.errors.length === 0 || issue.errors.every((branch) => branch.some(matters));
    return true;
}

function withoutNulls(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(withoutNulls);
    if (typeof value !== "object" || value === null) return value;
    const kept = Object.entries(value).filter(([, one]) => one !== null);
    return Object.fromEntries(kept.map(([key, one]) => [key, withoutNulls(one)]));
}
