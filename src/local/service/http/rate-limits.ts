import type { OperationEntry } from "../../../api/operation.js";
import { TooManyRequests } from "./errors.js";

/** Calls per second of an organization. Vendor guides; the API description shows no limits. */
const WRITES = 50;
const OTHERS = 100;

const SECOND = 1000;

/** Limits of the real service per second, for all callers together: 50 writes of groups and resources, 100 other calls. */
export class RateLimits {
    readonly #writes = new Window(WRITES);
    readonly #others = new Window(OTHERS);

    /** @param now milliseconds by a monotonic clock. The service's own may be stopped, which would block all calls. */
    constructor(private readonly now: () => number = () => performance.now()) {}

    /** Counts a call. @throws TooManyRequests for one too many, which does not count. */
    take({ method, path }: Pick<OperationEntry, "method" | "path">): void {
        // Inferred: parts of a group or a resource count like the group or resource.
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

/** Times of the last calls let through. */
class Window {
    readonly #times: number[] = [];
    #oldest = 0;

    constructor(readonly limit: number) {}

    /** Milliseconds until the next call gets through; 0 lets this one through. */
    take(now: number): number {
        const oldest = this.#times[this.#oldest];
        if (oldest !== undefined && now - oldest < SECOND) return SECOND - (now - oldest);
        this.#times[this.#oldest] = now;
        this.#oldest = (this.#oldest + 1) % this.limit;
        return 0;
    }
}
