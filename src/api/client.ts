import http from "node:http";
import https from "node:https";
import axios, { type AxiosInstance, isAxiosError } from "axios";
import pRetry from "p-retry";
import { WRONG_ADDRESS } from "./advice.js";
import { mismatch } from "./answer.js";
import { Budget } from "./budget.js";
import {
    AbortedError,
    CallError,
    type Failure,
    InvalidCallError,
    MalformedAnswerError,
    RateLimitedError,
    TimedOutError,
    UnavailableError,
    UnreachableError,
} from "./errors.js";
import { type OperationTypes, operations } from "./generated/operations.gen.js";
import type { OperationEntry } from "./operation.js";
import { type ClientOptions, checkOptions } from "./options.js";
import { errorOfStatus, isRead, isUnsafe } from "./outcome.js";
import { type Parts, pathOf, problemOf, queryOf } from "./parameters.js";

export type OperationName = keyof OperationTypes;

type Given<Data> = Omit<{ [Key in keyof Data as Data[Key] extends undefined ? never : Key]: Data[Key] }, "url">;

/** Parameters of an operation: `path`, `query` and `body`, as far as it has them. */
export type Params<Name extends OperationName> = Given<OperationTypes[Name]["data"]>;

/** What an operation answers: `undefined` where there is no body. */
export type Answer<Name extends OperationName> = OperationTypes[Name]["answers"][keyof OperationTypes[Name]["answers"]];

/** What may be given with each call. */
export interface CallOptions {
    /** Ends the call, with all its waiting and repeating, in an AbortedError. */
    readonly signal?: AbortSignal;
    /** Milliseconds until an attempt is given up; the client's own when left out. For all attempts together give `AbortSignal.timeout`. */
    readonly timeoutMs?: number;
}

/** A longer `Retry-After` is told and not obeyed: a pipeline that stands still for an hour looks broken. */
const LONGEST_WAIT_SECONDS = 300;

/** The interface over HTTP: every operation typed by the operation table, within one budget, repeated where that is safe. */
export class Client {
    readonly url: string;
    // Private for the runtime too: whoever prints a client must not print the token, which the HTTP instance holds as well.
    readonly #http: AxiosInstance;
    readonly #token: string;
    private readonly budget: Budget;
    private readonly retries: number;
    private readonly retryDelayMs: number;
    private readonly timeoutMs: number;

