import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";

/** Resource usage of the processes of a run. Empty if the platform does not provide it. */
export interface Usage {
    /** Total processor time in seconds. */
    readonly processor?: number;
    /** Total peak memory in megabytes. Shared memory is counted for each process. */
    readonly memory?: number;
}

/** Watches all descendants of this process. */
export class Watcher {
    readonly #thread: Worker | undefined;

    /** @param except ids of processes that do not belong to a run */
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
