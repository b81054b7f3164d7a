import type { ZodType, z } from "zod";

type Issue = z.core.$ZodIssue;

/** Says where an answer does not fit its schema; undefined when it fits. Enumerations are open: an unknown member always fits. */
export function mismatch(schema: ZodType, answer: unknown): string | undefined {
    const issue = schema.safeParse(answer).error?.issues.find(matters);
    return issue && `of another shape than stated, at ${issue.path.join(".") || "its top"}: ${issue.message}`;
}

function matters(issue: Issue): boolean {
    if (issue.code === "invalid_value") return false;
    if (issue.code === "invalid_union")
        return issue.errors.length === 0 || issue.errors.every((branch) => branch.some(matters));
    return true;
}