    /** @throws InvalidOptionsError, which never shows the token. */
    constructor(options: ClientOptions) {
        checkOptions(options);
        this.url = options.url.replace(/\/+$/, "");
        this.#token = options.token;
        this.budget = new Budget(options);
        this.retries = options.retries ?? 4;
        this.retryDelayMs = options.retryDelayMs ?? 500;
        this.timeoutMs = options.timeoutMs ?? 30_000;
        this.#http = axios.create({
            baseURL: this.url,
            headers: { Authorization: `Bearer ${options.token}`, Accept: "application/json" },
            // Answers are judged here, with the operation at hand; a redirect would carry the token elsewhere.
            validateStatus: () => true,
            maxRedirects: 0,
            responseType: "text",
            transformResponse: (text: unknown) => text,
            httpAgent: new http.Agent({ keepAlive: true }),
            httpsAgent: new https.Agent({ keepAlive: true }),
        });
    }

    /**
     * Calls one operation and returns its answer as the service sent it, unknown fields and enumeration members included.
     * Connection errors, 5xx and 429 are repeated where that cannot do a thing twice; a POST is repeated only after a 429.
     * @throws CallError, of the subclass that names the meaning.
     */
    async call<Name extends OperationName>(
        name: Name,
        ...[params, options]: object extends Params<Name> ? [Params<Name>?, CallOptions?] : [Params<Name>, CallOptions?]
    ): Promise<Answer<Name>> {
        // `send` holds the answer against the schema that the type was made from.
        return (await this.send(name, (params ?? {}) as Parts, options)) as Answer<Name>;
    }

    /** `call` for an operation that is only known when the program runs. */
    async send(name: OperationName, parts: Parts, options: CallOptions = {}): Promise<unknown> {
        const entry = operations[name];
        const path = pathOf(entry, parts);
        const tried: Failure = { operation: name, summary: entry.summary, method: entry.method, path };
        const problem = problemOf(entry, parts);
        if (problem) throw new InvalidCallError(tried, `was not sent: ${problem}`, "Correct the parameters.");
        const { signal } = options;
        let sent = false;
        const attempt = () => {
            sent = true;
            return this.attempt(tried, entry, parts, options);
        };
        try {
            return await pRetry(() => this.budget.spend(isRead(entry) ? "read" : "write", attempt, signal), {
                retries: this.retries,
                minTimeout: this.retryDelayMs,
                factor: 2,
                randomize: true,
                signal,
                shouldRetry: ({ error }) => mayRepeat(error),
            });
        } catch (error) {
            // Whatever was under way when the caller stopped it: the caller asked for this and for no other error.
            if (signal?.aborted) throw new AbortedError(tried, sent && isUnsafe(entry), signal.reason);
            throw error;
        }
    }

    private async attempt(tried: Failure, entry: OperationEntry, parts: Parts, options: CallOptions): Promise<unknown> {
        // Unlike axios' own timeout it also ends an answer that trickles in for ever.
        const timeoutMs = options.timeoutMs ?? this.timeoutMs;
        const timeout = AbortSignal.timeout(timeoutMs);
        const response = await this.#http
            .request<string>({
                method: entry.method,
                url: tried.path + queryOf(entry, parts),
                data: parts.body,
                signal: options.signal ? AbortSignal.any([timeout, options.signal]) : timeout,
            })
            .catch((error: unknown) => {
                throw this.connectionError(tried, isUnsafe(entry), timeoutMs, error);
            });
        const requestId = this.redacted(response.headers["x-request-id"] as string | undefined);
        const failure: Failure = { ...tried, status: response.status, ...(requestId ? { requestId } : {}) };
        const schema = entry.answers[response.status];
        if (schema === undefined) {
            const retryAfter = seconds(response.headers["retry-after"]);
            const said = this.redacted(saidBy(response.data));
            const error = errorOfStatus({ ...failure, ...(said ? { said } : {}) }, entry, retryAfter);
            if (error instanceof RateLimitedError) this.pause(retryAfter ?? 1);
            throw error;
        }
        if (schema === null) return undefined;
        const answer = parsed(response.data);
        const fault =
            answer === undefined ? "with something that is not JSON" : this.redacted(mismatch(schema, answer));
        if (fault) {
            throw new MalformedAnswerError(
                failure,
                `answered ${response.status} ${fault}`,
                answer === undefined
                    ? WRONG_ADDRESS
                    : "The service and this package disagree on the interface: look for a newer version.",
                isUnsafe(entry),
            );
        }
        return answer;
    }

    private pause(seconds: number): void {
        if (seconds <= LONGEST_WAIT_SECONDS) this.budget.pause(seconds * 1000);
    }

    private connectionError(tried: Failure, unsafe: boolean, timeoutMs: number, error: unknown): CallError {
        if (!isAxiosError(error)) throw error;
        const code = error.code ?? "";
        const never = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"].includes(code);
        const ambiguous = !never && unsafe;
        if (code === "ERR_CANCELED" || code === "ETIMEDOUT") {
            return new TimedOutError(
                tried,
                `got no answer within ${timeoutMs / 1000} s`,
                "Try again, or raise the timeout (access-governance:timeoutSeconds in a stack, --timeout in the shell).",
                ambiguous,
            );
        }
        return new UnreachableError(
            tried,
            `could not reach ${this.url} (${code || this.redacted(error.message)})`,
            "Check access-governance:url (or ACCESS_GOVERNANCE_URL) and the network.",
            ambiguous,
        );
    }

    private redacted(text: string | undefined): string | undefined {
        return this.#token ? text?.replaceAll(this.#token, "[token]") : text;
    }
}

/** 429 was refused before it did anything; the rest is repeated only where doing it twice is the same as doing it once. */
function mayRepeat(error: unknown): boolean {
    // A wait that the client does not obey is not cut short either.
    if (error instanceof RateLimitedError) return (error.retryAfter ?? 0) <= LONGEST_WAIT_SECONDS;
    const passing = [UnreachableError, TimedOutError, UnavailableError];
    return error instanceof CallError && passing.some((type) => error instanceof type) && !error.ambiguous;
}

function parsed(text: string): unknown {
    try {
        return JSON.parse(text);
    } catch {
        return undefined;
    }
}

function saidBy(text: string): string | undefined {
    const body = parsed(text);
    if (typeof body === "object" && body !== null && "message" in body) return String(body.message);
    return undefined;
}

function seconds(header: unknown): number | undefined {
    if (typeof header !== "string") return undefined;
    const number = Number(header);
    if (Number.isFinite(number)) return Math.max(0, number);
    const until = Date.parse(header);
    return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - Date.now()) / 1000));
}
