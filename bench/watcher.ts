import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";

/** What the processes of a run took. Nothing where the platform does not tell. */
export interface Usage {
    /** Seconds that they had a processor, together. */
    readonly processor?: number;
    /** Megabytes that they had in memory at the worst moment, together; what they share is counted for each. */
    readonly memory?: number;
}

/** Watches the processes that this one starts, and all that those start. */
export class Watcher {
    readonly #thread: Worker | undefined;

    /** @param except ids of processes that have nothing to do with a run */
    constructor(except: readonly number[]) {
        if (process.platform === "linux")
            this.#thread = new Worker(join(__dirname, "watcher-thread.js"), { workerData: { except } });
    }

    async begin(): Promise<void> {
        await this.#tell("begin");
    }

    async end(): Promise<Usage> {
        return this.#tell("end");
    }

    async close(): Promise<void> {
        await this.#thread?.terminate();
    }

    async #tell(order: "begin" | "end"): Promise<Usage> {
        if (!this.#thread) return {};
        this.#thread.postMessage(order);
        const [usage] = (await once(this.#thread, "message")) as [Usage]; // what watcher-thread.js posts
        return usage;
    }
}
