import {
    BadRequestError,
    type CallError,
    ConflictError,
    CooldownError,
    type FailedRequest,
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
import type { CallCategory } from "./budget.js";
import { foreignJson } from "./json.js";

/**
 * The error for a status that is not a success.
 * @param text body of the response
 * @param url address of the service
 */
export function errorOfStatus(failure: FailedRequest, entry: OperationEntry, text: string, url: string): CallError {
    const status = failure.status ?? 0;
    const outcome = `returned ${status}${failure.said ? `: ${failure.said.replace(/\.$/, "")}` : ""}`;
    switch (true) {
        case status === 400 || status === 422:
            return new BadRequestError(failure, outcome, "Correct the input that the service names.");
        case status === 401:
            return new UnauthorizedError(
                failure,
                outcome,
                "Set access-governance:token (or ACCESS_GOVERNANCE_TOKEN) to a valid API token of this organization. If it is valid, add `--run-program`: without it, a refresh and a destroy may use the token of the last `pulumi up`.",
            );
        case status === 403:
            return new ForbiddenError(failure, outcome, "Use a token whose user is authorized to do this.");
        // A body that is not JSON does not come from the API, so a 404 does not prove that the object does not exist.
        case status === 404 && (text.trim() === "" || foreignJson(text) !== undefined):
            return new NotFoundError(failure, outcome, notFoundAdvice(entry, url));
        case status === 409:
            return new ConflictError(
                failure,
                outcome,
                entry.method === "DELETE"
                    ? "First remove what refers to this object. Removing a property from the program does not clear it on the service: declare another value, null or [] instead. If the same destroy deletes both objects, run `pulumi destroy --continue-on-error` twice."
                    : "Put the object in a state that allows this call, then retry.",
            );
        // The API documents 429 only for operations with a cooldown. For all other operations, 429 is assumed to be the organization's rate
        // limit.
        case status === 429 && entry.errors?.includes(429):
            return new CooldownError(failure, outcome, "Send the reminder again after the cooldown.");
        case status === 429:
            return new RateLimitedError(failure, outcome);
        case status === 501:
            return new NotImplementedByServiceError(failure, outcome, "Use a service that supports this operation.");
        case status >= 500 || status === 408:
            return new UnavailableError(
                failure,
                outcome,
                "Try again. If the error persists, report the request id to the operator of the service.",
                !isRead(entry),
            );
        default:
            // After a 4xx, a write had no effect. After a redirect or an undocumented success, it may have had one.
            return new UnexpectedStatusError(failure, outcome, addressAdvice(url), !isRead(entry) && status < 400);
    }
}

/**
 * Whether the same call can be retried safely after this error. A write that may have taken effect is not retried, even if its method is
 * idempotent: a late PUT would overwrite changes that others made in between, and a second DELETE would return 404 although the first one
 * succeeded. The caller must check the object before it writes again.
 */
export function mayRepeat(error: CallError): boolean {
    return isTransient(error) && !error.ambiguous;
}

/** Whether the same call may succeed if it is repeated a moment later. */
export function isTransient(error: CallError): boolean {
    const transient = [RateLimitedError, UnreachableError, TimedOutError, UnavailableError, MalformedAnswerError];
    return !(error instanceof UnexpectedStatusError) && transient.some((type) => error instanceof type);
}

/** The rate limit category of an operation, according to the vendor's guides. */
export function sortOf(entry: OperationEntry): CallCategory {
    if (isRead(entry)) return "read";
    return entry.method !== "DELETE" && /^\/(groups|resources)(\/|$)/.test(entry.path) ? "write" : "other write";
}

/** Whether an operation only reads. All reads use GET, except for one list that uses POST. */
export function isRead(entry: OperationEntry): boolean {
    return entry.method === "GET" || entry.paging !== undefined;
}

/**
 * The advice for a 404. A list of all objects always exists, regardless of the token's permissions, so a 404 for such a list indicates a
 * wrong address.
 */
function notFoundAdvice(entry: OperationEntry, url: string): string {
    const isWholeList = entry.paging !== undefined && !entry.path.includes("{");
    return isWholeList || !hasVersion(url)
        ? addressAdvice(url)
        : "Check the id, and that the token has access to the object.";
}
