import { randomNumbers } from "../../src/service/random.js";

/** Draws that are the same for the same seed. */
export class Dice {
    readonly #next: () => number;

    constructor(seed: number) {
        this.#next = randomNumbers(seed);
    }

    /** A whole number from 0 to below `count`. */
    below(count: number): number {
        return Math.floor(this.#next() * count);
    }

    chance(probability: number): boolean {
        return this.#next() < probability;
    }

    /** One of them. @throws RangeError when there are none. */
    pick<T>(items: readonly T[]): T {
        const item = items[this.below(items.length)];
        if (item === undefined) throw new RangeError("There is nothing to pick from.");
        return item;
    }

    /** One of them, or undefined when there are none. */
    maybe<T>(items: readonly T[]): T | undefined {
        return items.length === 0 ? undefined : this.pick(items);
    }

    /** So many different ones, in their order; all when there are fewer. */
    some<T>(items: readonly T[], count: number): T[] {
        const left = items.map((_, index) => index);
        while (left.length > count) left.splice(this.below(left.length), 1);
        return left.flatMap((index) => items.slice(index, index + 1));
    }

    /** A key of `weights`, in proportion to its weight. */
    weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
        // Object.keys forgets the type of the keys.
        const names = Object.keys(weights) as Name[];
        let left = this.#next() * names.reduce((sum, name) => sum + weights[name], 0);
        for (const name of names) {
            left -= weights[name];
            if (left < 0) return name;
        }
        return this.pick(names);
    }
}
