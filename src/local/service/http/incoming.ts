import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { BadRequest, TooLarge } from "./errors.js";
import { parseJson, TooDeep } from "./json.js";

/** Requests over a socket have bindings; requests from this process have none. */
export type Env = { Bindings: Partial<HttpBindings> };

/** The parts of a context that contain the request. */
type Incoming = Pick<Context<Env>, "env" | "req">;

/** Maximum nesting of a body. Nested filters need a few levels, and filters are evaluated recursively. */
const LEVELS = 100;

/** Path and query as they were sent: `URL` would resolve `/owners/name/..` to `/owners`. */
export function targetOf(request: Request, env: Partial<HttpBindings> | undefined): { path: string; query: string } {
    const sent = env?.incoming?.url;
    const { url } = request;
    // A proxy may send the full URL instead of the path.
    const target = sent?.startsWith("/") ? sent : url.slice(url.indexOf("/", url.indexOf("//") + 2));
    const mark = target.indexOf("?");
    return mark < 0 ? { path: target, query: "" } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** The path that Hono matches with its routes. It is not decoded; Hono decodes each parameter. */
export function getPath(request: Request, options?: { env?: Partial<HttpBindings> }): string {
    return targetOf(request, options?.env).path;
}

/** A header. Read from the incoming message if there is one, because `req.header` would convert all headers. */
export function headerOf({ env, req }: Incoming, name: "authorization" | "content-length" | "transfer-encoding") {
    return env?.incoming ? env.incoming.headers[name] : req.header(name);
}

/**
 * The body as text, or "" if there is none.
 * @param limit maximum size in bytes
 * @throws TooLarge as soon as the limit is exceeded
 */
export async function textOf(context: Incoming, limit: number): Promise<string> {
    const length = headerOf(context, "content-length");
    if (Number(length ?? 0) > limit) throw new TooLarge(limit);
    try {
        // Node reads at most the number of bytes in Content-Length.
        if (context.env?.incoming && length !== undefined) return await context.req.text();
        const chunked = !context.env?.incoming || headerOf(context, "transfer-encoding") !== undefined;
        return chunked ? await readUpTo(limit, context.req.raw.body) : "";
    } catch (error) {
        throw error instanceof TooLarge ? error : new BadRequest("body: ended before it was whole.");
    }
}

/** Parses a body. @throws BadRequest if it is not JSON, or nested too deeply */
export function jsonIn(text: string): unknown {
    try {
        return parseJson(text, LEVELS);
    } catch (error) {
        throw new BadRequest(
            error instanceof TooDeep ? `body: must not be nested deeper than ${LEVELS} levels.` : "body: must be JSON.",
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
        // Does not cancel the reader, because that would cut the connection before the answer is sent.
        if (size > limit) throw new TooLarge(limit);
        chunks.push(next.value);
    }
    return Buffer.concat(chunks).toString();
}
