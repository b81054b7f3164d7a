import type { z } from "zod";
import { counted } from "../../common/counts.js";
import { pathText } from "../../common/paths.js";
import { quoted } from "../../common/printable.js";
import type { Properties } from "../../common/properties.js";
import { hint } from "../../common/spelling.js";
import { isUnknown } from "../../common/unknown.js";
import { insideOf, MAX_DEPTH, resolvedSchema, schemaAt } from "./fields.js";

/** An invalid argument in the program. */
export interface Problem {
    /** Path of the argument, such as `requestConfigurations[0].priority`. */
    readonly path: string;
    /** Describes the fault and the allowed values. */
    readonly reason: string;
}

/** Validates the arguments of a resource. Values that are unknown in a preview are never reported. */
export function argumentProblems(schema: z.ZodType, given: Properties, secret: (path: string) => boolean): Problem[] {
    const issues = schema.safeParse(withoutLengths(given), { reportInput: true }).error?.issues ?? [];
    return [...issues, ...brokenTexts(given)]
        .filter((issue) => !isUnknown(valueAt(given, issue.path)))
        .flatMap((issue) => explained(issue, schema, given, secret));
}

/** Returns a problem as one text, such as `name is required` or `name: "" is not allowed: it must not be empty`. */
export function problemText({ path, reason }: Problem): string {
    return /^(is|was) /.test(reason) ? `${path} ${reason}` : `${path}: ${reason}`;
}

/** Returns the message for an unknown property. Suggests one of the `known` properties if the name is similar. */
export function unknownProperty(name: string, known: readonly string[]): string {
    // Short names allow only one edit, because two edits can produce an unrelated name.
    return `unknown property${hint(name, known, name.length < 5 ? 1 : 2) || "; check its spelling"}`;
}

/** Removes properties named `length` from objects: zod compares any `length` with its limits, and throws if it is not a number. */
function withoutLengths(value: unknown, depth = 0): unknown {
    if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return value;
    const inside = (inner: unknown): unknown => withoutLengths(inner, depth + 1);
    if (Array.isArray(value)) return value.map(inside);
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([key, inner]) => [key, key === "length" ? undefined : inside(inner)]));
}

/** Reports strings that cannot be part of a URL. */
function brokenTexts(value: unknown, path: readonly PropertyKey[] = []): z.core.$ZodIssue[] {
    if (path.length > MAX_DEPTH) return [];
    if (typeof value === "object" && value !== null) {
        const isList = Array.isArray(value);
        return Object.entries(value).flatMap(([key, inner]) =>
            brokenTexts(inner, [...path, isList ? Number(key) : key]),
        );
    }
    if (typeof value !== "string" || !/\p{Surrogate}/u.test(value)) return [];
    const message = "it contains an incomplete character (a lone surrogate)";
    return [{ code: "custom", path: [...path], message, input: value }];
}

/** Returns the value at a path. If a value along the path is unknown, returns the placeholder for unknown values. */
function valueAt(given: Properties, path: readonly PropertyKey[]): unknown {
    return path.reduce<unknown>((outer, step) => (isUnknown(outer) ? outer : Object(outer)[step]), given);
}

function explained(
    issue: z.core.$ZodIssue,
    schema: z.ZodType,
    given: Properties,
    secret: (path: string) => boolean,
): Problem[] {
    if (issue.code === "unrecognized_keys") {
        const known = Object.keys(insideOf(resolvedSchema(schemaAt(schema, issue.path))).shape ?? {});
        return issue.keys.map((key) => ({ path: pathText([...issue.path, key]), reason: unknownProperty(key, known) }));
    }
    const path = pathText(issue.path);
    const value = valueAt(given, issue.path);
    if (value === undefined) return [{ path, reason: issue.code === "custom" ? issue.message : "is required" }];
    const isSecret = secret(path);
    const shown = isSecret ? "[secret]" : quoted(value);
    return [{ path, reason: `${shown} is not allowed: ${expectation(issue, isSecret ? undefined : value)}` }];
}

/** Matches Zod's built-in messages. They are replaced, unlike messages that a field's schema defines. */
const ZODS_OWN = /^(Invalid (input|option|string|ISO|UUID|number)|Too (small|big)|Unrecognized)/;

function expectation(issue: z.core.$ZodIssue, value: unknown): string {
    if (!ZODS_OWN.test(issue.message)) return issue.message;
    switch (issue.code) {
        case "invalid_value": {
            const allowed = `it must be one of ${issue.values.map((one) => JSON.stringify(one)).join(", ")}`;
            return typeof value === "string" ? `${allowed}${hint(value, issue.values.map(String))}` : allowed;
        }
        case "invalid_type":
            return `it must be ${/^[aeio]/.test(issue.expected) ? "an" : "a"} ${issue.expected}`;
        case "too_small":
            if (issue.origin === "array") return `it must have at least ${counted(Number(issue.minimum), "element")}`;
            return issue.origin === "string" ? `it must not be empty` : `it must be at least ${issue.minimum}`;
        case "too_big":
            if (issue.origin === "array") return `it may have at most ${counted(Number(issue.maximum), "element")}`;
            return issue.origin === "string"
                ? `it may have at most ${issue.maximum} characters`
                : `it must be at most ${issue.maximum}`;
        default:
            return issue.message;
    }
}
