/** Numbers for ids. They are never given twice. */
export class Numbering {
    readonly #numbers = new Map<string, number>();
    readonly #ids: string[] = [];

    /** @param first ids that get the first numbers, beginning with 0 */
    constructor(first: readonly string[] = []) {
        for (const id of first) this.number(id);
    }

    get count(): number {
        return this.#ids.length;
    }

    /** The number of an id, which gets one if it has none. */
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
        if (id === undefined) throw new RangeError(`There is no id with the number ${number}.`);
        return id;
    }
}
