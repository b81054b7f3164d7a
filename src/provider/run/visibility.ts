import type { Client } from "../../api/client.js";
import type { Patience } from "../live/patience.js";
import type { Authors, Changed } from "./authors.js";

/**
 * Whether an object that no read finds is deleted, or only not visible yet: two reads of a service that lags are wrong together. What a run
 * wrote less than `lagMs` ago counts as deleted only if an audit event says so.
 */
export class Visibility {
    private pauses = 0;

    constructor(
        private readonly client: Pick<Client, "now">,
        private readonly patience: Patience,
        private readonly authors: Pick<Authors, "evidence">,
        /** Milliseconds; 0 believes every read. */
        private readonly lagMs: number,
    ) {}

    /** When what was written at that ISO date must be visible, in milliseconds since 1970; undefined if that time has passed. */
    dueAfter(written: string | undefined): number | undefined {
        const due = written === undefined ? Number.NaN : Date.parse(written) + this.lagMs;
        const left = due - this.client.now();
        // A date from the future comes from a clock that was wrong.
        return left > 0 && left <= 2 * this.lagMs ? due : undefined;
    }

    /**
     * Whether an audit event reports the deletion of what was written at this ISO date, and not of
     * an earlier object with the same key.
     */
    async isDeleted(changed: Omit<Changed, "event">, written: string | undefined): Promise<boolean> {
        const deletion = await this.authors.evidence({ ...changed, event: "deletion" });
        return deletion?.isKnown === true && !(deletion.at < Date.parse(written ?? ""));
    }

    /** Waits before another look. False if the run has waited enough: all its objects share the waits, which come to a minute at most. */
    async pause(): Promise<boolean> {
        if (this.pauses >= this.patience.attempts) return false;
        await this.patience.wait(this.pauses++);
        return true;
    }
}
