/** Assigns a number to each id, starting at 0. A number is never reassigned. */
export class Numbering {
    readonly #numbers = new Map<string, number>();
    readonly #ids: string[] = [];

    /** @param first ids to which the first numbers are assigned */
    constructor(first: readonly string[] = []) {
        for (const id of first) this.number(id);
    }

    get count(): number {
        return this.#ids.length;
    }

    /** Returns the number of an id. Assigns a number if the id does not have one yet. */
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
        if (id === undefined) throw new RangeError(`The number ${number} is not assigned to an id.`);
        return id;
    }
}
