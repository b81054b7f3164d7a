import { type OperationName, operations } from "../../../api/generated/operations.gen.js";
import type { OperationEntry } from "../../../api/operation.js";
import { bytesOf, type Reply, toResponse } from "../http/replies.js";
import type { Store } from "../storage/store.js";
import type { Clock } from "./clock.js";
import { randomNumbers } from "./random.js";
import { Replica } from "./replica.js";

/** How long something takes, in milliseconds: always the same, anything between two bounds, or mostly short and now and then long. */
export type Duration =
    | number
    | { readonly uniform: readonly [number, number] }
    /** Half the draws are below `median`; `sigma` 0.5 is steady, 1.5 erratic. None exceeds `max`. */
    | { readonly lognormal: { readonly median: number; readonly sigma: number; readonly max?: number } };

/** What a caller gets instead of, or after, the regular answer. */
export type FaultAnswer =
    /** An answer of this status; without `body` an error body. */
    | {
          readonly status: number;
          readonly body?: unknown;
          readonly headers?: Readonly<Record<string, string>>;
          /** The Retry-After header. Default: omitted. */
          readonly retryAfterSeconds?: number;
      }
    /** The connection is cut without an answer. */
    | "reset"
    /** 200 with an HTML page, as from a proxy. */
    | "html"
    /** The first half of the JSON text. */
    | "truncated"
    /** The JSON text with an extra comma. */
    | "malformed"
    /** The regular answer, delayed. */
    | { readonly delayMs: Duration }
    /** The answer with a slow body. */
    | { readonly bytesPerSecond: number }
    /** Reads do not see writes of the last `staleMs` milliseconds, by the clock of the service. */
    | { readonly staleMs: number };

/** An operation, all of an area, such as `groups.*`, or `*`. */
export type OperationPattern = "*" | OperationName | `${string}.*`;

export interface Fault {
    readonly operation: OperationPattern | readonly OperationPattern[];
    /** How many calls it strikes. Default: 1. */
    readonly times?: number;
    /** Number of calls that pass first. */
    readonly skip?: number;
    /** The share of the remaining calls that it strikes, 0 to 1. Default: 1. Which ones follows from the seed. */
    readonly rate?: number;
    /**
     * `before`, the default: the operation is not carried out; `after`: it is, and its effect stays. What only slows an answer or makes
     * it stale carries it out either way.
     */
    readonly when?: "before" | "after";
    readonly answer: FaultAnswer;
}

/** Faults that belong together. */
export interface FaultSet {
    readonly faults: readonly Fault[];
    /** Varies which calls a rate strikes, and the delays of a distribution. */
    readonly seed: number;
}

/** All faults of one call. */
export interface Strike {
    /** Milliseconds to wait before the operation is carried out. */
    readonly delayMs: number;
    readonly bytesPerSecond: number | undefined;
    /** The organization as the operation sees it; undefined: as it is. */
    readonly stale: Store | undefined;
    /** Replacement of the answer. */
    readonly fault: Fault | undefined;
}

/** Faults that keep the regular answer. */
interface Effect {
    readonly delayMs?: Duration;
    readonly bytesPerSecond?: number;
    readonly staleMs?: number;
}

/** Of several matching faults of one sort, the first applies. */
type Sort = keyof Effect | "answer";

interface Waiting {
    readonly fault: Fault;
    readonly effect: Effect;
    readonly sort: Sort;
    readonly random: () => number;
    readonly replica: Replica | undefined;
    skip: number;
    times: number;
}

/** Active faults. A call gets at most one each that delays, slows, makes stale and replaces the answer. */
export class Faults {
    #waiting: Waiting[] = [];
    #seed = 1;

    constructor(
        private readonly store: Store,
        private readonly clock: Clock,
    ) {}

