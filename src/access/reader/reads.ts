import PQueue from "p-queue";
import { BadRequestError, ForbiddenError, NotFoundError, NotImplementedByServiceError } from "../../api/errors.js";
import type { Unknown } from "../model/facts.js";

/** Maximum concurrent reads; the client has limits of its own. */
const AT_ONCE = 50;

const REFUSALS = [ForbiddenError, BadRequestError, NotFoundError, NotImplementedByServiceError];

/** Reads each thing once. What the token may not read is unknown, and everything else that goes wrong is thrown. */
export class Reads {
    readonly unknowns: Unknown[] = [];
    readonly #queue = new PQueue({ concurrency: AT_ONCE });
    readonly #begun = new Map<string, Promise<void>>();
    #done = 0;
    #total = 0;

    constructor(private readonly progress: (done: number, total: number) => void = () => {}) {}

    /** Reads something of an object, unless that has begun. If it may not be read, what the object gives is not known. */
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

    /** Whether nobody asked for this before. */
    isFirst(key: string): boolean {
        if (this.#begun.has(key)) return false;
        this.#begun.set(key, Promise.resolve());
        return true;
    }

    /** What is answered; undefined, and a reason for `refused`, if the token may not know. */
    async attempt<T>(read: () => Promise<T>, refused: (because: string) => void = () => {}): Promise<T | undefined> {
        try {
            return await this.answer(read);
        } catch (error) {
            if (!(error instanceof Error) || !REFUSALS.some((one) => error instanceof one)) throw error;
            refused(`it could not be read: ${error.message}`);
            return undefined;
        }
    }

    /** What is answered. @throws what a call throws */
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

/** A service without an operation has nothing of what it lists. */
export function noneOfThese(error: unknown): never[] {
    if (error instanceof NotImplementedByServiceError) return [];
    throw error;
}
