import { randomNumbers } from "../control/random.js";

/** Makes pseudorandom choices. The same seed always produces the same choices. */
export class Dice {
    readonly #random: () => number;

    constructor(seed: number) {
        this.#random = randomNumbers(seed);
    }

    /** Returns an integer from 0 (inclusive) to `end` (exclusive). */
    below(end: number): number {
        return Math.floor(this.#random() * end);
    }

    chance(share: number): boolean {
        return this.#random() < share;
    }

    pick<T>(list: readonly T[]): T {
        const found = list[this.below(list.length)];
        if (found === undefined) throw new RangeError("Cannot pick from an empty list.");
        return found;
    }

    /** Returns up to `count` distinct items, in the order of the list. */
    some<T>(list: readonly T[], count: number): T[] {
        const chosen = new Set<number>();
        while (chosen.size < Math.min(count, list.length)) chosen.add(this.below(list.length));
        return list.filter((_, i) => chosen.has(i));
    }
}
