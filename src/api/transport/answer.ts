import type { ZodType, z } from "zod";

type Issue = z.core.$ZodIssue;

/** The value of a JSON text, in an object because the value may be null. Undefined if the text is not JSON. */
export function jsonOf(text: string): { readonly value: unknown } | undefined {
    try {
        return { value: JSON.parse(text) };
    } catch {
        return undefined;
    }
}

/**
 * Validates the body of a successful answer. Returns the problem, or undefined.
 * @param json value of the text; undefined if it is not JSON
 * @param schema null if the API documents no body; then any body is accepted, except an HTML page
 * @param items name of the property with the items, for lists
 */
export function faultOf(
    text: string,
    json: ReturnType<typeof jsonOf>,
    schema: ZodType | null,
    items?: string,
): string | undefined {
    if (schema === null) return /^\s*</.test(text) ? "with an HTML page" : undefined;
    if (text.trim() === "") return "with an empty body";
    if (!json) return "with something that is not JSON";
    const where = missing(json.value, schema, items) ?? mismatch(schema, json.value);
    return where && `with a body that does not match the API, at ${where}`;
}

/** Properties are optional, but a list must have its items, and an object must have at least one of the documented properties. */
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
 * The first place where an answer does not match its schema, or undefined. Unknown enum members match. Numbers out of bounds match, because
 * the bounds are
 * for requests. Null matches for optional properties, because services use both null and absence.
 */
function mismatch(schema: ZodType, answer: unknown): string | undefined {
    const [issue] = mismatches(schema, answer);
    return issue && `${pathOf(issue) || "the top level"}: ${issue.message}`;
}

/** All places where an answer does not match its schema, by the same rules. */
export function mismatches(schema: ZodType, answer: unknown): Issue[] {
    const issues = issuesOf(schema, answer);
    if (issues.length === 0) return [];
    // A null in an optional property is an issue only as long as it is present, so issues that disappear without the nulls do not count.
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
