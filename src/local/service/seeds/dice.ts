import { randomNumbers } from "../control/random.js";

/** Choices that look natural and are the same for the same seed. */
export class Dice {
    readonly #random: () => number;

    constructor(seed: number) {
        this.#random = randomNumbers(seed);
    }

    /** A whole number from 0 to below `end`. */
    below(end: number): number {
        return Math.floor(this.#random() * end);
    }

    chance(share: number): boolean {
        return this.#random() < share;
    }

    pick<T>(list: readonly T[]): T {
        const found = list[this.below(list.length)];
        if (found === undefined) throw new RangeError("There is nothing to pick from.");
        return found;
    }

    /** Different ones, as many as there are at most, in the order of the list. */
    some<T>(list: readonly T[], count: number): T[] {
        const chosen = new Set<number>();
        while (chosen.size < Math.min(count, list.length)) chosen.add(this.below(list.length));
        return list.filter((_, i) => chosen.has(i));
    }
}
