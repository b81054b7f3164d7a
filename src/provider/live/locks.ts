/** Ensures that a document that is read and then written as a whole has only one writer at a time. */
export class Locks {
    private readonly tails = new Map<string, Promise<unknown>>();

    /** Runs `work` after all earlier work on the same document has finished. */
    async hold<T>(document: string, work: () => Promise<T>): Promise<T> {
        const before = this.tails.get(document) ?? Promise.resolve();
        const mine = before.then(work, work);
        const tail = mine.catch(() => undefined);
        this.tails.set(document, tail);
        try {
            return await mine;
        } finally {
            if (this.tails.get(document) === tail) this.tails.delete(document);
        }
    }
}
