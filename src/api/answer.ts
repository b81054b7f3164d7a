import type { ZodType, z } from "zod";

type Issue = z.core.$ZodIssue;

/**
 * Says where an answer does not fit its schema; undefined when it fits. Enumerations are open: an unknown member always fits, and so does
 * a number beyond the bounds, which are for what is asked. Null fits wherever a property may be missing: services say both, and the
 * interface is not strict about which.
 */
export function mismatch(schema: ZodType, answer: unknown): string | undefined {
    const issues = issuesOf(schema, answer);
    if (issues.length === 0) return undefined;
    // What is wrong with the nulls and without them is wrong; a null that may be missing is wrong only in the first.
    const still = new Set(issuesOf(schema, withoutNulls(answer)).map(pathOf));
    const issue = issues.find((candidate) => still.has(pathOf(candidate)));
    return issue && `of another shape than stated, at ${pathOf(issue) || "its top"}: ${issue.message}`;
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
