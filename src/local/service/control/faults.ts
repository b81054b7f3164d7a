import { type OperationName, operations } from "../../../api/generated/operations.gen.js";
import type { OperationEntry } from "../../../api/operation.js";
import { isStructure } from "../http/json.js";
import { bytesOf, type Reply, toResponse } from "../http/replies.js";
import type { Store } from "../storage/store.js";
import type { Clock } from "./clock.js";
import { randomNumbers } from "./random.js";
import { Replica } from "./replica.js";

/**
 * A duration in milliseconds: a constant, uniformly distributed between two bounds, or log-normally distributed (usually short, sometimes
 * long).
 */
export type Duration =
    | number
    | { readonly uniform: readonly [number, number] }
    /**
     * Half of the values are below `median`. With a `sigma` of 0.5, values vary a little; with 1.5, a lot. Values above `max` are reduced
     * to `max`.
     */
    | { readonly lognormal: { readonly median: number; readonly sigma: number; readonly max?: number } };

/** The effect of a fault on the response to a call. */
export type FaultAnswer =
    /** A response with this status. Default of `body`: an error. */
    | {
          readonly status: number;
          readonly body?: unknown;
          readonly headers?: Readonly<Record<string, string>>;
          /** The Retry-After header. Default: omitted. */
          readonly retryAfterSeconds?: number;
      }
    /** The connection is closed without a response. */
    | "reset"
    /** A response with status 200 and an HTML page, as from a proxy. */
    | "html"
    /** A response with only the first half of the JSON text. */
    | "truncated"
    /** A response with an extra comma in the JSON text. */
    | "malformed"
    /** The regular response after a delay. */
    | { readonly delayMs: Duration }
    /** The regular response with its body sent at this speed. */
    | { readonly bytesPerSecond: number }
    /** A read response that does not contain the writes of the last `staleMs` milliseconds, by the clock of the service. */
    | { readonly staleMs: number }
    /** The regular response of a newer service: see `NewerFields`. */
    | NewerFields;

/**
 * Fields that the API description does not contain. They are added to a response, or to each item if it is a list.
 */
export interface NewerFields {
    /** Values by path, such as `later_flag` or `request_configurations[0].later_flag`. An object without that path is left as it is. */
    readonly newerFields: Readonly<Record<string, unknown>>;
    /** Text that an object must contain, such as an id. Default: every object. */
    readonly of?: string;
}

/** The name of an operation, a pattern such as `groups.*` for all operations of an area, or `*` for all operations. */
export type OperationPattern = "*" | OperationName | `${string}.*`;

export interface Fault {
    readonly operation: OperationPattern | readonly OperationPattern[];
    /** Maximum number of calls to affect. Default: 1. */
    readonly times?: number;
    /** Number of matching calls to skip before the fault applies. Default: 0. */
    readonly skip?: number;
    /** Probability that a matching call is affected, from 0 to 1. The seed determines which calls are affected. Default: 1. */
    readonly rate?: number;
    /**
     * With `before` (the default), the operation is not executed. With `after`, the operation is executed and its changes are kept. Faults
     * with `delayMs`, `bytesPerSecond`, `staleMs` or `newerFields` always execute the operation.
     */
    readonly when?: "before" | "after";
    readonly answer: FaultAnswer;
}

/** Faults and the seed for their random numbers. */
export interface FaultSet {
    readonly faults: readonly Fault[];
    readonly seed: number;
}

/** The faults that apply to one call. */
export interface Strike {
    /** Delay in milliseconds before the operation is executed. */
    readonly delayMs: number;
    readonly bytesPerSecond: number | undefined;
    /** An older state of the organization for the operation to read. Undefined: the current state. */
    readonly stale: Store | undefined;
    /** The fields to add to the response. */
    readonly newer: Pick<Effect, "newerFields" | "of"> | undefined;
    /** The fault that replaces the response. */
    readonly fault: Fault | undefined;
}

const EFFECTS = ["delayMs", "bytesPerSecond", "staleMs", "newerFields"] as const;

/** Effects that do not replace the response. */
interface Effect {
    readonly delayMs?: Duration;
    readonly bytesPerSecond?: number;
    readonly staleMs?: number;
    readonly newerFields?: NewerFields["newerFields"];
    readonly of?: string;
}

/** Category of a fault. If several faults of a category match a call, only the first applies. */
type FaultCategory = (typeof EFFECTS)[number] | "answer";

interface Waiting {
    readonly fault: Fault;
    readonly effect: Effect;
    readonly sort: FaultCategory;
    readonly random: () => number;
    readonly replica: Replica | undefined;
    skip: number;
    times: number;
}

