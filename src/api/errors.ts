import type { OperationName } from "./generated/operations.gen.js";

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
    /** Seconds that the service asks to wait, if it does. */
    readonly retryAfter?: number;
}

/**
 * A failed call of the API. There is one subclass for each meaning; catch those by class, never by status. `message` is one sentence: what
 * was tried, what came back, what to do next.
 */
export class CallError extends Error {
    readonly failure: Failure;
    /** What came back, as `message` says it. */
    readonly outcome: string;
    /** What to do about it. */
    readonly advice: string;
    /** True if a write may have taken effect although it was not confirmed: check before retrying. */
    readonly ambiguous: boolean;

    constructor(failure: Failure, outcome: string, advice: string, ambiguous = false) {
        const request = failure.requestId ? ` (request ${failure.requestId})` : "";
        const what = `${failure.summary.replace(/\.$/, "")}: ${failure.method} ${failure.path} ${outcome}${request}`;
        super(`${what}. ${advice}`);
        this.name = new.target.name;
        this.failure = failure;
        this.outcome = outcome;
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
/** 429: too many calls, even after the waits that the service asked for. */
export class RateLimitedError extends CallError {
    /** Seconds that the service asks to wait, if it does. */
    readonly retryAfter: number | undefined;

    constructor(failure: Failure, outcome: string) {
        const { retryAfter } = failure;
        const wait = retryAfter === undefined ? "" : ` The service asks to wait ${retryAfter} s.`;
        const advice = `Lower access-governance:readsPerSecond and access-governance:writesPerSecond or run fewer pipelines at once.${wait}`;
        super(failure, outcome, advice);
        this.retryAfter = retryAfter;
    }
}
/** 429 of a reminder: the reviewer was reminded too recently. Never repeated. */
export class CooldownError extends CallError {}
/** 5xx or 408: the service failed. */
export class UnavailableError extends CallError {}
/** No answer within the timeout. */
export class TimedOutError extends CallError {}
/** The connection failed, or broke off before the answer was complete. */
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
/** An answer that is not JSON, or not of the shape that the API states. */
export class MalformedAnswerError extends CallError {}
/** A status that the API does not have: the address is wrong, or something between here and the service answered. */
export class UnexpectedStatusError extends MalformedAnswerError {}
/** The next attempt would make all waits of the client longer than `maxWaitMs`; `cause` is what the last attempt ended in. */
export class WaitLimitError extends CallError {
    constructor(cause: CallError, attempt: string, wait: { seconds: number; soFar: number; limit: number }) {
        super(
            cause.failure,
            `${cause.outcome}; ${attempt} would wait ${wait.seconds} s more, after ${wait.soFar} s of waiting`,
            `Try again later, or allow more than ${wait.limit} s for all waits of a run: access-governance:maxWaitSeconds in a stack, maxWaitMs for a client.`,
            cause.ambiguous,
        );
        this.cause = cause;
    }
}
/** The answer is larger than the client accepts; the rest was not read. */
export class TooLargeAnswerError extends CallError {}
/** 501: this service does not have the operation. */
export class NotImplementedByServiceError extends CallError {}

/** The options of the client are invalid. */
export class InvalidOptionsError extends Error {
    constructor(found: string, allowed: string) {
        super(`The client was not made: ${found}. It must be ${allowed}.`);
        this.name = new.target.name;
    }
}
