import { setTimeout as sleep } from "node:timers/promises";
import type { AxiosResponse } from "axios";
import pRetry from "p-retry";
import {
    AbortedError,
    CallError,
    type FailedRequest,
    InvalidCallError,
    MalformedAnswerError,
    RateLimitedError,
    TimedOutError,
    WaitLimitError,
} from "./errors.js";
import { type OperationName, type OperationTypes, operations } from "./generated/operations.gen.js";
import type { OperationEntry } from "./operation.js";
import { type ClientOptions, checkOptions } from "./options.js";
import { type Parts, problemOf, requestPath } from "./parameters.js";
import { addressAdvice } from "./transport/advice.js";
import { faultOf } from "./transport/answer.js";
import { Budget } from "./transport/budget.js";
import { Connection, type ServiceCall } from "./transport/connection.js";
import { foreignJson } from "./transport/json.js";
import { isRead, isTransient, mayRepeat, sortOf } from "./transport/outcome.js";
import { Waits } from "./transport/waits.js";

type CallInput<Data> = Omit<{ [Key in keyof Data as Data[Key] extends undefined ? never : Key]: Data[Key] }, "url">;

/** The parameters of an operation: `path`, `query` and `body`, as far as the operation has them. */
export type Params<Name extends OperationName> = CallInput<OperationTypes[Name]["data"]>;

/** The response body of an operation. `undefined` if the response has no body. */
export type Answer<Name extends OperationName> = OperationTypes[Name]["answers"][keyof OperationTypes[Name]["answers"]];

/** Options of a single call. */
export interface CallOptions {
    /** Aborts the call, including its waits and retries. The call then throws an AbortedError. */
    readonly signal?: AbortSignal;
    /**
     * Timeout of each attempt, in milliseconds. Default: the client's timeout. To limit all attempts together, pass `AbortSignal.timeout`
     * as `signal`.
     */
    readonly timeoutMs?: number;
    /** Maximum number of retries. Default: the client's limit. */
    readonly retries?: number;
}

/** A response with any status, whose body was not validated. */
export interface RawAnswer {
    readonly status: number;
    readonly text: string;
}

/** Waits longer than this are reported, so that the run does not seem to hang. In milliseconds. */
const SILENT_MS = 5_000;

/** Smaller differences between the two clocks are ignored. In milliseconds. */
const SAME_TIME_MS = 2_000;

/** Calls the API over HTTP. Calls are typed by operation, subject to the request budget, and retried if that is safe. */
export class Client {
    readonly url: string;
    private readonly connection: Connection;
    private readonly budget: Budget;
    private readonly retries: number;
    private readonly retryDelayMs: number;
    private readonly waits: Waits;
    private readonly onWait: (line: string) => void;
    /** How far the service's clock is ahead of this machine's clock, in milliseconds. */
    private aheadMs = 0;

    /** @param clock the clock of this machine @throws InvalidOptionsError, which never contains the token */
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

    /** Digest of the token, by which a caller recognizes it without knowing it. See `tokenDigest`. */
    get ownTokenDigest(): string {
        return this.connection.tokenDigest;
    }

    /**
     * Calls an operation and returns the response body unchanged, including unknown fields and enum members. Retries transient failures:
     * reads always, writes only if the service refused them (429) or never received them.
     * @throws CallError
     */
    async call<Name extends OperationName>(
        name: Name,
        ...[params, options]: object extends Params<Name> ? [Params<Name>?, CallOptions?] : [Params<Name>, CallOptions?]
    ): Promise<Answer<Name>> {
        // `send` validates the response with the schema that the type was generated from.
        return (await this.send(name, (params ?? {}) as Parts, options)) as Answer<Name>;
    }

    /** Like `call`, for an operation whose name is known only at run time. */
    async send(name: OperationName, parts: Parts, options: CallOptions = {}): Promise<unknown> {
        return this.repeated(name, parts, options, (call) => this.attempt(call));
    }

    /**
     * Sends a read and returns the response without validating it. Retries after 429, 408 and 5xx like `call`, but returns the last
     * response instead of throwing.
     * @throws CallError if no response arrives, or if the wait would exceed `maxWaitMs`
     */
    async look(name: OperationName, parts: Parts, options: CallOptions = {}): Promise<RawAnswer> {
        let last: RawAnswer | undefined;
        try {
            return await this.repeated(name, parts, options, async (call) => {
                const response = await this.exchange(call);
                last = { status: response.status, text: response.data };
                if (call.entry.answers[last.status] !== undefined) return last;
                const error = this.connection.refusal(call, response);
                if (isTransient(error)) throw error;
                return last;
            });
        } catch (error) {
            const isAnswer = error instanceof CallError && error.failure.status === last?.status;
            if (last === undefined || !isAnswer || error instanceof WaitLimitError) throw error;
            return last;
        }
    }

