import type { Change, Facts } from "../access/facts.js";
import { sortedText } from "./columns.js";

/**
 * What makes `after` of `before`: first what is taken away, then what is put. What was unknown before stays unknown, since no change says
 * that it is known now; the moment of reading stays that of `before`.
 */
export function changesBetween(before: Facts, after: Facts): Change[] {
    const removals: Change[] = [];
    const puts: Change[] = [];
    for (const name of GIVEN) {
        const table = name === "membership" ? "memberships" : (`${name}s` as const);
        const is = keyed<object>(after[table], givenKey);
        const was = keyed<object>(before[table], givenKey);
        // Each list holds what its name says, which the compiler cannot follow from one table to the next.
        for (const value of beside(was, is)) removals.push({ remove: name, value } as Change);
        for (const value of differing(was, is)) puts.push({ put: name, value } as Change);
    }
    const entities: Change[] = [];
    const ended: Change[] = [];
    for (const name of ENTITIES) {
        const table = TABLES[name];
        const was = keyed<{ readonly id: string }>(before[table] ?? [], ({ id }) => id);
        const is = keyed<{ readonly id: string }>(after[table] ?? [], ({ id }) => id);
        // A non-human identity is removed as a principal is: with its grants.
        const removed = name === "identity" ? "user" : name;
        for (const { id } of beside(was, is)) ended.push({ remove: removed, id });
        for (const value of differing(was, is)) entities.push({ put: name, value } as Change); // as above
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
const ENTITIES = [
    "user",
    "identity",
    "group",
    "resource",
    "bundle",
    "owner",
    "binding",
    "delegation",
    "template",
] as const;
const TABLES = {
    user: "users",
    identity: "identities",
    group: "groups",
    resource: "resources",
    bundle: "bundles",
    owner: "owners",
    binding: "bindings",
    delegation: "delegations",
    template: "templates",
} as const;

/** Everything but the end: what stays the same thing if it ends at another time. */
function givenKey(given: object): string {
    return sortedText({ ...given, until: undefined });
}

function keyed<T>(list: Iterable<T>, keyOf: (one: T) => string): Map<string, T> {
    return new Map([...list].map((one) => [keyOf(one), one]));
}

/** What `is` does not have. */
function beside<T>(was: ReadonlyMap<string, T>, is: ReadonlyMap<string, T>): T[] {
    return [...was].filter(([key]) => !is.has(key)).map(([, value]) => value);
}

/** What `is` has, and `was` has not, or otherwise. */
function differing<T>(was: ReadonlyMap<string, T>, is: ReadonlyMap<string, T>): T[] {
    return [...is]
        .filter(([key, value]) => {
            const known = was.get(key);
            return known === undefined || sortedText(known) !== sortedText(value);
        })
        .map(([, value]) => value);
}
