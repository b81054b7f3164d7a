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
