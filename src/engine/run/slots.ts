/** Lets so many things happen at once. */
export class Slots {
    #free: number;
    readonly #waiting: (() => void)[] = [];

    constructor(count: number) {
        this.#free = count;
    }

    async use<T>(work: () => Promise<T>): Promise<T> {
        if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
        else this.#free -= 1;
        try {
            return await work();
        } finally {
            const next = this.#waiting.shift();
            if (next) next();
            else this.#free += 1;
        }
    }
}
