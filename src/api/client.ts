import { setTimeout as sleep } from "node:timers/promises";
import type { AxiosResponse } from "axios";
import pRetry from "p-retry";
import {
    AbortedError,
    CallError,
    type Failure,
    InvalidCallError,
    MalformedAnswerError,
    RateLimitedError,
    TimedOutError,
    WaitLimitError,
} from "./errors.js";
import { type OperationName, type OperationTypes, operations } from "./generated/operations.gen.js";
import type { OperationEntry } from "./operation.js";
import { type ClientOptions, checkOptions } from "./options.js";
import { type Parts, pathOf, problemOf } from "./parameters.js";
import { addressAdvice } from "./transport/advice.js";
import { faultOf, jsonOf } from "./transport/answer.js";
import { Budget } from "./transport/budget.js";
import { Connection } from "./transport/connection.js";
import { isPassing, isRead, mayRepeat, sortOf } from "./transport/outcome.js";
import { Waits } from "./transport/waits.js";
import type { Write } from "./write.js";

type Given<Data> = Omit<{ [Key in keyof Data as Data[Key] extends undefined ? never : Key]: Data[Key] }, "url">;

/** Parameters of an operation: `path`, `query` and `body`, as far as it has them. */
export type Params<Name extends OperationName> = Given<OperationTypes[Name]["data"]>;

/** Answer of an operation; `undefined` if it has no body. */
export type Answer<Name extends OperationName> = OperationTypes[Name]["answers"][keyof OperationTypes[Name]["answers"]];

/** What may be given with each call. */
export interface CallOptions {
    /** Ends the call, including waits and retries, with an AbortedError. */
    readonly signal?: AbortSignal;
    /** Milliseconds until an attempt is given up. Default: the client's own. For all attempts together give `AbortSignal.timeout`. */
    readonly timeoutMs?: number;
    /** How often this call may be repeated. Default: as often as the client's others. */
    readonly retries?: number;
}

/** An answer of any status and shape. */
export interface RawAnswer {
    readonly status: number;
    readonly text: string;
}

/** A run that is silent for longer seems to hang. */
const SILENT_MS = 5_000;

/** Smaller clock differences are ignored. */
const SAME_TIME_MS = 2_000;

/** The API over HTTP: every operation typed by the operation table, within one budget, repeated where that is safe. */
export class Client {
    readonly url: string;
    private readonly connection: Connection;
    private readonly budget: Budget;
    private readonly retries: number;
    private readonly retryDelayMs: number;
    private readonly waits: Waits;
    private readonly onWait: (line: string) => void;
    private readonly listeners: ((write: Write) => void)[] = [];
    /** How far the service's clock is ahead of this machine's, in milliseconds. */
    private aheadMs = 0;

    /** `clock` is that of this machine. @throws InvalidOptionsError, which never shows the token. */
    constructor(
        options: ClientOptions,
        private readonly clock: () => number = Date.now,
    ) {
        checkOptions(options);
        this.url = options.url.replace(/\/+$/, "");
        this.connection = new Connection(this.url, options);
        this.budget = new Budget(options);
        this.retries = options.retries ?? 4;
        this.retryDelayMs = options.retryDelayMs ?? 500;
        this.waits = new Waits(options.maxWaitMs ?? 300_000);
        this.onWait = options.onWait ?? (() => undefined);
    }

    /**
     * Calls one operation and returns its answer as the service sent it, unknown fields and
     * enumeration members included. Retries transient failures: a read always, a write only if it
     * was refused (429) or never arrived.
     * @throws CallError, of the subclass that names the meaning.
     */
    async call<Name extends OperationName>(
        name: Name,
        ...[params, options]: object extends Params<Name> ? [Params<Name>?, CallOptions?] : [Params<Name>, CallOptions?]
    ): Promise<Answer<Name>> {
        // `send` holds the answer against the schema that the type was made from.
        return (await this.send(name, (params ?? {}) as Parts, options)) as Answer<Name>;
    }

    /** `call` for an operation that is only known at run time. */
    async send(name: OperationName, parts: Parts, options: CallOptions = {}): Promise<unknown> {
        return this.repeated(name, parts, options, (tried, entry) => this.attempt(tried, entry, parts, options));
    }

    /**
     * Sends a read and returns the answer without checking it. Like `call`, it repeats after 429, 408 and 5xx, and then returns the last answer.
     * @throws CallError if there is no answer, or if the wait would exceed `maxWaitMs`.
     */
    async look(name: OperationName, parts: Parts, options: CallOptions = {}): Promise<RawAnswer> {
        let last: RawAnswer | undefined;
        try {
            return await this.repeated(name, parts, options, async (tried, entry) => {
                const response = await this.exchange(tried, entry, parts, options);
                last = { status: response.status, text: response.data };
                if (entry.answers[last.status] !== undefined) return last;
                const error = this.connection.refusal(tried, entry, response);
                if (isPassing(error)) throw error;
                return last;
            });
        } catch (error) {
            const isAnswer = error instanceof CallError && error.failure.status === last?.status;
            if (last === undefined || !isAnswer || error instanceof WaitLimitError) throw error;
            return last;
        }
    }