    /** Sends a call when the request budget allows it, and retries it if that is safe. */
    private async repeated<T>(
        name: OperationName,
        parts: Parts,
        options: CallOptions,
        send: (call: ServiceCall) => Promise<T>,
    ): Promise<T> {
        const entry: OperationEntry = operations[name];
        const { summary, method } = entry;
        const tried: FailedRequest = { operation: name, summary, method, path: requestPath(entry, parts) };
        const problem = problemOf(entry, parts);
        if (problem) throw new InvalidCallError(tried, `was not sent: ${problem}`, "Correct the parameters.");
        const { signal, timeoutMs } = options;
        const sort = sortOf(entry);
        let sentAt: number | undefined;
        const attempt = () => {
            sentAt = Date.now();
            return send({ tried, entry, parts, signal, timeoutMs });
        };
        try {
            return await pRetry(() => this.budget.spend(sort, attempt, signal), {
                retries: options.retries ?? this.retries,
                // pRetry itself does not wait: `wait` does, because the delay depends on the error.
                minTimeout: 0,
                signal,
                shouldRetry: async ({ error, attemptNumber }) => {
                    if (!(error instanceof CallError) || !mayRepeat(error)) return false;
                    if (error instanceof RateLimitedError) this.budget.throttle(sort);
                    await this.wait(error, attemptNumber, sentAt ?? Date.now(), signal);
                    return true;
                },
            });
        } catch (error) {
            // If the caller aborted the call, report that, even if the attempt failed with a different error.
            if (signal?.aborted) throw new AbortedError(tried, sentAt !== undefined && !isRead(entry), signal.reason);
            throw error;
        }
    }

    /**
     * Waits as long as before a retry, so that the caller can repeat a write that may already have taken effect. Returns false without
     * waiting if the maximum number of attempts is reached or the error is not transient.
     * @param attempt number of the failed attempt, from 1
     * @param since start of that attempt, in milliseconds since 1970
     * @throws WaitLimitError if the wait would exceed `maxWaitMs`
     */
    async waitToRepeat(error: CallError, attempt: number, since: number): Promise<boolean> {
        if (attempt > this.retries || !isTransient(error)) return false;
        await this.wait(error, attempt, since);
        return true;
    }

    /** The service's time in milliseconds since 1970, based on its last response. Before the first response, this machine's time. */
    now(): number {
        return this.clock() + this.aheadMs;
    }

    /**
     * Waits before the next attempt.
     * @param sentAt start of the failed attempt
     * @throws WaitLimitError if the wait would exceed `maxWaitMs`
     */
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
        // The rate limit applies to the whole organization, so all calls wait.
        if (asked > 0) this.budget.pause(asked * 1000);
        if (added > SILENT_MS) {
            const what =
                asked > 0
                    ? `The service requested a wait of ${seconds} s before ${next}`
                    : `A${next.slice(1)} in ${seconds} s`;
            this.onWait(`${what}: ${error.failure.method} ${error.failure.path} ${error.outcome}.`);
        }
        await sleep(ms, undefined, { signal });
    }

    private async exchange(call: ServiceCall): Promise<AxiosResponse<string>> {
        const response = await this.connection.send(call);
        const ahead = Date.parse(String(response.headers.date)) - this.clock();
        // Small differences are ignored: the Date header has a resolution of one second, and the response takes time to arrive.
        if (!Number.isNaN(ahead)) this.aheadMs = Math.abs(ahead) < SAME_TIME_MS ? 0 : ahead;
        return response;
    }

    private async attempt(call: ServiceCall): Promise<unknown> {
        const { tried, entry } = call;
        const response = await this.exchange(call);
        const schema = entry.answers[response.status];
        if (schema === undefined) throw this.connection.refusal(call, response);
        const text = response.data;
        const json = foreignJson(text);
        const fault = this.connection.redacted(faultOf(text, json, schema, entry.paging?.items));
        if (fault) {
            throw new MalformedAnswerError(
                this.connection.failure(tried, response),
                `returned ${response.status} ${fault}`,
                json
                    ? "This version of the package does not match the API of the service. Check for a newer version."
                    : addressAdvice(this.url),
                !isRead(entry),
            );
        }
        return schema === null ? undefined : json?.value;
    }
}
