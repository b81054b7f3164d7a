/** Assigns a number to each id, counting from 0. A number is never assigned twice. */
export class Numbering {
    readonly #numbers = new Map<string, number>();
    readonly #ids: string[] = [];

    /** @param first ids that get the first numbers */
    constructor(first: readonly string[] = []) {
        for (const id of first) this.number(id);
    }

    get count(): number {
        return this.#ids.length;
    }

    /** Returns the number of an id. Assigns one if it has none yet. */
    number(id: string): number {
        const known = this.#numbers.get(id);
        if (known !== undefined) return known;
        this.#ids.push(id);
        this.#numbers.set(id, this.#ids.length - 1);
        return this.#ids.length - 1;
    }

    find(id: string): number | undefined {
        return this.#numbers.get(id);
    }

    id(number: number): string {
        const id = this.#ids[number];
        if (id === undefined) throw new RangeError(`No id has the number ${number}.`);
        return id;
    }
}
