import { WRONG_ADDRESS } from "./advice.js";
import type { OperationName } from "./client.js";
import type { OperationEntry } from "./operation.js";

/** What a failed call tried and what came back. The token is never part of it. */
export interface Failure {
    readonly operation: OperationName;
    readonly summary: string;
    readonly method: string;
    /** Path below the base URL, with its parameters filled in. */
    readonly path: string;
    readonly status?: number;
    readonly requestId?: string;
    /** What the service itself said. */
    readonly said?: string;
}

/**
 * A call of the interface that did not succeed. The subclasses are one for each meaning; catch those by class, never by status.
 * `message` is one sentence: what was tried, what came back, what to do next.
 */
export class CallError extends Error {
    readonly failure: Failure;
    /** What to do about it. */
    readonly advice: string;
    /** True where the service may have made something although no success came back: look before calling again. */
    readonly ambiguous: boolean;

    constructor(failure: Failure, outcome: string, advice: string, ambiguous = false) {
        const request = failure.requestId ? ` (request ${failure.requestId})` : "";
        const what = `${failure.summary.replace(/\.$/, "")}: ${failure.method} ${failure.path} ${outcome}${request}`;
        super(`${what}. ${advice}`);
        this.name = new.target.name;
        this.failure = failure;
        this.advice = advice;
        this.ambiguous = ambiguous;
    }
}

/** The parameters do not fit the operation; nothing was sent. */
export class InvalidCallError extends CallError {}
/** 400: the service refused the input. */
export class BadRequestError extends CallError {}
/** 401: no token, or one that the service does not know. */
export class UnauthorizedError extends CallError {}
/** 403: the token is known but may not do this. */
export class ForbiddenError extends CallError {}
/** 404: no such object, or none that the token may see. */
export class NotFoundError extends CallError {}
/** 409: the present state of the object does not allow it. */
export class ConflictError extends CallError {}
/** 429: too many calls, still so after the waits that the service asked for. */
export class RateLimitedError extends CallError {
    /** Seconds that the service asks to wait, where it says so. */
    readonly retryAfter: number | undefined;

    constructor(failure: Failure, outcome: string, retryAfter: number | undefined) {
        const wait = retryAfter === undefined ? "" : ` The service asks to wait ${retryAfter} s.`;
        const advice = `Lower access-governance:readsPerSecond and access-governance:writesPerSecond or run fewer pipelines at once.${wait}`;
        super(failure, outcome, advice);
        this.retryAfter = retryAfter;
    }
}
/** 429 of a reminder: the reviewer was reminded too recently. Never repeated. */
export class CooldownError extends CallError {}
/** 5xx: the service failed. */
export class UnavailableError extends CallError {}
/** No answer within the timeout. */
export class TimedOutError extends CallError {}
/** The connection failed. */
export class UnreachableError extends CallError {}
/** The caller's signal ended the call; `cause` is the signal's reason. */
export class AbortedError extends CallError {
    constructor(failure: Failure, ambiguous: boolean, reason: unknown) {
        const advice = ambiguous
            ? "Look whether it took effect before calling again."
            : "Call again if it is still wanted.";
        super(failure, "was stopped by its caller", advice, ambiguous);
        this.cause = reason;
    }
}
/** An answer that is not JSON, or not of the shape that the interface states. */
export class MalformedAnswerError extends CallError {}
/** 501: this service does not have the operation. */
export class NotImplementedByServiceError extends CallError {}

/** The client cannot be made of these options. */
export class InvalidOptionsError extends Error {
    constructor(found: string, allowed: string) {
        super(`The client was not made: ${found}. It must be ${allowed}.`);
        this.name = new.target.name;
    }
}

/** The error for a status that is no success. `retryAfter` is in seconds. */
export function errorOfStatus(failure: Failure, entry: OperationEntry, retryAfter?: number): CallError {
    const status = failure.status ?? 0;
    const outcome = `answered ${status}${failure.said ? `: ${failure.said.replace(/\.$/, "")}` : ""}`;
    switch (true) {
        case status === 400 || status === 422:
            return new BadRequestError(failure, outcome, "Correct the input that the service names.");
        case status === 401:
            return new UnauthorizedError(
                failure,
                outcome,
                "Set access-governance:token (or ACCESS_GOVERNANCE_TOKEN) to a valid API token of this organization; refresh and destroy use the token of the last up.",
            );
        case status === 403:
            return new ForbiddenError(failure, outcome, "Use a token whose user may do this.");
        case status === 404:
            return new NotFoundError(failure, outcome, "Check the id, and that the token may see the object.");
        case status === 409:
            return new ConflictError(failure, outcome, "Bring the object into a state that allows it, then try again.");
        // The interface states 429 only where it means the cooldown; everywhere else it is the rate limit of the organization.
        case status === 429 && entry.errors?.includes(429):
            return new CooldownError(failure, outcome, "Remind again once the cooldown has passed.");
        case status === 429:
            return new RateLimitedError(failure, outcome, retryAfter);
        case status === 501:
            return new NotImplementedByServiceError(failure, outcome, "Use a service that has this operation.");
        case status >= 500:
            return new UnavailableError(
                failure,
                outcome,
                "Try again; if it goes on, report the request id to whoever runs the service.",
                isUnsafe(entry),
            );
        default:
            return new MalformedAnswerError(failure, outcome, WRONG_ADDRESS, isUnsafe(entry));
    }
}

/** A call that must not simply be repeated when nobody knows whether it took effect: it makes something new. */
export function isUnsafe(entry: OperationEntry): boolean {
    return entry.method === "POST" && !isRead(entry);
}

/** Lists are asked for by GET, but for one that is asked for by POST. */
export function isRead(entry: OperationEntry): boolean {
    return entry.method === "GET" || entry.paging !== undefined;
}
