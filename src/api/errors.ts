import type { OperationName } from "./generated/operations.gen.js";

/** The request of a failed call, and its response if there was one. Never contains the token. */
export interface FailedRequest {
    readonly operation: OperationName;
    readonly summary: string;
    readonly method: string;
    /** Path below the base URL, with the path parameters filled in. */
    readonly path: string;
    readonly status?: number;
    readonly requestId?: string;
    /** The error message in the response. */
    readonly said?: string;
    /** Seconds to wait, if the response has a Retry-After header. */
    readonly retryAfter?: number;
}

/**
 * A failed API call. There is one subclass for each kind of failure. Catch errors by class, not by status. `message` describes the call,
 * its outcome, and what to do next.
 */
export class CallError extends Error {
    readonly failure: FailedRequest;
    /** The part of `message` that describes the outcome. */
    readonly outcome: string;
    /** The part of `message` that describes what to do next. */
    readonly advice: string;
    /** Whether a write may have taken effect although no response confirmed it. If so, check the object before you retry. */
    readonly ambiguous: boolean;

    constructor(failure: FailedRequest, outcome: string, advice: string, ambiguous = false) {
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

/** The parameters are invalid. No request was sent. */
export class InvalidCallError extends CallError {}
/** 400: the service refused the input. */
export class BadRequestError extends CallError {}
/** 401: the token is missing or not valid. */
export class UnauthorizedError extends CallError {}
/** 403: the token is not authorized to make this call. */
export class ForbiddenError extends CallError {}
/** 404: the object does not exist, or the token is not authorized to see it. */
export class NotFoundError extends CallError {}
/** 409: the current state of the object does not allow the call. */
export class ConflictError extends CallError {}
/** 429: the rate limit is still exceeded after waiting and retrying. */
export class RateLimitedError extends CallError {
    /** Seconds to wait, if the response has a Retry-After header. */
    readonly retryAfter: number | undefined;

    constructor(failure: FailedRequest, outcome: string) {
        const { retryAfter } = failure;
        const wait = retryAfter === undefined ? "" : ` The service requested a wait of ${retryAfter} s.`;
        const advice = `Lower access-governance:readsPerSecond and access-governance:writesPerSecond, or run fewer pipelines at once.${wait}`;
        super(failure, outcome, advice);
        this.retryAfter = retryAfter;
    }
}
/** 429 for a reminder: the reviewer was reminded too recently. Never retried. */
export class CooldownError extends CallError {}
/** 5xx or 408: the service failed or timed out. */
export class UnavailableError extends CallError {}
/** No response arrived within the timeout. */
export class TimedOutError extends CallError {}
/** The connection failed, or was lost before the response was complete. */
export class UnreachableError extends CallError {}
/** The caller's signal aborted the call. `cause` is the signal's reason. */
export class AbortedError extends CallError {
    constructor(failure: FailedRequest, ambiguous: boolean, reason: unknown) {
        const advice = ambiguous
            ? "Check whether the call took effect before you repeat it."
            : "Repeat the call if it is still needed.";
        super(failure, "was aborted by its caller", advice, ambiguous);
        this.cause = reason;
    }
}
/** The response is not JSON, or does not match the API's schema. */
export class MalformedAnswerError extends CallError {}
/** The response has a status that the API does not use. Either the address is wrong, or a proxy responded instead of the service. */
export class UnexpectedStatusError extends MalformedAnswerError {}
/** The wait before the next attempt would exceed `maxWaitMs`. `cause` is the error of the last attempt. */
export class WaitLimitError extends CallError {
    constructor(cause: CallError, attempt: string, wait: { seconds: number; soFar: number; limit: number }) {
        super(
            cause.failure,
            `${cause.outcome}; ${attempt} would wait ${wait.seconds} s more, after ${wait.soFar} s of waiting`,
            `Try again later, or raise the limit on the total waiting time of a run (now ${wait.limit} s): set access-governance:maxWaitSeconds in the stack configuration, or maxWaitMs in the client options.`,
            cause.ambiguous,
        );
        this.cause = cause;
    }
}
/** The response is larger than the client accepts. The rest of it was not read. */
export class TooLargeAnswerError extends CallError {}
/** 501: this service does not support the operation. */
export class NotImplementedByServiceError extends CallError {}

/** The client options are invalid. */
export class InvalidOptionsError extends Error {
    constructor(found: string, allowed: string) {
        super(`Invalid client options: ${found}. It must be ${allowed}.`);
        this.name = new.target.name;
    }
}
