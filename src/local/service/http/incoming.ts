import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { BadRequest, TooLarge } from "./errors.js";
import { parseJson, TooDeep } from "./json.js";

/** Requests that arrive over a socket have bindings. Requests from within this process do not. */
export type Env = { Bindings: Partial<HttpBindings> };

/** The parts of a context that are needed to read a request. */
type Incoming = Pick<Context<Env>, "env" | "req">;

/** Maximum nesting depth of a body. Nested filters need only a few levels, but filters are evaluated recursively. */
const LEVELS = 100;

/** Returns the path and query as they were sent. `URL` is not used because it would resolve `/owners/name/..` to `/owners`. */
export function targetOf(request: Request, env: Partial<HttpBindings> | undefined): { path: string; query: string } {
    const sent = env?.incoming?.url;
    const { url } = request;
    // A proxy may send the full URL instead of the path.
    const target = sent?.startsWith("/") ? sent : url.slice(url.indexOf("/", url.indexOf("//") + 2));
    const mark = target.indexOf("?");
    return mark < 0 ? { path: target, query: "" } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** Returns the path for route matching. The path is not decoded; Hono decodes each parameter. */
export function getPath(request: Request, options?: { env?: Partial<HttpBindings> }): string {
    return targetOf(request, options?.env).path;
}

/** Returns a header. Reads it from the incoming message if possible, because `req.header` would convert all headers. */
export function headerOf({ env, req }: Incoming, name: "authorization" | "content-length" | "transfer-encoding") {
    return env?.incoming ? env.incoming.headers[name] : req.header(name);
}

/**
 * Reads the body as text. Returns "" if there is no body.
 * @param limit maximum size in bytes
 * @throws TooLarge as soon as the limit is exceeded
 */
export async function bodyText(context: Incoming, limit: number): Promise<string> {
    const length = headerOf(context, "content-length");
    if (Number(length ?? 0) > limit) throw new TooLarge(limit);
    try {
        // Node does not read more bytes than Content-Length specifies, so the size is already checked.
        if (context.env?.incoming && length !== undefined) return await context.req.text();
        const chunked = !context.env?.incoming || headerOf(context, "transfer-encoding") !== undefined;
        return chunked ? await readUpTo(limit, context.req.raw.body) : "";
    } catch (error) {
        throw error instanceof TooLarge
            ? error
            : new BadRequest("body is incomplete, because the connection was closed early.");
    }
}

/** Parses a body. @throws BadRequest if it is not valid JSON, or if it is nested too deeply */
export function jsonIn(text: string): unknown {
    try {
        return parseJson(text, LEVELS);
    } catch (error) {
        throw new BadRequest(
            error instanceof TooDeep
                ? `body must not be nested deeper than ${LEVELS} levels.`
                : "body must be valid JSON.",
        );
    }
}

async function readUpTo(limit: number, body: ReadableStream<Uint8Array> | null): Promise<string> {
    if (!body) return "";
    const chunks: Uint8Array[] = [];
    let size = 0;
    const reader = body.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
        size += next.value.length;
        // The reader is not cancelled, because that would close the connection before the response is sent.
        if (size > limit) throw new TooLarge(limit);
        chunks.push(next.value);
    }
    return Buffer.concat(chunks).toString();
}
