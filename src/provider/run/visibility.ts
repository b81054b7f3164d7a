import type { Client } from "../../api/client.js";
import type { Patience } from "../../common/patience.js";
import type { Kind } from "../shapes/kind.js";
import { type Authors, lossOf } from "./authors.js";

/**
 * Decides whether an object that cannot be found was deleted, or is only not visible yet. If the service lags, even two reads that agree
 * may be wrong. An object that was written less than `lagMs` ago is treated as deleted only if an audit event reports the deletion.
 */
export class VisibilityWait {
    private pauses = 0;

    constructor(
        private readonly client: Pick<Client, "now">,
        private readonly patience: Patience,
        private readonly authors: Pick<Authors, "evidence">,
        /** Maximum lag of the service, in milliseconds. If 0, every read is trusted. */
        private readonly lagMs: number,
    ) {}

    /** Returns when a write made at this ISO date must be visible, in milliseconds since 1970; undefined if that time has passed. */
    dueAfter(written: string | undefined): number | undefined {
        const due = written === undefined ? Number.NaN : Date.parse(written) + this.lagMs;
        const left = due - this.client.now();
        // A date in the future indicates a wrong clock.
        return left > 0 && left <= 2 * this.lagMs ? due : undefined;
    }

    /**
     * Whether an audit event reports the deletion of the object that was written at this ISO date. The deletion of an earlier object with
     * the same key does not count.
     */
    async isDeleted(kind: Kind, id: string, state: Parameters<typeof lossOf>[2]): Promise<boolean> {
        const { written } = state;
        const deletion = await this.authors.evidence(lossOf(kind, id, state));
        return deletion?.isKnown === true && !(deletion.at < Date.parse(written ?? ""));
    }

    /** Waits before another read. Returns false without waiting if the run has already waited a minute in total for all its objects. */
    async pause(): Promise<boolean> {
        if (this.pauses >= this.patience.attempts) return false;
        await this.patience.wait(this.pauses++);
        return true;
    }
}
