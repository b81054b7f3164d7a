/** Limits for the API calls of one process. */
export interface BudgetOptions {
    /** Maximum number of concurrent calls. Default: 10. */
    readonly concurrency?: number;
    /** Maximum number of calls per second, except writes to groups and resources. Default: 100, the service's documented limit. */
    readonly readsPerSecond?: number;
    /** Maximum number of writes per second. Default: 50, the service's documented limit. */
    readonly writesPerSecond?: number;
}

/** Rate limit category of a call. The service has one limit for writes to groups and resources, and one for all other calls. */
export type CallCategory = "read" | "write" | "other write";

/** A call that waits until the limits allow it. */
interface Waiting {
    readonly number: number;
    admit(): void;
}

/** The waiting calls of one category, in order of arrival, and the rates that limit them. */
interface Lane {
    readonly waiting: Set<Waiting>;
    readonly rates: readonly Rate[];
}

/** Limits the concurrency and the rate of all calls of a process, and pauses them if the service requests it. */
export class Budget {
    private readonly concurrency: number;
    private readonly lanes: Readonly<Record<CallCategory, Lane>>;
    /** Number of calls in progress. */
    private active = 0;
    /** Number of calls started so far. */
    private count = 0;
    private resumeAt = 0;
    private timer: NodeJS.Timeout | undefined;

    constructor(options: BudgetOptions = {}) {
        this.concurrency = options.concurrency ?? 10;
        const reads = new Rate(options.readsPerSecond ?? 100);
        const writes = new Rate(options.writesPerSecond ?? 50);
        const lane = (...rates: Rate[]): Lane => ({ waiting: new Set(), rates });
        this.lanes = { read: lane(reads), write: lane(writes), "other write": lane(reads, writes) };
    }

    /** Runs `call` as soon as the limits allow it, unless `signal` aborts it before that. */
    async spend<T>(sort: CallCategory, call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
        await this.turn(this.lanes[sort], signal);
        try {
            return await call();
        } finally {
            this.active -= 1;
            this.admit();
        }
    }

    /** Delays all calls by this many milliseconds, because `Retry-After` applies to the whole organization. */
    pause(milliseconds: number): void {
        this.resumeAt = Math.max(this.resumeAt, performance.now() + milliseconds);
    }

    /** Lowers the rate after the service refused a call because of the rate limit, which other processes share. */
    throttle(sort: CallCategory): void {
        for (const rate of this.lanes[sort].rates) rate.throttle(performance.now());
    }

    private turn({ waiting }: Lane, signal?: AbortSignal): Promise<void> {
        return new Promise((resolve, reject) => {
            signal?.throwIfAborted();
            const leave = (): void => {
                waiting.delete(one);
                reject(signal?.reason);
                this.admit();
            };
            const one: Waiting = {
                number: this.count,
                admit: () => {
                    signal?.removeEventListener("abort", leave);
                    resolve();
                },
            };
            this.count += 1;
            waiting.add(one);
            signal?.addEventListener("abort", leave, { once: true });
            this.admit();
        });
    }

    /** Starts as many calls as the limits allow, in order of arrival. Runs again when the next call is allowed. */
    private admit(): void {
        clearTimeout(this.timer);
        const now = performance.now();
        // If the maximum concurrency is reached, this method runs again when a call ends.
        while (this.active < this.concurrency) {
            const heads = Object.values(this.lanes).flatMap(({ waiting, rates }) => {
                const [first] = waiting;
                return first ? [{ first, waiting, rates, wait: Math.max(...rates.map((rate) => rate.wait(now))) }] : [];
            });
            const [head] = heads.sort((a, b) => a.wait - b.wait || a.first.number - b.first.number);
            if (!head) return;
            const wait = Math.max(head.wait, this.resumeAt - now);
            if (wait > 0) {
                this.timer = setTimeout(() => this.admit(), Math.ceil(wait));
                return;
            }
            head.waiting.delete(head.first);
            for (const rate of head.rates) rate.count(now);
            this.active += 1;
            head.first.admit();
        }
    }
}

/** One second in milliseconds, plus a margin because calls may arrive at shorter intervals than they were sent. */
const SECOND_MS = 1_025;

/** Factor by which throttling lowers a rate. */
const THROTTLE_FACTOR = 0.7;
/** Share of the full rate that is restored per second without throttling. */
const RECOVERY_PER_SECOND = 0.05;

/** Limits the number of calls in any interval of one second. */
class Rate {
    private limit: number;
    /** Time of the last throttling, in milliseconds. */
    private since = Number.NEGATIVE_INFINITY;
    private readonly times: number[] = [];

    constructor(private readonly full: number) {
        this.limit = full;
    }

    /** Returns the milliseconds until the next call is allowed, or 0 if it is allowed now. */
    wait(now: number): number {
        while (this.times[0] !== undefined && this.times[0] <= now - SECOND_MS) this.times.shift();
        const blocking = this.times[this.times.length - Math.floor(this.allowed(now))];
        return blocking === undefined ? 0 : blocking + SECOND_MS - now;
    }

    count(now: number): void {
        this.times.push(now);
    }

    throttle(now: number): void {
        // Several refusals within a second lower the rate only once.
        if (now - this.since < SECOND_MS) return;
        this.limit = Math.max(1, this.allowed(now) * THROTTLE_FACTOR);
        this.since = now;
    }

    private allowed(now: number): number {
        return Math.min(this.full, this.limit + ((now - this.since) / 1_000) * RECOVERY_PER_SECOND * this.full);
    }
}
