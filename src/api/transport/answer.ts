import type { ZodType, z } from "zod";

type Issue = z.core.$ZodIssue;

/** The value of a JSON text, in an object because it may be null; undefined if the text is not JSON. */
export function jsonOf(text: string): { readonly value: unknown } | undefined {
    try {
        return { value: JSON.parse(text) };
    } catch {
        return undefined;
    }
}

/**
 * Returns what is wrong with the body of a success, or undefined. `json` is the text's value, undefined if it is not JSON. `schema` is null
 * if the API states no body: any is then allowed, except an HTML page. `items` is the property that holds the items of a list.
 */
export function faultOf(
    text: string,
    json: ReturnType<typeof jsonOf>,
    schema: ZodType | null,
    items?: string,
): string | undefined {
    if (schema === null) return /^\s*</.test(text) ? "with a page" : undefined;
    if (text.trim() === "") return "with an empty body";
    if (!json) return "with something that is not JSON";
    const where = missing(json.value, schema, items) ?? mismatch(schema, json.value);
    return where && `of another shape than documented, at ${where}`;
}

/** Properties may be left out, but a list has its items, and an object with none of the stated properties is something else. */
function missing(answer: unknown, schema: ZodType, items: string | undefined): string | undefined {
    if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return undefined;
    if (items !== undefined) {
        return Array.isArray(Reflect.get(answer, items)) ? undefined : `${items}: the items of the list are missing`;
    }
    const stated = Object.keys("shape" in schema ? Object(schema.shape) : {});
    if (stated.length === 0 || stated.some((name) => name in answer)) return undefined;
    return `the top level: none of the documented properties is present`;
}

/**
 * Returns where an answer does not match its schema, or undefined. Enumerations are open: unknown members match, and so do numbers out of
 * bounds, since bounds apply to requests. Null matches wherever a property may be missing: services use both, and the API allows either.
 */
function mismatch(schema: ZodType, answer: unknown): string | undefined {
    const [issue] = mismatches(schema, answer);
    return issue && `${pathOf(issue) || "the top level"}: ${issue.message}`;
}

/** All places where an answer does not fit its schema, by the same rules. */
export function mismatches(schema: ZodType, answer: unknown): Issue[] {
    const issues = issuesOf(schema, answer);
    if (issues.length === 0) return [];
    // What is wrong with the nulls and without them is wrong; a null that may be missing is wrong only in the first.
    const still = new Set(issuesOf(schema, withoutNulls(answer)).map(pathOf));
    return issues.filter((candidate) => still.has(pathOf(candidate)));
}

function issuesOf(schema: ZodType, answer: unknown): Issue[] {
    return schema.safeParse(answer).error?.issues.filter(matters) ?? [];
}

function pathOf(issue: Issue): string {
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
