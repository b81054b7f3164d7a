import type { Store } from "../storage/store.js";
import type { RecordChange } from "../storage/table.js";

/** A copy of the organization that lags behind the original. Used for reads that do not see the most recent writes. */
export class Replica {
    #store: Store;
    #steps: { readonly time: number; readonly changes: readonly RecordChange[] }[] = [];
    readonly #end: () => void;

    /** @param lagMs how far the copy lags behind, in milliseconds @param now returns the current time of the service */
    constructor(
        original: Store,
        private readonly lagMs: number,
        now: () => Date,
    ) {
        this.#store = original.copy();
        this.#end = original.watch((changes) => {
            if (!changes) {
                this.#store = original.copy();
                this.#steps = [];
                return;
            }
            this.#steps.push({ time: now().getTime(), changes });
            // Applies old changes now; otherwise, the queue would grow without limit if there are no reads.
            this.catchUp(now());
        });
    }

    at(now: Date): Store {
        this.catchUp(now);
        return this.#store;
    }

    /** Stops receiving changes from the original. */
    close(): void {
        this.#end();
    }

    private catchUp(now: Date): void {
        const due = this.#steps.findIndex(({ time }) => time > now.getTime() - this.lagMs);
        const steps = this.#steps.splice(0, due < 0 ? this.#steps.length : due);
        for (const change of steps.flatMap(({ changes }) => changes)) this.#store.follow(change);
    }
}