    add(fault: Fault): void {
        const { skip = 0, times = 1, answer } = fault;
        const effect = effectOf(answer);
        const { staleMs } = effect;
        const replica = staleMs === undefined ? undefined : new Replica(this.store, staleMs, () => this.clock.now());
        // Each draws numbers of its own: how many calls the others see does not change which ones it strikes.
        const random = randomNumbers(Math.imul(this.#seed, 0x9e3779b1) + this.#waiting.length);
        this.#waiting.push({ fault, effect, sort: sortOf(effect), random, replica, skip, times });
    }

    /** Replaces all earlier faults. */
    replace({ faults, seed }: FaultSet): void {
        this.clear();
        this.#seed = seed;
        for (const fault of faults) this.add(fault);
    }

    clear(): void {
        for (const { replica } of this.#waiting) replica?.close();
        this.#waiting = [];
    }

    /** Takes the faults that strike this call. */
    take(operation: OperationName): Strike {
        if (this.#waiting.length === 0) return NOTHING;
        const delay = this.next("delayMs", operation);
        const slow = this.next("bytesPerSecond", operation);
        const stale = this.next("staleMs", operation);
        return {
            delayMs: delay ? millisecondsOf(delay.effect.delayMs ?? 0, delay.random) : 0,
            bytesPerSecond: slow?.effect.bytesPerSecond,
            stale: stale?.replica?.at(this.clock.now()),
            fault: this.next("answer", operation)?.fault,
        };
    }

    private next(sort: Sort, operation: OperationName): Waiting | undefined {
        for (const entry of this.#waiting) {
            if (entry.sort !== sort || entry.times <= 0 || !fits(entry, operation)) continue;
            if (entry.skip > 0) {
                entry.skip -= 1;
                continue;
            }
            const { rate = 1 } = entry.fault;
            if (rate < 1 && entry.random() >= rate) continue;
            entry.times -= 1;
            return entry;
        }
        return undefined;
    }
}

/** Whether to skip the operation. */
export function prevents({ fault }: Strike): boolean {
    return fault !== undefined && fault.when !== "after";
}

/** The answer of a call with its faults. Undefined: the connection is cut. */
export function struckResponse(strike: Strike, reply: Reply, requestId: string): Response | undefined {
    const response = strike.fault ? faultyResponse(strike.fault, reply, requestId) : toResponse(reply, requestId);
    return response && strike.bytesPerSecond ? slowly(response, strike.bytesPerSecond) : response;
}

/** The strike of a call that nothing strikes. */
export const NOTHING: Strike = { delayMs: 0, bytesPerSecond: undefined, stale: undefined, fault: undefined };

function faultyResponse({ answer }: Fault, reply: Reply, requestId: string): Response | undefined {
    if (answer === "reset") return undefined;
    const broken = (type: string, text: string): Response =>
        new Response(text, { status: 200, headers: { "content-type": type, "x-request-id": requestId } });
    if (answer === "html") return broken("text/html", "<!doctype html><title>Sign in</title>");
    if (answer === "truncated" || answer === "malformed") {
        const text = bytesOf(reply.body ?? {}).toString();
        const part = answer === "truncated" ? text.slice(0, Math.ceil(text.length / 2)) : `${text.slice(0, -1)},`;
        return broken("application/json", part);
    }
    if (!("status" in answer)) return toResponse(reply, requestId);
    const { status, body, headers, retryAfterSeconds } = answer;
    const error = { code: "fault", message: `A fault that was set: ${status}.`, request_id: requestId };
    const retry = retryAfterSeconds !== undefined && { "retry-after": `${retryAfterSeconds}` };
    return toResponse({ status, body: body ?? error, headers: { ...retry, ...headers } }, requestId);
}

function effectOf(answer: FaultAnswer): Effect {
    return typeof answer === "object" && !("status" in answer) ? answer : {};
}

function sortOf(effect: Effect): Sort {
    return (["delayMs", "bytesPerSecond", "staleMs"] as const).find((sort) => sort in effect) ?? "answer";
}

function millisecondsOf(duration: Duration, random: () => number): number {
    if (typeof duration === "number") return duration;
    if ("uniform" in duration) {
        const [least, most] = duration.uniform;
        return least + (most - least) * random();
    }
    const { median, sigma, max = Number.POSITIVE_INFINITY } = duration.lognormal;
    // Box-Muller: two uniform draws give a normal one. Avoids the logarithm of 0.
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return Math.min(max, median * Math.exp(sigma * normal));
}

function fits({ fault: { operation: wanted }, sort }: Waiting, operation: OperationName): boolean {
    const { area, method }: OperationEntry = operations[operation];
    if (sort === "staleMs" && method !== "GET") return false;
    const patterns: readonly string[] = typeof wanted === "string" ? [wanted] : wanted;
    return patterns.some((pattern) => pattern === "*" || pattern === operation || pattern === `${area}.*`);
}

const TICK_MS = 50;

/** The same answer, its body in small pieces at this speed. */
function slowly(response: Response, bytesPerSecond: number): Response {
    if (!response.body) return response;
    const { status, headers } = response;
    return new Response(inPieces(response, bytesPerSecond), { status, headers });
}

function inPieces(response: Response, bytesPerSecond: number): ReadableStream<Uint8Array> {
    let timer: NodeJS.Timeout | undefined;
    return new ReadableStream({
        async start(controller) {
            const bytes = new Uint8Array(await response.arrayBuffer());
            const start = performance.now();
            let sent = 0;
            timer = setInterval(() => {
                const due = Math.min(bytes.length, Math.floor(((performance.now() - start) * bytesPerSecond) / 1000));
                if (due > sent) controller.enqueue(bytes.subarray(sent, due));
                sent = due;
                if (sent < bytes.length) return;
                clearInterval(timer);
                controller.close();
            }, TICK_MS);
        },
        // The caller gave up, or the service is closing.
        cancel: () => clearInterval(timer),
    });
}
