import type { Phrase } from "../../common/phrase.js";

/** Groups people whose access has the same end and path. */
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

/** A person in a list. */
export interface PersonLine {
    readonly id: string;
    readonly name: string;
    /** End of the access, if relevant: `until 3 March 2027, 14:00 UTC`, or `no end (was …)`. */
    readonly ends: Phrase;
    /** Path in words; empty if unknown. */
    readonly because: Phrase;
}

/** People with the same end and path. */
export interface PeopleLine {
    readonly names: readonly string[];
    readonly ends: Phrase;
    readonly because: Phrase;
}
