import PQueue from "p-queue";
import { BadRequestError, ForbiddenError, NotFoundError, NotImplementedByServiceError } from "../../../api/errors.js";
import type { Unknown } from "../../model/facts/facts.js";
import { UnknownFields } from "./unknown-fields.js";

/** Maximum number of concurrent reads. The API client has additional limits. */
const MAX_CONCURRENT_READS = 50;

const REFUSALS = [ForbiddenError, BadRequestError, NotFoundError, NotImplementedByServiceError];

/** Reads each part of an organization only once. If the service denies a read, that part becomes unknown; any other error is thrown. */
export class PartialReads {
    readonly unknowns: Unknown[] = [];
    readonly fields = new UnknownFields();
    readonly #queue = new PQueue({ concurrency: MAX_CONCURRENT_READS });
    readonly #begun = new Map<string, Promise<void>>();
    #done = 0;
    #total = 0;

    constructor(private readonly progress: (done: number, total: number) => void = () => {}) {}

    /** Reads a part of an object, unless this has already started. If the service denies the read, the object becomes unknown. */
    once(key: string, of: Pick<Unknown, "type" | "id">, read: () => Promise<void>): Promise<void> {
        const known = this.#begun.get(key);
        if (known) return known;
        const reading = this.attempt(read, (because) => {
            this.unknowns.push({ ...of, because });
        }).then(() => {});
        this.#begun.set(key, reading);
        return reading;
    }

    /** Whether this part has been read, or is currently being read. */
    isBegun(key: string): boolean {
        return this.#begun.has(key);
    }

    /** Returns true on the first call with a key, and false on all later calls with the same key. */
    isFirst(key: string): boolean {
        if (this.#begun.has(key)) return false;
        this.#begun.set(key, Promise.resolve());
        return true;
    }

    /** Returns the result of the call. If the service denies it, calls `refused` with the reason and returns undefined. */
    async attempt<T>(read: () => Promise<T>, refused: (because: string) => void = () => {}): Promise<T | undefined> {
        try {
            return await this.answer(read);
        } catch (error) {
            if (!(error instanceof Error) || !REFUSALS.some((one) => error instanceof one)) throw error;
            refused(`it could not be read: ${error.message}`);
            return undefined;
        }
    }

    /**
     * Returns the result of the call.
     * @throws any error of the call
     */
    async answer<T>(read: () => Promise<T>): Promise<T> {
        this.#total += 1;
        try {
            return await this.#queue.add(read);
        } finally {
            this.#done += 1;
            this.progress(this.#done, this.#total);
        }
    }
}

/** Handles errors of list operations: if the service does not support the operation, returns an empty list. */
export function emptyIfMissing(error: unknown): never[] {
    if (error instanceof NotImplementedByServiceError) return [];
    throw error;
}
