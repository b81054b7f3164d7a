import { WRONG_ADDRESS } from "./advice.js";
import {
    BadRequestError,
    type CallError,
    ConflictError,
    CooldownError,
    type Failure,
    ForbiddenError,
    MalformedAnswerError,
    NotFoundError,
    NotImplementedByServiceError,
    RateLimitedError,
    UnauthorizedError,
    UnavailableError,
} from "./errors.js";
import type { OperationEntry } from "./operation.js";

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
