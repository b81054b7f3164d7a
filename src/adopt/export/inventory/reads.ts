import PQueue from "p-queue";
import type { Client } from "../../../api/client.js";
import { BadRequestError, ForbiddenError, NotFoundError } from "../../../api/errors.js";
import { ContradictionError } from "../../../common/errors.js";
import { Live } from "../../../kernel.js";
import type { ReadJournal } from "../journal.js";

/** Number of parallel reads. The client additionally limits its calls. */
const MAX_PARALLEL_READS = 50;

/** The client of an inventory, and listeners for its progress. */
export interface ReadsOptions {
    readonly client: Client;
    /** Called with the numbers of completed and expected reads. */
    readonly progress?: (done: number, total: number) => void;
    readonly journal?: ReadJournal;
}

/** The reason why a read failed. */
export interface Refusal {
    readonly because: string;
    /** Whether the read does not apply to the object. */
    readonly isUnfit: boolean;
}

/** Performs the reads of an inventory. Counts them, and stores their results so that an interrupted inventory can resume. */
export class InventoryReads {
    readonly live: Live;
    private readonly known = new Map<string, Promise<unknown>>();
    private done = 0;
    private total = 0;

    constructor(private readonly options: ReadsOptions) {
        this.live = new Live(options.client);
    }

    get client(): Client {
        return this.options.client;
    }

    /**
     * Returns the result of `load`, or the reason why the service refused it. Reuses the result of an interrupted inventory if there is
     * one.
     */
    async one<T>(key: string, load: () => Promise<T>): Promise<{ value: T } | Refusal> {
        const { journal } = this.options;
        // The value was stored with this key below, so it has this type.
        const known = journal?.recall(key) as { value: T } | undefined;
        if (known) return known;
        try {
            const value = await load();
            journal?.keep(key, { value });
            return { value };
        } catch (error) {
            const isRefused = [ForbiddenError, BadRequestError, NotFoundError, ContradictionError].some(
                (one) => error instanceof one,
            );
            if (!isRefused || !(error instanceof Error)) throw error;
            return { because: refusalText(error), isUnfit: error instanceof BadRequestError };
        }
    }

    /** Like `one`, but shares the result among all callers with the same key. */
    shared<T>(key: string, load: () => Promise<T>): Promise<{ value: T } | Refusal> {
        // A key is always used with the same type.
        const known = this.known.get(key) as Promise<{ value: T } | Refusal> | undefined;
        const answer = known ?? this.one(key, load);
        this.known.set(key, answer);
        return answer;
    }

    /** Applies `work` to each item and reports progress. */
    each<Item, T>(items: readonly Item[], work: (item: Item) => Promise<T>): Promise<T[]> {
        this.total += items.length;
        // Starts reads in order, so that later reads can use the results of earlier ones.
        return new PQueue({ concurrency: MAX_PARALLEL_READS }).addAll(
            items.map((item) => async () => {
                const result = await work(item);
                this.done += 1;
                this.options.progress?.(this.done, this.total);
                return result;
            }),
        );
    }
}

/** Returns the reason why an object could not be read, for messages. */
export function refusalText({ message }: Error): string {
    return `it could not be read: ${message}`;
}
