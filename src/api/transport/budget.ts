/** How much of the service one process may use. */
export interface BudgetOptions {
    /** Calls under way at once. Default: 10. */
    readonly concurrency?: number;
    /** Reads a second, including writes of objects other than groups and resources. Default: 100, the limit that the service states. */
    readonly readsPerSecond?: number;
    /** Writes a second. Default: 50, the limit that the service states. */
    readonly writesPerSecond?: number;
}

/** What a call is counted as: the service counts writes of groups and resources by themselves, and all other calls together. */
export type Sort = "read" | "write" | "other write";

/** A call that waits for its turn. */
interface Waiting {
    readonly number: number;
    admit(): void;
}

/** Calls of one sort, in their order, with the rates that count them. */
interface Lane {
    readonly waiting: Set<Waiting>;
    readonly rates: readonly Rate[];
}

/** The gate for all calls of a process: limits concurrency and rate, and pauses if the service asks for it. */
export class Budget {
    private readonly concurrency: number;
    private readonly lanes: Readonly<Record<Sort, Lane>>;
    private underWay = 0;
    private asked = 0;
    private resumeAt = 0;
    private timer: NodeJS.Timeout | undefined;

    constructor(options: BudgetOptions = {}) {
        this.concurrency = options.concurrency ?? 10;
        const reads = new Rate(options.readsPerSecond ?? 100);
        const writes = new Rate(options.writesPerSecond ?? 50);
        const lane = (...rates: Rate[]): Lane => ({ waiting: new Set(), rates });
        this.lanes = { read: lane(reads), write: lane(writes), "other write": lane(reads, writes) };
    }

    /** Runs `call` when its turn comes, unless `signal` ends the waiting first. */
    async spend<T>(sort: Sort, call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
        await this.turn(this.lanes[sort], signal);
        try {
            return await call();
        } finally {
            this.underWay -= 1;
            this.admit();
        }
    }

    /** Holds back all calls for this many milliseconds: a `Retry-After` is for the organization, not one call. */
    pause(milliseconds: number): void {
        this.resumeAt = Math.max(this.resumeAt, performance.now() + milliseconds);
    }

    /** Reports a call above the limit: others share it, so this process uses less of it from now on. */
    giveWay(sort: Sort): void {
        for (const rate of this.lanes[sort].rates) rate.giveWay(performance.now());
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
                number: this.asked,
                admit: () => {
                    signal?.removeEventListener("abort", leave);
                    resolve();
                },
            };
            this.asked += 1;
            waiting.add(one);
            signal?.addEventListener("abort", leave, { once: true });
            this.admit();
        });
    }

    /** Releases the calls that may go, in order of arrival, and runs again when the next one may. */
    private admit(): void {
        clearTimeout(this.timer);
        const now = performance.now();
        // With all slots taken, the end of a call looks again.
        while (this.underWay < this.concurrency) {
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
            this.underWay += 1;
            head.first.admit();
        }
    }
}

/** A second, plus a margin for calls that move closer together in transit. */
const SECOND_MS = 1_025;

/** Share of a rate left after a call above the limit, and share regained with each second without one. */
const AFTER_TOO_MANY = 0.7;
const BACK_EACH_SECOND = 0.05;

/** Maximum calls in any second, whenever it begins. */
class Rate {
    private limit: number;
    /** When the limit was last exceeded. */
    private since = Number.NEGATIVE_INFINITY;
    private readonly times: number[] = [];

    constructor(private readonly whole: number) {
        this.limit = whole;
    }

    /** Milliseconds until the next call may go; 0 for now. */
    wait(now: number): number {
        while (this.times[0] !== undefined && this.times[0] <= now - SECOND_MS) this.times.shift();
        const blocking = this.times[this.times.length - Math.floor(this.allowed(now))];
        return blocking === undefined ? 0 : blocking + SECOND_MS - now;
    }

    count(now: number): void {
        this.times.push(now);
    }

    giveWay(now: number): void {
        // Calls that were under way together are one sign.
        if (now - this.since < SECOND_MS) return;
        this.limit = Math.max(1, this.allowed(now) * AFTER_TOO_MANY);
        this.since = now;
    }

    private allowed(now: number): number {
        return Math.min(this.whole, this.limit + ((now - this.since) / 1_000) * BACK_EACH_SECOND * this.whole);
    }
}
