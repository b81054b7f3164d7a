import type { Change } from "../model/facts/change.js";
import type { Facts } from "../model/facts/facts.js";
import { TABLES } from "../model/facts/records.js";

/**
 * Returns the changes that turn `before` into `after`, removals first. Does not remove unknowns of `before`, because a change cannot remove
 * them. Does not change the time at which the facts were read.
 */
export function changesBetween(before: Facts, after: Facts): Change[] {
    const removals: Change[] = [];
    const puts: Change[] = [];
    for (const name of GIVEN) {
        const table = name === "membership" ? "memberships" : (`${name}s` as const);
        const is = keyed<object>(after[table], givenKey);
        const was = keyed<object>(before[table], givenKey);
        // The cast is needed because TypeScript cannot relate the name to the type of its list.
        for (const value of removedFrom(was, is)) removals.push({ remove: name, value } as Change);
        for (const value of differing(was, is)) puts.push({ put: name, value } as Change);
    }
    const entities: Change[] = [];
    const ended: Change[] = [];
    for (const name of ENTITIES) {
        const table = TABLES[name];
        const was = keyed<{ readonly id: string }>(before[table] ?? [], ({ id }) => id);
        const is = keyed<{ readonly id: string }>(after[table] ?? [], ({ id }) => id);
        // Removing a user or identity also removes its grants.
        const removed = name === "identity" ? "user" : name;
        for (const { id } of removedFrom(was, is)) ended.push({ remove: removed, id });
        for (const value of differing(was, is)) entities.push({ put: name, value } as Change); // the cast is needed for the same reason as above
    }
    const known = new Set([...before.unknowns].map(sortedText));
    const unknowns = [...after.unknowns].filter((one) => !known.has(sortedText(one)));
    return [
        ...removals,
        ...ended,
        ...entities,
        ...puts,
        ...unknowns.map((value): Change => ({ put: "unknown", value })),
    ];
}

const GIVEN = ["membership", "grant", "link", "nesting"] as const;
// The cast is safe because TABLES is a constant, so it does not have other keys.
const ENTITIES = Object.keys(TABLES) as (keyof typeof TABLES)[];

/** Returns a key that identifies a record by all its fields except the expiration, which can change. */
function givenKey(given: object): string {
    return sortedText({ ...given, until: undefined });
}

function keyed<T>(list: Iterable<T>, keyOf: (one: T) => string): Map<string, T> {
    return new Map([...list].map((one) => [keyOf(one), one]));
}

/** Values in `was` whose keys are missing from `is`. */
function removedFrom<T>(was: ReadonlyMap<string, T>, is: ReadonlyMap<string, T>): T[] {
    return [...was].filter(([key]) => !is.has(key)).map(([, value]) => value);
}

/** Values in `is` that are new, or differ from the value of the same key in `was`. */
function differing<T>(was: ReadonlyMap<string, T>, is: ReadonlyMap<string, T>): T[] {
    return [...is]
        .filter(([key, value]) => {
            const known = was.get(key);
            return known === undefined || sortedText(known) !== sortedText(value);
        })
        .map(([, value]) => value);
}

/** Serializes a value as JSON with sorted properties, so that equal values produce equal text. */
export function sortedText(value: unknown): string {
    return JSON.stringify(value, (_, part: unknown) =>
        part !== null && typeof part === "object" && !Array.isArray(part)
            ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
            : part,
    );
}
