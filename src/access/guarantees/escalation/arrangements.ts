import { selections } from "../../../common/selections.js";

/**
 * Yields selections of at least `fewest` gains, each in the order of their rounds. Smaller selections come first. A gain of round n
 * requires at least n earlier gains, so gains of later rounds are omitted from small selections.
 */
export function* ordered<T extends InRound>(gains: readonly T[], fewest: number): Generator<T[]> {
    for (let count = fewest; count <= gains.length; count += 1)
        yield* selections(
            gains.filter(({ round }) => round < count),
            count,
        );
}

/** Yields the same selections as `ordered`, each in every possible order. */
export function* arrangements<T extends InRound>(gains: readonly T[], fewest: number): Generator<T[]> {
    for (const some of ordered(gains, fewest)) yield* orders(some);
}

function* orders<T>(items: readonly T[]): Generator<T[]> {
    if (items.length <= 1) yield [...items];
    else
        for (const [at, item] of items.entries())
            for (const rest of orders([...items.slice(0, at), ...items.slice(at + 1)])) yield [item, ...rest];
}

/** Yields the first `most` items of a sequence. */
export function* first<T>(items: Iterable<T>, most: number): Generator<T> {
    let count = 0;
    for (const item of items) {
        if (count >= most) return;
        count += 1;
        yield item;
    }
}

interface InRound {
    readonly round: number;
}
