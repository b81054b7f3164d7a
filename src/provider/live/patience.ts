import { setTimeout as sleep } from "node:timers/promises";

/** Delays between repeated reads of an answer that may still change. */
export class Patience {
    /** Maximum number of repetitions. With the default delay, the last one is a minute after the first read; by then, no create is still running. */
    readonly attempts = 6;

    constructor(private readonly delayMs = 500) {}

    /** Waits before repetition number `attempt` (from 0), each time twice as long. */
    async wait(attempt: number): Promise<void> {
        await sleep(this.delayMs * 2 ** attempt);
    }
}
