import type { Change, Store } from "../storage/store.js";

/** A delayed copy of the organization, for reads that do not see the most recent writes yet. */
export class Replica {
    #store: Store;
    #steps: { readonly time: number; readonly changes: readonly Change[] }[] = [];
    readonly #end: () => void;

    /** @param now the current time of the service */
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
            // Without reads, the queue would otherwise grow without limit.
            this.catchUp(now());
        });
    }

    at(now: Date): Store {
        this.catchUp(now);
        return this.#store;
    }

    /** Stops following the changes of the original. */
    close(): void {
        this.#end();
    }

    private catchUp(now: Date): void {
        const due = this.#steps.findIndex(({ time }) => time > now.getTime() - this.lagMs);
        const steps = this.#steps.splice(0, due < 0 ? this.#steps.length : due);
        for (const change of steps.flatMap(({ changes }) => changes)) {
            // A restore is never in the queue: the watcher above copies the store instead. This check is for the compiler.
            if (!("restoredFrom" in change)) this.#store.follow(change);
        }
    }
}
