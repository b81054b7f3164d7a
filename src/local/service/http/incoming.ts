import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { BadRequest, TooLarge } from "./errors.js";
import { parseJson, TooDeep } from "./json.js";

/** Requests that reach the service over a socket have bindings, those made in process have none. */
export type Env = { Bindings: Partial<HttpBindings> };

/** The request of a context. */
type Incoming = Pick<Context<Env>, "env" | "req">;

/** Maximum nesting of a body: nested filters need a few levels, and each is traversed. */
const LEVELS = 100;

/** Path and query as they were sent: `URL` would resolve `/owners/name/..` to `/owners`. */
export function targetOf(request: Request, env: Partial<HttpBindings> | undefined): { path: string; query: string } {
    const sent = env?.incoming?.url;
    const { url } = request;
    // A proxy may send all of the URL.
    const target = sent?.startsWith("/") ? sent : url.slice(url.indexOf("/", url.indexOf("//") + 2));
    const mark = target.indexOf("?");
    return mark < 0 ? { path: target, query: "" } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** How Hono finds a route: parameters are decoded one by one. */
export function getPath(request: Request, options?: { env?: Partial<HttpBindings> }): string {
    return targetOf(request, options?.env).path;
}

/** From the socket, if any: otherwise all headers would be converted to read this one. */
export function headerOf({ env, req }: Incoming, name: "authorization" | "content-length" | "transfer-encoding") {
    return env?.incoming ? env.incoming.headers[name] : req.header(name);
}

/**
 * The body as text, "" if there is none.
 * @param limit bytes
 * @throws TooLarge, before more than that was read
 */
export async function textOf(context: Incoming, limit: number): Promise<string> {
    const length = headerOf(context, "content-length");
    if (Number(length ?? 0) > limit) throw new TooLarge(limit);
    try {
        // A server reads no more than the header says.
        if (context.env?.incoming && length !== undefined) return await context.req.text();
        const chunked = !context.env?.incoming || headerOf(context, "transfer-encoding") !== undefined;
        return chunked ? await readUpTo(limit, context.req.raw.body) : "";
    } catch (error) {
        throw error instanceof TooLarge ? error : new BadRequest("body: ended before it was whole.");
    }
}

/** @throws BadRequest if it is not usable JSON. */
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
        // The rest is not cancelled, which would cut the connection before the answer.
        if (size > limit) throw new TooLarge(limit);
        chunks.push(next.value);
    }
    return Buffer.concat(chunks).toString();
}
