/** Compares strings by code units, so that the order does not depend on the locale. */
export function compareText(a: string, b: string): number {
    return a < b ? -1 : a > b ? 1 : 0;
}

/** Yields all combinations of `size` items, each in the order of `items`. */
export function* selections<T>(items: readonly T[], size: number, from = 0): Generator<T[]> {
    if (size === 0) {
        yield [];
        return;
    }
    for (let at = from; at <= items.length - size; at += 1)
        for (const rest of selections(items, size - 1, at + 1)) yield [...items.slice(at, at + 1), ...rest];
}

/** Adds a value to the list stored under a key. */
export function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
    const known = lists.get(key);
    if (known) known.push(value);
    else lists.set(key, [value]);
}

/** Groups items by key, in the order of each key's first item. */
export function grouped<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
    const groups = new Map<Key, Item[]>();
    for (const item of items) addTo(groups, keyOf(item), item);
    return groups;
}
