import type { OperationEntry } from "../../../api/operation.js";
import { ServiceError, TooManyRequests } from "./errors.js";
import { isStructure } from "./json.js";

/** A response without the headers that all responses have. */
export interface Reply {
    readonly status: number;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
}

/** Returns the response to a successful call. The status is the API's success status for a response with or without a body. */
export function successReply(entry: OperationEntry, body: unknown): Reply {
    const empty = body === undefined;
    const statuses = Object.keys(entry.answers).map(Number);
    const status = statuses.find((candidate) => (entry.answers[candidate] === null) === empty);
    return { status: status ?? statuses[0] ?? 200, body };
}

/**
 * Returns the response to a failed call. The body contains a machine-readable `code`, a human-readable `message`, and a `request_id` that
 * identifies the call.
 */
export function errorReply(error: unknown, requestId: string): Reply {
    if (error instanceof ServiceError) {
        if (error.status === 500) console.error(error.message);
        const body = { code: error.code, message: error.message, request_id: requestId };
        const wait = error instanceof TooManyRequests ? error.retryAfterSeconds : undefined;
        return { status: error.status, body, ...(wait !== undefined && { headers: { "retry-after": `${wait}` } }) };
    }
    console.error(error);
    const message = "The local service had an internal error. See its log.";
    return { status: 500, body: { code: "internal_error", message, request_id: requestId } };
}

export function toResponse({ status, body, headers }: Reply, requestId: string): Response {
    if (body === undefined) return new Response(null, { status, headers: { "x-request-id": requestId, ...headers } });
    const all = { "content-type": "application/json", "x-request-id": requestId, ...headers };
    return new Response(bytesOf(body), { status, headers: all });
}

/**
 * Serializes a body as JSON. Stored records are frozen, so the JSON text of each record is cached, and lists are assembled from the cached
 * texts.
 */
export function bytesOf(body: unknown): Buffer<ArrayBuffer> {
    if (!isStructure(body) || Array.isArray(body)) return Buffer.from(JSON.stringify(body));
    if (Object.isFrozen(body)) return withComma(body).subarray(1);
    const fields = Object.entries(body).filter(([, value]) => value !== undefined);
    const parts = fields.flatMap(([name, value], i) => {
        const start = `${i === 0 ? "" : ","}${JSON.stringify(name)}:`;
        if (!Array.isArray(value) || !value.every((item) => isStructure(item) && Object.isFrozen(item))) {
            return [Buffer.from(start + JSON.stringify(value))];
        }
        const items = value.map((item, j) => (j === 0 ? withComma(item).subarray(1) : withComma(item)));
        return [Buffer.from(`${start}[`), ...items, Buffer.from("]")];
    });
    return Buffer.concat([Buffer.from("{"), ...parts, Buffer.from("}")]);
}

const knownBodies = new WeakMap<object, Buffer<ArrayBuffer>>();

/** Returns the JSON text of a record after a comma. The text is cached. */
function withComma(record: object): Buffer<ArrayBuffer> {
    const bytes = knownBodies.get(record) ?? Buffer.from(`,${JSON.stringify(record)}`);
    knownBodies.set(record, bytes);
    return bytes;
}
