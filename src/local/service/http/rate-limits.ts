import type { OperationEntry } from "../../../api/operation.js";
import { TooManyRequests } from "./errors.js";

/** Maximum number of calls per second and organization, from the vendor's guides. The API description has no limits. */
const WRITES = 50;
const OTHERS = 100;

const SECOND = 1000;

/** The rate limits of the real service. They apply to all callers together: per second, 50 writes to groups and resources, and 100 other calls. */
export class RateLimits {
    readonly #writes = new Window(WRITES);
    readonly #others = new Window(OTHERS);

    /** @param now milliseconds of a monotonic clock. The service's own clock may stand still, which would block all calls. */
    constructor(private readonly now: () => number = () => performance.now()) {}

    /** Counts a call. @throws TooManyRequests if the limit is exceeded; such a call is not counted */
    take({ method, path }: Pick<OperationEntry, "method" | "path">): void {
        // Inferred: writes to a part of a group or a resource count as writes to the group or resource.
        const writes = (method === "PUT" || method === "POST") && /^\/(groups|resources)(\/|$)/.test(path);
        const window = writes ? this.#writes : this.#others;
        const wait = window.take(this.now());
        if (wait === 0) return;
        const what = writes ? "writes of groups and resources" : "calls";
        throw new TooManyRequests(
            `More than ${window.limit} ${what} within a second: wait as long as Retry-After says.`,
            Math.ceil(wait / SECOND),
        );
    }
}

/** A sliding window: the times of the most recent accepted calls. */
class Window {
    readonly #times: number[] = [];
    #oldest = 0;

    constructor(readonly limit: number) {}

    /** Accepts a call and returns 0, or returns the milliseconds until the next call can be accepted. */
    take(now: number): number {
        const oldest = this.#times[this.#oldest];
        if (oldest !== undefined && now - oldest < SECOND) return SECOND - (now - oldest);
        this.#times[this.#oldest] = now;
        this.#oldest = (this.#oldest + 1) % this.limit;
        return 0;
    }
}
