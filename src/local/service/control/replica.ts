import type { Change, Store } from "../storage/store.js";

/** The organization as it was a while ago, for reads that do not see the last writes yet. */
export class Replica {
    #store: Store;
    #steps: { readonly time: number; readonly changes: readonly Change[] }[] = [];
    readonly #end: () => void;

    /** @param now the time at which a change is made */
    constructor(
        original: Store,
        private readonly lagMs: number,
        now: () => Date,
    ) {
        this.#store = original.copy();
        this.#end = original.watch((changes) => {
            if (changes.some((change) => "restoredFrom" in change)) {
                this.#store = original.copy();
                this.#steps = [];
                return;
            }
            this.#steps.push({ time: now().getTime(), changes });
            // There may be no reads, and the queue would grow without bound.
            this.catchUp(now());
        });
    }

    at(now: Date): Store {
        this.catchUp(now);
        return this.#store;
    }

    /** Stops following. */
    close(): void {
        this.#end();
    }

    private catchUp(now: Date): void {
        const due = this.#steps.findIndex(({ time }) => time > now.getTime() - this.lagMs);
        const steps = this.#steps.splice(0, due < 0 ? this.#steps.length : due);
        for (const change of steps.flatMap(({ changes }) => changes)) {
            // The constructor copies the restored state, so no step refers to it.
            if (!("restoredFrom" in change)) this.#store.follow(change);
        }
    }
}
