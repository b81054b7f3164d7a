import type { Phrase } from "../../common/phrase.js";

/** Groups people whose access has the same expiration and path. */
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

/** One person in a list of people who have access. */
export interface PersonLine {
    readonly id: string;
    readonly name: string;
    /** Expiration of the access, if relevant: `until 3 March 2027, 14:00 UTC`, or `no end (was …)`. */
    readonly ends: Phrase;
    /** Description of the path in words. Empty if the path is unknown. */
    readonly because: Phrase;
}

/** People whose access has the same expiration and path. */
export interface PeopleLine {
    readonly names: readonly string[];
    readonly ends: Phrase;
    readonly because: Phrase;
}
