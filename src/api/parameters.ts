import type { z } from "zod";
import type { OperationEntry } from "./operation.js";

/** The parameters of any operation, for calls of operations whose names are known only at run time. */
export interface Parts {
    readonly path?: Readonly<Record<string, unknown>>;
    readonly query?: Readonly<Record<string, unknown>>;
    readonly body?: unknown;
}

/**
 * Validates parameters. Returns the first problem (path, value, and allowed values), or undefined. Accepts unknown fields in the body,
 * because callers may change a response that contains such fields and send it back.
 */
export function problemOf(entry: OperationEntry, parts: Parts): string | undefined {
    return (
        unknownName("path", entry.pathParameters, parts.path) ??
        unknownName("query", entry.query, parts.query) ??
        invalid("path", entry.pathParameters, parts.path ?? {}) ??
        invalid("query", entry.query, parts.query ?? {}) ??
        unsendable(parts) ??
        (parts.body === undefined && entry.bodyRequired ? "body is required" : undefined) ??
        (parts.body === undefined ? undefined : invalid("body", entry.body, parts.body))
    );
}

/** Returns the names of an operation's parameters and of the top-level fields of its body. */
export function namesIn(entry: OperationEntry): Record<ParameterPlace, readonly string[]> {
    return {
        path: knownParameters(entry.pathParameters),
        query: knownParameters(entry.query),
        body: knownParameters(entry.body),
    };
}

/** Returns the path below the base URL. Parameters are percent-encoded, because ids such as ARNs contain `/` and `:`. */
export function requestPath(entry: OperationEntry, parts: Parts): string {
    const textOf = (name: string): string => String(parts.path?.[name] ?? "").replace(LONE_SURROGATE, "\ufffd");
    return entry.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(name)));
}

/** The query string with its question mark, or "". Empty values are sent, because "" is the id of the default access level. */
export function queryOf(entry: OperationEntry, { query = {} }: Parts): string {
    const pairs = Object.entries(query).flatMap(([name, value]) => {
        if (value === undefined) return [];
        const texts = (Array.isArray(value) ? value : [value]).map((one) => encodeURIComponent(String(one)));
        // The commas that separate items are not encoded; commas inside an item are.
        const values = entry.arrays?.[name] === "repeat" ? texts : [texts.join(",")];
        return values.map((text) => `${encodeURIComponent(name)}=${text}`);
    });
    return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}

const LONE_SURROGATE = /\p{Surrogate}/gu;

type ParameterPlace = "path" | "query" | "body";

/** Returns the problem if a parameter has an unknown name. It must be refused, because the service would ignore a misspelled filter. */
function unknownName(
    place: ParameterPlace,
    schema: z.ZodType | undefined,
    given: Parts["query"] = {},
): string | undefined {
    const names = knownParameters(schema);
    const unknown = Object.keys(given).find((name) => given[name] !== undefined && !names.includes(name));
    if (unknown === undefined) return undefined;
    return `${place}.${unknown} is not a parameter of this operation. Known ${place} parameters: ${names.join(", ") || "none"}`;
}

function knownParameters(schema: z.ZodType | undefined): string[] {
    return Object.keys((schema as z.ZodObject | undefined)?.shape ?? {});
}

function invalid(place: ParameterPlace, schema: z.ZodType | undefined, value: unknown): string | undefined {
    const issue = schema?.safeParse(value).error?.issues[0];
    if (!issue) return undefined;
    const found = issue.path.reduce<unknown>((inner, key) => Object(inner)[key], value);
    const shown = maybeSecret(place, issue, found) ? "" : ` is ${JSON.stringify(found)}`;
    const allowed = issue.code === "invalid_format" && issue.format === "guid" ? "it must be a UUID" : issue.message;
    return `${[place, ...issue.path].join(".")}${shown}: ${allowed}`;
}

/** Whether a value must not be shown. Request bodies may contain credentials, so of their strings only ids and enum members are shown. */
function maybeSecret(place: ParameterPlace, issue: z.core.$ZodIssue, found: unknown): boolean {
    if (found === undefined || typeof found === "object") return true;
    if (typeof found !== "string" || place !== "body") return false;
    return issue.code !== "invalid_value" && !(issue.code === "invalid_format" && issue.format === "guid");
}

/** Returns the problem if a parameter cannot be part of a URL. */
function unsendable({ path = {}, query = {} }: Parts): string | undefined {
    // Refuse these values, because the URL would be that of a different operation.
    const lost = Object.keys(path).find((name) => ["", ".", ".."].includes(String(path[name])));
    if (lost) return `path.${lost} is ${JSON.stringify(path[lost])}: it must not be empty, "." or ".."`;
    for (const [place, given] of Object.entries({ path, query })) {
        const broken = Object.keys(given).find((name) => String(given[name]).search(LONE_SURROGATE) >= 0);
        if (broken) return `${place}.${broken} contains a lone surrogate, which is only half of a character`;
    }
    const empty = Object.keys(query).find((name) => Array.isArray(query[name]) && query[name].length === 0);
    return empty && `query.${empty} is []: an empty list cannot be sent; omit it to apply no filter`;
}