    /** Makes a call within the budget, and repeats it where that is safe. */
    private async repeated<T>(
        name: OperationName,
        parts: Parts,
        options: CallOptions,
        send: (tried: Failure, entry: OperationEntry) => Promise<T>,
    ): Promise<T> {
        const entry = operations[name];
        const path = pathOf(entry, parts);
        const tried: Failure = { operation: name, summary: entry.summary, method: entry.method, path };
        const problem = problemOf(entry, parts);
        if (problem) throw new InvalidCallError(tried, `was not sent: ${problem}`, "Correct the parameters.");
        const { signal } = options;
        const sort = sortOf(entry);
        let sentAt: number | undefined;
        let from = 0;
        const attempt = () => {
            sentAt = Date.now();
            from = this.now();
            return send(tried, entry);
        };
        try {
            const answer = await pRetry(() => this.budget.spend(sort, attempt, signal), {
                retries: options.retries ?? this.retries,
                // `wait` waits, since how long depends on the error.
                minTimeout: 0,
                signal,
                shouldRetry: async ({ error, attemptNumber }) => {
                    if (!(error instanceof CallError) || !mayRepeat(error)) return false;
                    if (error instanceof RateLimitedError) this.budget.giveWay(sort);
                    await this.wait(error, attemptNumber, sentAt ?? Date.now(), signal);
                    return true;
                },
            });
            if (!isRead(entry)) {
                const write = { operation: name, parts, answer, from, at: this.now() };
                for (const listener of this.listeners) listener(write);
            }
            return answer;
        } catch (error) {
            // Whatever was under way when the caller stopped it: the caller asked for this and for no other error.
            if (signal?.aborted) throw new AbortedError(tried, sentAt !== undefined && !isRead(entry), signal.reason);
            throw error;
        }
    }

    /**
     * Waits, as between two attempts, before repeating a write that may or may not have taken
     * effect. `attempt` counts from 1; `since` is when it began, in milliseconds since 1970. False
     * at once if this was tried often enough, or if the error will not pass.
     * @throws WaitLimitError instead of waiting too long.
     */
    async waitToRepeat(error: CallError, attempt: number, since: number): Promise<boolean> {
        if (attempt > this.retries || !isPassing(error)) return false;
        await this.wait(error, attempt, since);
        return true;
    }

    /**
     * Time of the service in milliseconds since 1970, according to its last answer. Before the
     * first answer: that of this machine.
     */
    now(): number {
        return this.clock() + this.aheadMs;
    }

    /** Calls `listener` after each write that succeeds. */
    onWrite(listener: (write: Write) => void): void {
        this.listeners.push(listener);
    }

    private heed(date: unknown): void {
        const ahead = Date.parse(String(date)) - this.clock();
        // The header counts whole seconds, and the answer was under way.
        if (!Number.isNaN(ahead)) this.aheadMs = Math.abs(ahead) < SAME_TIME_MS ? 0 : ahead;
    }

    /** Waits before the attempt that follows the failed one, which began at `sentAt`. @throws WaitLimitError instead of waiting too long. */
    private async wait(error: CallError, attempt: number, sentAt: number, signal?: AbortSignal): Promise<void> {
        const asked = error.failure.retryAfter ?? (error instanceof RateLimitedError ? 1 : 0);
        const growing = this.retryDelayMs * 2 ** (attempt - 1) * (1 + Math.random());
        const now = Date.now();
        const ms = Math.max(asked * 1000, growing);
        const next = `attempt ${attempt + 1} of ${this.retries + 1}`;
        const seconds = Math.ceil(ms / 1000);
        const added = this.waits.add(error instanceof TimedOutError ? sentAt : now, now + ms);
        if (added === undefined) {
            const limit = this.waits.limitMs / 1000;
            throw new WaitLimitError(error, next, { seconds, soFar: this.waits.seconds, limit });
        }
        // What the service asks for concerns the organization, not this call alone.
        if (asked > 0) this.budget.pause(asked * 1000);
        if (added > SILENT_MS) {
            const what =
                asked > 0 ? `The service asks to wait ${seconds} s, ${next}` : `A${next.slice(1)} in ${seconds} s`;
            this.onWait(`${what}: ${error.failure.method} ${error.failure.path} ${error.outcome}.`);
        }
        await sleep(ms, undefined, { signal });
    }

    private async exchange(
        tried: Failure,
        entry: OperationEntry,
        parts: Parts,
        options: CallOptions,
    ): Promise<AxiosResponse<string>> {
        const response = await this.connection.send(tried, entry, parts, options);
        this.heed(response.headers.date);
        return response;
    }

    private async attempt(tried: Failure, entry: OperationEntry, parts: Parts, options: CallOptions): Promise<unknown> {
        const response = await this.exchange(tried, entry, parts, options);
        const schema = entry.answers[response.status];
        if (schema === undefined) throw this.connection.refusal(tried, entry, response);
        const text = response.data;
        const json = jsonOf(text);
        const fault = this.connection.redacted(faultOf(text, json, schema, entry.paging?.items));
        if (fault) {
            throw new MalformedAnswerError(
                this.connection.failure(tried, response),
                `answered ${response.status} ${fault}`,
                json
                    ? "The service and this package disagree on the API: look for a newer version."
                    : addressAdvice(this.url),
                !isRead(entry),
            );
        }
        return schema === null ? undefined : json?.value;
    }
}
