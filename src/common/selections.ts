/** Yields all combinations of `size` items, each in the order of `items`. */
export function* selections<T>(items: readonly T[], size: number, from = 0): Generator<T[]> {
    if (size === 0) {
        yield [];
        return;
    }
    for (let at = from; at <= items.length - size; at += 1)
        for (const rest of selections(items, size - 1, at + 1)) yield [...items.slice(at, at + 1), ...rest];
}
