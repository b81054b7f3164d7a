import PQueue from "p-queue";
import { BadRequestError, ForbiddenError, NotFoundError, NotImplementedByServiceError } from "../../../api/errors.js";
import type { Unknown } from "../../model/facts/facts.js";

/** Maximum concurrent reads; the client has limits of its own. */
const AT_ONCE = 50;

const REFUSALS = [ForbiddenError, BadRequestError, NotFoundError, NotImplementedByServiceError];

/** Reads each thing once. A refusal makes the part unknown; any other error is thrown. */
export class Reads {
    readonly unknowns: Unknown[] = [];
    readonly #queue = new PQueue({ concurrency: AT_ONCE });
    readonly #begun = new Map<string, Promise<void>>();
    #done = 0;
    #total = 0;

    constructor(private readonly progress: (done: number, total: number) => void = () => {}) {}

    /** Reads a part of an object, unless already begun. If refused, what the object gives is unknown. */
    once(key: string, of: Pick<Unknown, "type" | "id">, read: () => Promise<void>): Promise<void> {
        const known = this.#begun.get(key);
        if (known) return known;
        const reading = this.attempt(read, (because) => {
            this.unknowns.push({ ...of, because });
        }).then(() => {});
        this.#begun.set(key, reading);
        return reading;
    }

    /** Whether this was read, or is being read. */
    isBegun(key: string): boolean {
        return this.#begun.has(key);
    }

    /** Whether this is the first request for it. */
    isFirst(key: string): boolean {
        if (this.#begun.has(key)) return false;
        this.#begun.set(key, Promise.resolve());
        return true;
    }

    /** The answer; undefined, after calling `refused` with a reason, if the token may not read it. */
    async attempt<T>(read: () => Promise<T>, refused: (because: string) => void = () => {}): Promise<T | undefined> {
        try {
            return await this.answer(read);
        } catch (error) {
            if (!(error instanceof Error) || !REFUSALS.some((one) => error instanceof one)) throw error;
            refused(`it could not be read: ${error.message}`);
            return undefined;
        }
    }

    /** The answer. @throws what a call throws */
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

/** If the service lacks an operation, its list is empty. */
export function noneOfThese(error: unknown): never[] {
    if (error instanceof NotImplementedByServiceError) return [];
    throw error;
}
