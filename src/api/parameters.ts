import type { z } from "zod";
import type { OperationEntry } from "./operation.js";

/** The parameters of any operation, for callers that take them from the operation table. */
export interface Parts {
    readonly path?: Readonly<Record<string, unknown>>;
    readonly query?: Readonly<Record<string, unknown>>;
    readonly body?: unknown;
}

/**
 * Returns why these parameters cannot be sent (path of the property, its value, what is allowed), or undefined. Unknown fields of the body
 * pass, since an answer that is changed and sent back may hold some.
 */
export function problemOf(entry: OperationEntry, parts: Parts): string | undefined {
    return (
        unknownName("path", entry.pathParameters, parts.path) ??
        unknownName("query", entry.query, parts.query) ??
        unfit("path", entry.pathParameters, parts.path ?? {}) ??
        unfit("query", entry.query, parts.query ?? {}) ??
        unsayable(parts) ??
        (parts.body === undefined && entry.bodyRequired ? "body: is required" : undefined) ??
        (parts.body === undefined ? undefined : unfit("body", entry.body, parts.body))
    );
}

/** Names of all parameters of an operation, and those at the top of its body. */
export function namesIn(entry: OperationEntry): Record<Place, readonly string[]> {
    return { path: known(entry.pathParameters), query: known(entry.query), body: known(entry.body) };
}

/** The path below the base URL, every parameter percent-encoded: ARNs hold `/` and `:`. */
export function pathOf(entry: OperationEntry, parts: Parts): string {
    const textOf = (name: string): string => String(parts.path?.[name] ?? "").replace(HALF, "\ufffd");
    return entry.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(name)));
}

/** The query with its question mark, or nothing. An empty text is sent as such: it names the default access level. */
export function queryOf(entry: OperationEntry, { query = {} }: Parts): string {
    const pairs = Object.entries(query).flatMap(([name, value]) => {
        if (value === undefined) return [];
        const texts = (Array.isArray(value) ? value : [value]).map((one) => encodeURIComponent(String(one)));
        // The comma between items is no part of an item, so it is not encoded.
        const values = entry.arrays?.[name] === "repeat" ? texts : [texts.join(",")];
        return values.map((text) => `${encodeURIComponent(name)}=${text}`);
    });
    return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}

/** Half of a character: a lone surrogate. */
const HALF = /\p{Surrogate}/gu;

type Place = "path" | "query" | "body";

/** A misspelled filter would filter nothing. */
function unknownName(place: Place, schema: z.ZodType | undefined, given: Parts["query"] = {}): string | undefined {
    const names = known(schema);
    const unknown = Object.keys(given).find((name) => given[name] !== undefined && !names.includes(name));
    if (unknown === undefined) return undefined;
    return `${place}.${unknown}: is no parameter of this operation, which takes ${names.join(", ") || "none"} here`;
}

function known(schema: z.ZodType | undefined): string[] {
    return Object.keys((schema as z.ZodObject | undefined)?.shape ?? {});
}

function unfit(place: Place, schema: z.ZodType | undefined, value: unknown): string | undefined {
    const issue = schema?.safeParse(value).error?.issues[0];
    if (!issue) return undefined;
    const found = issue.path.reduce<unknown>((inner, key) => Object(inner)[key], value);
    const shown = maybeSecret(place, issue, found) ? "" : ` is ${JSON.stringify(found)}`;
    const allowed = issue.code === "invalid_format" && issue.format === "guid" ? "it must be a UUID" : issue.message;
    return `${[place, ...issue.path].join(".")}${shown}: ${allowed}`;
}

/** Bodies hold credentials: of their texts only ids and members of enumerations are shown. */
function maybeSecret(place: Place, issue: z.core.$ZodIssue, found: unknown): boolean {
    if (found === undefined || typeof found === "object") return true;
    if (typeof found !== "string" || place !== "body") return false;
    return issue.code !== "invalid_value" && !(issue.code === "invalid_format" && issue.format === "guid");
}

/** What URLs have no way to write. */
function unsayable({ path = {}, query = {} }: Parts): string | undefined {
    // Each of these would name another operation.
    const lost = Object.keys(path).find((name) => ["", ".", ".."].includes(String(path[name])));
    if (lost) return `path.${lost} is ${JSON.stringify(path[lost])}: it must not be empty, "." or ".."`;
    for (const [place, given] of Object.entries({ path, query })) {
        const half = Object.keys(given).find((name) => String(given[name]).search(HALF) >= 0);
        if (half) return `${place}.${half} has half of a character in it (a lone surrogate)`;
    }
    const empty = Object.keys(query).find((name) => Array.isArray(query[name]) && query[name].length === 0);
    return (
        empty && `query.${empty} is []: an empty list cannot be sent, and would not filter; leave it out for everything`
    );
}
