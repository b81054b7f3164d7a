import { setTimeout as sleep } from "node:timers/promises";
import PQueue from "p-queue";

/** How much of the service one process may use. */
export interface BudgetOptions {
    /** Calls under way at once; 10 when left out. */
    readonly concurrency?: number;
    /** Reads a second; 100 when left out, the limit that the service itself states. */
    readonly readsPerSecond?: number;
    /** Writes a second; 50 when left out, the limit that the service itself states. */
    readonly writesPerSecond?: number;
}

/** The one gate that every call of a process goes through: so many at once, so many a second, and a pause when the service asks for one. */
export class Budget {
    private readonly slots: PQueue;
    private readonly reads: PQueue;
    private readonly writes: PQueue;
    private resumeAt = 0;

    constructor(options: BudgetOptions = {}) {
        this.slots = new PQueue({ concurrency: options.concurrency ?? 10 });
        this.reads = new PQueue({ interval: 1000, intervalCap: options.readsPerSecond ?? 100 });
        this.writes = new PQueue({ interval: 1000, intervalCap: options.writesPerSecond ?? 50 });
    }

    /** Runs `call` when its turn comes, unless `signal` ends the waiting first. */
    async spend<T>(kind: "read" | "write", call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
        await (kind === "read" ? this.reads : this.writes).add(() => undefined, { signal });
        const turn = async () => {
            for (let left = this.resumeAt - Date.now(); left > 0; left = this.resumeAt - Date.now()) {
                await sleep(left, undefined, { signal });
            }
            return call();
        };
        return this.slots.add(turn, { signal });
    }

    /** Holds back every call for so many milliseconds: a `Retry-After` speaks of the organization, not of one call. */
    pause(milliseconds: number): void {
        this.resumeAt = Math.max(this.resumeAt, Date.now() + milliseconds);
    }
}
