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
    TimedOutError,
    UnauthorizedError,
    UnavailableError,
    UnexpectedStatusError,
    UnreachableError,
} from "../errors.js";
import type { OperationEntry } from "../operation.js";
import { addressAdvice, hasVersion } from "./advice.js";
import { jsonOf } from "./answer.js";
import type { Sort } from "./budget.js";

/** The error for a status that is no success. `text` is the body, `url` the address of the service. */
export function errorOfStatus(failure: Failure, entry: OperationEntry, text: string, url: string): CallError {
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
        // Text and pages come from something that does not know the API, and so cannot know whether an object exists.
        case status === 404 && (text.trim() === "" || jsonOf(text) !== undefined):
            return new NotFoundError(failure, outcome, notFoundAdvice(entry, url));
        case status === 409:
            return new ConflictError(
                failure,
                outcome,
                entry.method === "DELETE"
                    ? "First remove what uses it. A property that was only taken out of a program still refers to it: declare another value, null or [] there. If a destroy deletes both, run `pulumi destroy --continue-on-error`, and then again."
                    : "Put the object in a state that allows this call, then retry.",
            );
        // The API states 429 only where it means the cooldown; everywhere else it is the rate limit of the organization.
        case status === 429 && entry.errors?.includes(429):
            return new CooldownError(failure, outcome, "Remind again once the cooldown has passed.");
        case status === 429:
            return new RateLimitedError(failure, outcome);
        case status === 501:
            return new NotImplementedByServiceError(failure, outcome, "Use a service that has this operation.");
        case status >= 500 || status === 408:
            return new UnavailableError(
                failure,
                outcome,
                "Try again. If the error persists, report the request id to the operator of the service.",
                !isRead(entry),
            );
        default:
            // A 4xx refuses; a redirect may come after the effect, as does a success of another number.
            return new UnexpectedStatusError(failure, outcome, addressAdvice(url), !isRead(entry) && status < 400);
    }
}

/**
 * Whether a call may be sent again as it is after this error. A write that may have taken effect is not, whatever its method: a PUT that comes
 * late overwrites what somebody else wrote in between, and a DELETE that comes twice is answered 404 although it was done. Its caller knows
 * what to read before doing it again.
 */
export function mayRepeat(error: CallError): boolean {
    return isPassing(error) && !error.ambiguous;
}

/** Whether the same call may succeed a moment later. */
export function isPassing(error: CallError): boolean {
    const passing = [RateLimitedError, UnreachableError, TimedOutError, UnavailableError, MalformedAnswerError];
    return !(error instanceof UnexpectedStatusError) && passing.some((type) => error instanceof type);
}

/** As what the service counts it, by the guides of the vendor. */
export function sortOf(entry: OperationEntry): Sort {
    if (isRead(entry)) return "read";
    return entry.method !== "DELETE" && /^\/(groups|resources)(\/|$)/.test(entry.path) ? "write" : "other write";
}

/** Whether a call changes nothing, so that a missing success leaves no doubt. Lists are read by GET, except for one by POST. */
export function isRead(entry: OperationEntry): boolean {
    return entry.method === "GET" || entry.paging !== undefined;
}

/** A whole list is there whatever the token may see: if it is not, the address is wrong. */
function notFoundAdvice(entry: OperationEntry, url: string): string {
    const isWholeList = entry.paging !== undefined && !entry.path.includes("{");
    return isWholeList || !hasVersion(url)
        ? addressAdvice(url)
        : "Check the id, and that the token may see the object.";
}
