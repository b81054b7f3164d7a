import http from "node:http";
import https from "node:https";
import axios, { type AxiosInstance, isAxiosError } from "axios";
import pRetry from "p-retry";
import { mismatch } from "./answer.js";
import { Budget, type BudgetOptions } from "./budget.js";
import {
    CallError,
    errorOfStatus,
    type Failure,
    InvalidCallError,
    isUnsafe,
    MalformedAnswerError,
    RateLimitedError,
    TimedOutError,
    UnreachableError,
} from "./errors.js";
import { type OperationTypes, operations } from "./generated/operations.gen.js";
import type { OperationEntry } from "./operation.js";

export type OperationName = keyof OperationTypes;

type Given<Data> = Omit<{ [Key in keyof Data as Data[Key] extends undefined ? never : Key]: Data[Key] }, "url">;

/** Parameters of an operation: `path`, `query` and `body`, as far as it has them. */
export type Params<Name extends OperationName> = Given<OperationTypes[Name]["data"]>;

/** What an operation answers; `void` where there is no body. */
export type Answer<Name extends OperationName> = OperationTypes[Name]["answers"][keyof OperationTypes[Name]["answers"]];

/** Where the service is, who asks, and how much of it may be used. */
export interface ClientOptions extends BudgetOptions {
    /** Base URL of the interface, ending in `/v1`. */
    readonly url: string;
    /** API token. It is sent in the Authorization header and kept nowhere else. */
    readonly token: string;
    /** Milliseconds until a call is given up; 30,000 when left out. */
    readonly timeoutMs?: number;
    /** How often a call that may be repeated is repeated; 4 when left out. */
    readonly retries?: number;
    /** Milliseconds before the first repetition, doubled for each further one; 500 when left out. */
    readonly retryDelayMs?: number;
}

/** A longer `Retry-After` is told and not obeyed: a pipeline that stands still for an hour looks broken. */
const LONGEST_WAIT_SECONDS = 300;

const INVALID_URL = "ERR_INVALID_URL";

/** The parameters of any operation, for callers that take them from the operation table. */
export interface Parts {
    readonly path?: Record<string, unknown>;
    readonly query?: Record<string, unknown>;
    readonly body?: unknown;
}

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

    constructor(options: ClientOptions) {
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
        ...[params]: object extends Params<Name> ? [Params<Name>?] : [Params<Name>]
    ): Promise<Answer<Name>> {
        // `send` holds the answer against the schema that the type was made from.
        return (await this.send(name, (params ?? {}) as Parts)) as Answer<Name>;
    }

    /** `call` for an operation that is only known when the program runs. */
    async send(name: OperationName, parts: Parts): Promise<unknown> {
        const entry = operations[name];
        const attempt = this.attempt(name, entry, parts);
        return pRetry(() => this.budget.spend(entry.method === "GET" ? "read" : "write", attempt), {
            retries: this.retries,
            minTimeout: this.retryDelayMs,
            factor: 2,
            randomize: true,
            shouldRetry: ({ error }) => mayRepeat(error),
        });
    }

    private attempt(name: OperationName, entry: OperationEntry, parts: Parts): () => Promise<unknown> {
        const path = filledIn(entry.path, parts.path ?? {});
        const tried: Failure = { operation: name, summary: entry.summary, method: entry.method, path };
        const problem = invalid(entry, parts);
        if (problem) {
            throw new InvalidCallError(tried, `was not sent: ${problem}`, "Correct the parameters.");
        }
        return async () => {
            const response = await this.#http
                .request<string>({
                    method: entry.method,
                    url: path + encoded(entry, parts.query ?? {}),
                    data: parts.body,
                    // Unlike axios' own timeout it also ends an answer that trickles in for ever.
                    signal: AbortSignal.timeout(this.timeoutMs),
                })
                .catch((error: unknown) => {
                    throw this.connectionError(tried, error);
                });
            const requestId = this.redacted(response.headers["x-request-id"] as string | undefined);
            const failure: Failure = { ...tried, status: response.status, ...(requestId ? { requestId } : {}) };
            const schema = entry.answers[response.status];
            if (schema === undefined) {
                const retryAfter = seconds(response.headers["retry-after"]);
                const said = this.redacted(saidBy(response.data));
                const error = errorOfStatus({ ...failure, ...(said ? { said } : {}) }, retryAfter);
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
                        ? "Check access-governance:url: it must be the address of the interface itself, ending in /v1."
                        : "The service and this package disagree on the interface: look for a newer version.",
                    isUnsafe(entry.method),
                );
            }
            return answer;
        };
    }

    private pause(seconds: number): void {
        if (seconds <= LONGEST_WAIT_SECONDS) this.budget.pause(seconds * 1000);
    }

    private connectionError(tried: Failure, error: unknown): CallError {
        // axios lets Node's own error for a malformed URL through.
        if (!isAxiosError(error) && !isInvalidUrl(error)) throw error;
        const code = error.code ?? "";
        const never = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", INVALID_URL].includes(code);
        const ambiguous = !never && isUnsafe(tried.method);
        if (code === "ERR_CANCELED" || code === "ETIMEDOUT") {
            return new TimedOutError(
                tried,
                `got no answer within ${this.timeoutMs / 1000} s`,
                "Try again, or raise access-governance:timeoutSeconds.",
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
    if (!(error instanceof CallError)) return false;
    switch (error.name) {
        case "RateLimitedError":
            return true;
        case "UnreachableError":
        case "TimedOutError":
        case "UnavailableError":
            return !error.ambiguous;
        default:
            return false;
    }
}

function filledIn(template: string, values: Record<string, unknown>): string {
    return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? "")));
}

function encoded(entry: OperationEntry, query: Record<string, unknown>): string {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
        if (value === undefined) continue;
        if (!Array.isArray(value)) search.append(name, String(value));
        else if (entry.arrays?.[name] === "repeat") for (const item of value) search.append(name, String(item));
        else search.append(name, value.join(","));
    }
    const text = search.toString();
    return text ? `?${text}` : "";
}

function isInvalidUrl(error: unknown): error is Error & { code: string } {
    return error instanceof TypeError && "code" in error && error.code === INVALID_URL;
}

function invalid(entry: OperationEntry, parts: Parts): string | undefined {
    for (const [schema, value, where] of [
        [entry.pathParameters, parts.path ?? {}, "path"],
        [entry.query, parts.query ?? {}, "query"],
        [entry.body, parts.body, "body"],
    ] as const) {
        if (!schema || (value === undefined && !entry.bodyRequired)) continue;
        const issue = schema.safeParse(value).error?.issues[0];
        if (issue) return `${[where, ...issue.path].join(".")}: ${issue.message}`;
    }
    // URLs know no other way to write these, and each would call another operation.
    const lost = Object.entries(parts.path ?? {}).find(([, value]) => ["", ".", ".."].includes(String(value)));
    return lost && `path.${lost[0]}: must not be empty, "." or ".."`;
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
