import type { OperationName } from "./area.js";
import { type Reply, toResponse } from "./replies.js";

/** What a caller gets instead of, or after, the regular answer. */
export type FaultAnswer =
    /** An answer of this status; without `body` an error body. */
    | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
    /** The connection is cut without an answer. */
    | "reset"
    /** 200 with an HTML page, as a proxy in between gives. */
    | "html"
    /** The first half of the JSON text. */
    | "truncated"
    /** The regular answer, so much later. */
    | { readonly delayMs: number };

export interface Fault {
    readonly operation: "*" | OperationName | readonly OperationName[];
    /** How many calls it strikes; 1 when left out. */
    readonly times?: number;
    /** How many calls it lets pass first. */
    readonly skip?: number;
    /** `before`: the operation is not carried out; `after`: it is, and its effect stays. A delay carries it out either way. */
    readonly when: "before" | "after";
    readonly answer: FaultAnswer;
}

/** Faults that tests set: the first that fits a call strikes it. */
export class Faults {
    #waiting: { fault: Fault; skip: number; times: number }[] = [];

    add(fault: Fault): void {
        this.#waiting.push({ fault, skip: fault.skip ?? 0, times: fault.times ?? 1 });
    }

    clear(): void {
        this.#waiting = [];
    }

    /** The fault that strikes this call, if any; it is used up by that. */
    take(operation: OperationName): Fault | undefined {
        for (const entry of this.#waiting) {
            if (entry.times <= 0 || !fits(entry.fault, operation)) continue;
            if (entry.skip > 0) {
                entry.skip -= 1;
                continue;
            }
            entry.times -= 1;
            return entry.fault;
        }
        return undefined;
    }
}

/** Whether the operation is not carried out. */
export function prevents(fault: Fault): boolean {
    return fault.when === "before" && !isDelay(fault.answer);
}

/** Milliseconds to wait before the operation is carried out. */
export function delayOf(fault: Fault | undefined): number {
    return fault && isDelay(fault.answer) ? fault.answer.delayMs : 0;
}

/** What is answered in place of `reply`; undefined: nothing, the connection is cut. */
export function faultyResponse({ answer }: Fault, reply: Reply, requestId: string): Response | undefined {
    if (answer === "reset") return undefined;
    if (answer === "html") {
        const headers = { "content-type": "text/html", "x-request-id": requestId };
        return new Response("<!doctype html><title>Sign in</title>", { status: 200, headers });
    }
    if (answer === "truncated") {
        const text = JSON.stringify(reply.body ?? {});
        const headers = { "content-type": "application/json", "x-request-id": requestId };
        return new Response(text.slice(0, Math.ceil(text.length / 2)), { status: 200, headers });
    }
    if (isDelay(answer)) return toResponse(reply, requestId);
    const error = { code: "fault", message: `A fault that was set: ${answer.status}.`, request_id: requestId };
    return toResponse({ status: answer.status, body: answer.body ?? error }, requestId, answer.headers);
}

function isDelay(answer: FaultAnswer): answer is { readonly delayMs: number } {
    return typeof answer === "object" && "delayMs" in answer;
}

function fits({ operation: wanted }: Fault, operation: OperationName): boolean {
    return wanted === "*" || wanted === operation || (Array.isArray(wanted) && wanted.includes(operation));
}
