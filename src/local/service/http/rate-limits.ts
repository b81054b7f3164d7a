import type { OperationEntry } from "../../../api/operation.js";
import { TooManyRequests } from "./errors.js";

/** Maximum number of calls per second for each organization, from the vendor's guides. The API description does not specify limits. */
const WRITES = 50;
const OTHERS = 100;

const SECOND = 1000;

/**
 * The rate limits of the real service, which apply to all callers together: 50 writes to groups and resources per second, and 100 other
 * calls per second.
 */
export class RateLimits {
    readonly #writes = new Window(WRITES);
    readonly #others = new Window(OTHERS);

    /**
     * @param now returns the milliseconds of a monotonic clock. The service clock is not used, because it may be stopped, which would block
     * all calls.
     */
    constructor(private readonly now: () => number = () => performance.now()) {}

    /** Counts a call. @throws TooManyRequests if the limit is exceeded. The refused call is not counted. */
    take({ method, path }: Pick<OperationEntry, "method" | "path">): void {
        // The API does not document this; we assume that writes to a subresource count as writes to the group or resource.
        const writes = (method === "PUT" || method === "POST") && /^\/(groups|resources)(\/|$)/.test(path);
        const window = writes ? this.#writes : this.#others;
        const wait = window.take(this.now());
        if (wait === 0) return;
        const what = writes ? "writes to groups and resources" : "calls";
        throw new TooManyRequests(
            `Rate limit of ${window.limit} ${what} per second exceeded. Retry after the number of seconds in the Retry-After header.`,
            Math.ceil(wait / SECOND),
        );
    }
}

/** A sliding window that contains the times of the most recent accepted calls. */
class Window {
    readonly #times: number[] = [];
    #oldest = 0;

    constructor(readonly limit: number) {}

    /** Accepts a call and returns 0, or returns the time in milliseconds until the next call can be accepted. */
    take(now: number): number {
        const oldest = this.#times[this.#oldest];
        if (oldest !== undefined && now - oldest < SECOND) return SECOND - (now - oldest);
        this.#times[this.#oldest] = now;
        this.#oldest = (this.#oldest + 1) % this.limit;
        return 0;
    }
}