/** The active faults. Only one fault of each category applies to a call. */
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
        // Each fault has its own random numbers, so adding another fault does not change which calls it affects.
        const random = randomNumbers(Math.imul(this.#seed, 0x9e3779b1) + this.#waiting.length);
        this.#waiting.push({ fault, effect, sort: sortOf(effect), random, replica, skip, times });
    }

    /** Replaces all active faults. */
    replace({ faults, seed }: FaultSet): void {
        this.clear();
        this.#seed = seed;
        for (const fault of faults) this.add(fault);
    }

    clear(): void {
        for (const { replica } of this.#waiting) replica?.close();
        this.#waiting = [];
    }

    /** Returns the faults that apply to a call, and decrements their remaining numbers of calls. */
    take(operation: OperationName): Strike {
        if (this.#waiting.length === 0) return NO_FAULTS;
        const delay = this.next("delayMs", operation);
        const slow = this.next("bytesPerSecond", operation);
        const stale = this.next("staleMs", operation);
        return {
            delayMs: delay ? millisecondsOf(delay.effect.delayMs ?? 0, delay.random) : 0,
            bytesPerSecond: slow?.effect.bytesPerSecond,
            stale: stale?.replica?.at(this.clock.now()),
            newer: this.next("newerFields", operation)?.effect,
            fault: this.next("answer", operation)?.fault,
        };
    }

    private next(sort: FaultCategory, operation: OperationName): Waiting | undefined {
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

/** Whether the faults prevent the operation from being executed. */
export function prevents({ fault }: Strike): boolean {
    return fault !== undefined && fault.when !== "after";
}

/** Returns the response to a call with its faults applied, or undefined if the connection must be closed. */
export function responseWithFaults(
    strike: Strike,
    operation: OperationName | null,
    reply: Reply,
    requestId: string,
): Response | undefined {
    const whole = strike.newer ? withNewerFields(operation, reply, strike.newer) : reply;
    const response = strike.fault ? faultyResponse(strike.fault, whole, requestId) : toResponse(whole, requestId);
    return response && strike.bytesPerSecond ? slowly(response, strike.bytesPerSecond) : response;
}

/** Used if no faults are active. */
export const NO_FAULTS: Strike = {
    delayMs: 0,
    bytesPerSecond: undefined,
    stale: undefined,
    newer: undefined,
    fault: undefined,
};

function withNewerFields(operation: OperationName | null, reply: Reply, { newerFields = {}, of = "" }: Effect): Reply {
    const { status, body } = reply;
    if (operation === null || status >= 300 || !isStructure(body)) return reply;
    const { paging }: OperationEntry = operations[operation];
    const added = (object: unknown): unknown =>
        isStructure(object) && JSON.stringify(object).includes(of) ? withValues(object, newerFields) : object;
    if (Array.isArray(body)) return { ...reply, body: body.map(added) };
    const items = paging?.items;
    const list = items === undefined ? undefined : body[items];
    if (items === undefined || !Array.isArray(list)) return { ...reply, body: added(body) };
    return { ...reply, body: { ...body, [items]: list.map(added) } };
}

function withValues(object: object, values: NewerFields["newerFields"]): object {
    const copy: object = structuredClone(object);
    for (const [path, value] of Object.entries(values)) {
        const steps = path.match(/[^.[\]]+/g) ?? [];
        const target = steps.slice(0, -1).reduce<unknown>((at, step) => Reflect.get(Object(at), step), copy);
        if (isStructure(target)) Reflect.set(target, steps.at(-1) ?? "", value);
    }
    return copy;
}

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
    const error = { code: "fault", message: `Injected fault: status ${status}.`, request_id: requestId };
    const retry = retryAfterSeconds !== undefined && { "retry-after": `${retryAfterSeconds}` };
    return toResponse({ status, body: body ?? error, headers: { ...retry, ...headers } }, requestId);
}

function effectOf(answer: FaultAnswer): Effect {
    return typeof answer === "object" && !("status" in answer) ? answer : {};
}

function sortOf(effect: Effect): FaultCategory {
    return EFFECTS.find((sort) => sort in effect) ?? "answer";
}

function millisecondsOf(duration: Duration, random: () => number): number {
    if (typeof duration === "number") return duration;
    if ("uniform" in duration) {
        const [least, most] = duration.uniform;
        return least + (most - least) * random();
    }
    const { median, sigma, max = Number.POSITIVE_INFINITY } = duration.lognormal;
    // The Box-Muller transform computes a normally distributed number from two uniformly distributed ones. `1 - random()` avoids the
    // logarithm of 0.
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

/** Returns the response with a body that is sent in small pieces at this speed. */
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
        // Called when the caller disconnects or the service is closed.
        cancel: () => clearInterval(timer),
    });
}
