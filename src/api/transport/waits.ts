/** Total time that a client has spent waiting, which has a limit. Overlapping waits count once. */
export class Waits {
    private spentMs = 0;
    private end = 0;

    constructor(readonly limitMs: number) {}

    /** Total time in seconds. */
    get seconds(): number {
        return Math.round(this.spentMs / 1000);
    }

    /** Milliseconds left until the limit is reached. */
    get leftMs(): number {
        return this.limitMs - this.spentMs;
    }

    /**
     * Adds a wait. Start and end are in milliseconds since 1970. Returns the milliseconds by which the wait increases the total. If that
     * would exceed the limit, returns undefined and does not add the wait.
     */
    add(from: number, to: number): number | undefined {
        const added = Math.max(0, to - Math.max(from, this.end));
        if (this.spentMs + added > this.limitMs) return undefined;
        this.spentMs += added;
        this.end = Math.max(this.end, to);
        return added;
    }
}
