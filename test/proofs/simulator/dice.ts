import { randomNumbers } from "../../../src/local/service/control/random.js";

/** By how much one seed draws something more often than others do, or not at all. */
const TASTES = [0, 0.5, 1, 1, 3];

/**
 * Draws that are the same for the same seed. Each seed has a taste of its own: what it draws by weight, it draws more often or never, so that
 * things meet which are rare among all (swarm testing).
 */
export class Dice {
    readonly #next: () => number;
    readonly #taste: () => number;
    readonly #tastes = new Map<string, number>();

    constructor(seed: number) {
        this.#next = randomNumbers(seed);
        this.#taste = randomNumbers(seed + 1_000_003);
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

    /** A key of `weights`, in proportion to its weight and to the taste of this seed. */
    weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
        // Object.keys forgets the type of the keys.
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
        const known = this.#tastes.get(name) ?? TASTES[Math.floor(this.#taste() * TASTES.length)] ?? 1;
        this.#tastes.set(name, known);
        return known;
    }
}
