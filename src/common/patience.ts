import { setTimeout as sleep } from "node:timers/promises";

/** Delays between repeated reads while the response may still change. */
export class Patience {
    /**
     * Maximum number of repetitions. With the default delay, the last repetition is a minute after the first read; by then, every create is
     * assumed to have finished.
     */
    readonly attempts = 6;

    constructor(private readonly delayMs = 500) {}

    /** Waits before repetition number `attempt` (from 0). Each delay is twice as long as the previous one. */
    async wait(attempt: number): Promise<void> {
        await sleep(this.delayMs * 2 ** attempt);
    }
}
