import { randomNumbers } from "../../../src/local/service/control/random.js";

/** Factors by which a seed draws an option more or less often, or never. */
const FACTORS = [0, 0.5, 1, 1, 3];

/**
 * Random values that depend only on the seed. Each seed also changes the weights of options, up to excluding some, so that
 * rare combinations occur (swarm testing).
 */
export class Dice {
    readonly #next: () => number;
    readonly #taste: () => number;
    readonly #tastes = new Map<string, number>();

    constructor(seed: number) {
        this.#next = randomNumbers(seed);
        this.#taste = randomNumbers(seed + 1_000_003);
    }

    /** An integer from 0 to `count` - 1. */
    below(count: number): number {
        return Math.floor(this.#next() * count);
    }

    chance(probability: number): boolean {
        return this.#next() < probability;
    }

    /** Picks an item. @throws RangeError if there are none. */
    pick<T>(items: readonly T[]): T {
        const item = items[this.below(items.length)];
        if (item === undefined) throw new RangeError("There is nothing to pick from.");
        return item;
    }

    /** Picks an item, or returns undefined if there are none. */
    maybe<T>(items: readonly T[]): T | undefined {
        return items.length === 0 ? undefined : this.pick(items);
    }

    /** Picks `count` different items and keeps their order. Returns all if there are fewer. */
    some<T>(items: readonly T[], count: number): T[] {
        const left = items.map((_, index) => index);
        while (left.length > count) left.splice(this.below(left.length), 1);
        return left.flatMap((index) => items.slice(index, index + 1));
    }

    /** Picks a key of `weights` in proportion to its weight and the factor of this seed. */
    weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
        // Object.keys returns strings.
        const names = Object.keys(weights) as Name[];
        const tasted = names.map((name) => weights[name] * this.#tasteOf(name));
        const sum = tasted.reduce((all, one) => all + one, 0);
        if (sum === 0) return this.pick(names);
        let left = this.#next() * sum;
        for (const [index, name] of names.entries()) {
            left -= tasted[index] ?? 0;
            if (left < 0) return name;
        }
        return this.pick(names);
    }

    #tasteOf(name: string): number {
        const known = this.#tastes.get(name) ?? FACTORS[Math.floor(this.#taste() * FACTORS.length)] ?? 1;
        this.#tastes.set(name, known);
        return known;
    }
}
