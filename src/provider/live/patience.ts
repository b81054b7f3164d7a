import { setTimeout as sleep } from "node:timers/promises";

/** How long and how often an answer is checked before it counts. */
export class Patience {
    /** With the default delay, the last look comes a minute after the first: by then, the service has given up a create. */
    readonly attempts = 6;

    constructor(private readonly delayMs = 500) {}

    /** Waits before the repetition number `attempt`, the first being 0: twice as long each time. */
    async wait(attempt: number): Promise<void> {
        await sleep(this.delayMs * 2 ** attempt);
    }
}
