import type { Phrase } from "../schema/phrase.js";

/** People by what leads them there, each path said once. */
export function together(people: readonly PersonLine[]): PeopleLine[] {
    const lines = new Map<string, { names: string[]; ends: Phrase; because: Phrase }>();
    for (const { name, ends, because } of people) {
        const key = JSON.stringify([ends, because]);
        const known = lines.get(key);
        if (known) known.names.push(name);
        else lines.set(key, { names: [name], ends, because });
    }
    return [...lines.values()];
}

/** Somebody of whom something is to be said. */
export interface PersonLine {
    readonly id: string;
    readonly name: string;
    /** Until when, if that is of interest: `until 3 March 2027, 14:00 UTC`, or `no end (was …)`. */
    readonly ends: Phrase;
    /** Why, in words; empty where nobody can say. */
    readonly because: Phrase;
}

/** People of whom the same is to be said. */
export interface PeopleLine {
    readonly names: readonly string[];
    readonly ends: Phrase;
    readonly because: Phrase;
}
