import type { OperationEntry } from "../api/operation.js";
import { ServiceError } from "./errors.js";

/** What is answered, apart from the headers that every answer has. `body` undefined: none. */
export interface Reply {
    readonly status: number;
    readonly body?: unknown;
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
        return { status: error.status, body: { code: error.code, message: error.message, request_id: requestId } };
    }
    console.error(error);
    const message = "The local service failed; its log tells why.";
    return { status: 500, body: { code: "internal_error", message, request_id: requestId } };
}

export function toResponse(
    { status, body }: Reply,
    requestId: string,
    headers: Readonly<Record<string, string>> = {},
): Response {
    if (body === undefined) return new Response(null, { status, headers: { "x-request-id": requestId, ...headers } });
    const all = { "content-type": "application/json", "x-request-id": requestId, ...headers };
    return new Response(JSON.stringify(body), { status, headers: all });
}
