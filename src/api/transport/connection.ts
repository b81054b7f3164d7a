import { createHash } from "node:crypto";
import http from "node:http";
import https from "node:https";
import type { AxiosInstance, AxiosResponse } from "axios";
import { type CallError, type FailedRequest, TimedOutError, TooLargeAnswerError, UnreachableError } from "../errors.js";
import { once } from "../once.js";
import type { OperationEntry } from "../operation.js";
import { type ClientOptions, isLoopback } from "../options.js";
import { type Parts, queryOf } from "../parameters.js";
import { foreignJson } from "./json.js";
import { masked } from "./masking.js";
import { errorOfStatus, isRead } from "./outcome.js";

/** Loaded when the first client is created: loading is slow, and many programs do not create a client. */
const axios = once(() => require("axios") as typeof import("axios"));

/**
 * Milliseconds after which an idle connection is not reused. If a write were sent while the service closes the connection, it would be
 * unknown whether the write took effect. Node's agent considers the service's own limit only if this one is set, and then stops reusing the
 * connection one second before that limit.
 */
const IDLE_MS = 4_000;

const MEBIBYTE = 2 ** 20;

/** One attempt of a call. */
export interface ServiceCall {
    readonly tried: FailedRequest;
    readonly entry: OperationEntry;
    readonly parts: Parts;
    readonly signal: AbortSignal | undefined;
    /** Default: the timeout of the connection. */
    readonly timeoutMs: number | undefined;
}

/** Returns a digest of a token, from which nobody can derive the token, because a token cannot be guessed. */
export function tokenDigest(token: string): string {
    return createHash("sha256").update(token).digest("hex");
}

/** Sends requests to one service. Reports failures as CallErrors. */
export class Connection {
    // Private at run time too: the HTTP instance contains the token, which must not be printed when a client is printed.
    readonly #http: AxiosInstance;
    readonly #token: string;
    private readonly timeoutMs: number;
    private readonly maxAnswerBytes: number;

    constructor(
        private readonly url: string,
        { token, timeoutMs = 30_000, maxAnswerBytes = 64 * MEBIBYTE }: ClientOptions,
    ) {
        this.#token = token;
        this.timeoutMs = timeoutMs;
        this.maxAnswerBytes = maxAnswerBytes;
        this.#http = axios().create({
            baseURL: this.url,
            headers: { Authorization: `Bearer ${token}`, Accept: "application/json" },
            // The client checks statuses, because the expected ones depend on the operation. Redirects are not followed, because they could
            // send the token to another host.
            validateStatus: () => true,
            maxRedirects: 0,
            // A proxy on another machine could read the token, because addresses of this machine may use plain HTTP.
            ...(isLoopback(this.url) ? { proxy: false } : {}),
            responseType: "text",
            transformResponse: (text: unknown) => text,
            // Applies to the decompressed response. Reading stops when it is exceeded.
            maxContentLength: this.maxAnswerBytes,
            httpAgent: new http.Agent({ keepAlive: true, timeout: IDLE_MS }),
            httpsAgent: new https.Agent({ keepAlive: true, timeout: IDLE_MS }),
        });
    }

    get tokenDigest(): string {
        return tokenDigest(this.#token);
    }

    /** Sends one request and returns its response. */
    async send({
        tried,
        entry,
        parts,
        signal,
        timeoutMs = this.timeoutMs,
    }: ServiceCall): Promise<AxiosResponse<string>> {
        // Unlike the timeout of axios, this also aborts a response that arrives very slowly.
        const timeout = AbortSignal.timeout(timeoutMs);
        return this.#http
            .request<string>({
                method: entry.method,
                url: tried.path + queryOf(entry, parts),
                data: parts.body,
                signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
            })
            .catch((error: unknown) => {
                throw this.connectionError(tried, !isRead(entry), timeoutMs, error);
            });
    }

    failure(tried: FailedRequest, response: AxiosResponse<string>): FailedRequest {
        const requestId = this.redacted(response.headers["x-request-id"] as string | undefined);
        return { ...tried, status: response.status, ...(requestId ? { requestId } : {}) };
    }

    /** The error for a response whose status is not a documented success. */
    refusal({ tried, entry }: ServiceCall, response: AxiosResponse<string>): CallError {
        const retryAfter = seconds(response.headers["retry-after"]);
        const said = this.redacted(saidBy(response.data));
        const more = { ...(said && { said }), ...(retryAfter !== undefined && { retryAfter }) };
        return errorOfStatus({ ...this.failure(tried, response), ...more }, entry, response.data, this.url);
    }

    private connectionError(tried: FailedRequest, write: boolean, timeoutMs: number, error: unknown): CallError {
        if (!axios().isAxiosError(error)) throw error;
        const code = error.code ?? "";
        const never = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"].includes(code);
        const ambiguous = !never && write;
        if (code === "ERR_CANCELED" || code === "ETIMEDOUT") {
            return new TimedOutError(
                tried,
                `got no response within ${timeoutMs / 1000} s`,
                "Try again, or raise the timeout (access-governance:timeoutSeconds in a stack, --timeout on the command line).",
                ambiguous,
            );
        }
        // axios has no error code for this case.
        if (error.message.startsWith("maxContentLength size of ")) {
            return new TooLargeAnswerError(
                tried,
                `returned more than ${Math.ceil(this.maxAnswerBytes / MEBIBYTE)} MiB`,
                "If the organization is that large, raise the limit (access-governance:maxAnswerMegabytes in a stack, maxAnswerBytes for a client). Otherwise, check access-governance:url: something other than the service may have responded.",
                ambiguous,
            );
        }
        const why = code || this.redacted(error.message);
        return new UnreachableError(
            tried,
            error.response
                ? `returned ${error.response.status}, but the connection was lost during the response (${why})`
                : `could not reach ${this.url} (${why})`,
            "Check access-governance:url (or ACCESS_GOVERNANCE_URL) and the network.",
            ambiguous,
        );
    }

    redacted(text: string | undefined): string | undefined {
        return text === undefined ? undefined : masked(text, [this.#token], "[token]");
    }
}

function saidBy(text: string): string | undefined {
    const body = foreignJson(text)?.value;
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
