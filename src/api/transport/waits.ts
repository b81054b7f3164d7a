/** Waits of one client, together no longer than a limit. Waits that overlap count once. */
export class Waits {
    private spentMs = 0;
    private end = 0;

    constructor(readonly limitMs: number) {}

    /** Seconds of all waits so far. */
    get seconds(): number {
        return Math.round(this.spentMs / 1000);
    }

    /** Milliseconds that may still be waited. */
    get leftMs(): number {
        return this.limitMs - this.spentMs;
    }

    /**
     * Adds a wait, given by its beginning and its end in milliseconds since 1970. Returns how many milliseconds of it no earlier wait
     * covers; undefined if they exceed the limit: then nothing is added.
     */
    add(from: number, to: number): number | undefined {
        const added = Math.max(0, to - Math.max(from, this.end));
        if (this.spentMs + added > this.limitMs) return undefined;
        this.spentMs += added;
        this.end = Math.max(this.end, to);
        return added;
    }
}
