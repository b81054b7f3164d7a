import type { OperationEntry } from "../api/operation.js";
import { ServiceError, TooManyRequests } from "./errors.js";

/** What is answered, apart from the headers that every answer has. `body` undefined: none. */
export interface Reply {
    readonly status: number;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
}

/** The success that the interface states for a body, or for none. */
export function successReply(entry: OperationEntry, body: unknown): Reply {
    const empty = body === undefined;
    const statuses = Object.keys(entry.answers).map(Number);
    const status = statuses.find((candidate) => (entry.answers[candidate] === null) === empty);
    return { status: status ?? statuses[0] ?? 200, body };
}

/** The error body: `code` for programs, `message` for people, `request_id` to find the call again. */
export function errorReply(error: unknown, requestId: string): Reply {
    if (error instanceof ServiceError) {
        if (error.status === 500) console.error(error.message);
        const body = { code: error.code, message: error.message, request_id: requestId };
        const wait = error instanceof TooManyRequests ? error.retryAfterSeconds : undefined;
        return { status: error.status, body, ...(wait !== undefined && { headers: { "retry-after": `${wait}` } }) };
    }
    console.error(error);
    const message = "The local service failed; its log tells why.";
    return { status: 500, body: { code: "internal_error", message, request_id: requestId } };
}

export function toResponse({ status, body, headers }: Reply, requestId: string): Response {
    if (body === undefined) return new Response(null, { status, headers: { "x-request-id": requestId, ...headers } });
    const all = { "content-type": "application/json", "x-request-id": requestId, ...headers };
    return new Response(textOf(body), { status, headers: all });
}

const texts = new WeakMap<object, string>();

/** The JSON text of a body. Records of the store are frozen and never changed, so theirs is made once. */
export function textOf(body: unknown): string {
    if (typeof body !== "object" || body === null) return JSON.stringify(body);
    if (Object.isFrozen(body)) {
        const known = texts.get(body) ?? JSON.stringify(body);
        texts.set(body, known);
        return known;
    }
    if (Array.isArray(body)) return `[${body.map(textOf).join(",")}]`;
    const members = Object.entries(body).filter(([, value]) => value !== undefined);
    return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${textOf(value)}`).join(",")}}`;
}
