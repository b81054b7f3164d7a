/** Access levels by number; 0 is the default level, whose id is "". */
export class Levels {
    readonly #numbers = new Map<string, number>([["", 0]]);
    readonly #ids: string[] = [""];

    number(id: string): number {
        const known = this.#numbers.get(id);
        if (known !== undefined) return known;
        this.#ids.push(id);
        this.#numbers.set(id, this.#ids.length - 1);
        return this.#ids.length - 1;
    }

    id(number: number): string {
        return this.#ids[number] ?? "";
    }
}
