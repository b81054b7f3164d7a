import { compareText } from "../../common/collections.js";
import type { WayPlace } from "./ways.js";

/** Type of an object that can be selected: a principal, a target or an owner. */
export type Chosen = WayPlace | { readonly type: "owner"; readonly id: string };

/** An object that can be found by searching. */
export interface SearchEntry {
    readonly key: string;
    readonly type: Chosen["type"];
    readonly id: string;
    readonly name: string;
    /** Kind of the object, such as "person" or "access rule". */
    readonly kind: string;
    /** Additional information, such as an email address or a type. */
    readonly detail: string;
}

export interface Hits {
    readonly entries: readonly SearchEntry[];
    /** Total number of hits. `entries` contains only the best ones. */
    readonly total: number;
}

/** Finds entries in which every word of the query occurs in the name, detail, kind or id. */
export class Search {
    readonly #lines: readonly SearchLine[];

    constructor(entries: readonly SearchEntry[]) {
        this.#lines = entries
            .map((entry): SearchLine => {
                const name = entry.name.toLowerCase();
                return { entry, name, all: `${name}\n${entry.detail}\n${entry.kind}\n${entry.id}`.toLowerCase() };
            })
            .sort(byName);
    }

    /** Returns the best hits. Names that start with the text come first. An empty text does not have hits. */
    find(text: string, most: number): Hits {
        const whole = text.trim().toLowerCase();
        const words = whole.split(/\s+/).filter((word) => word !== "");
        if (words.length === 0) return { entries: [], total: 0 };
        // Sorts by rank, then by name.
        const ranks: SearchEntry[][] = [[], [], [], [], []];
        let total = 0;
        for (const { entry, name, all } of this.#lines) {
            if (!words.every((word) => all.includes(word))) continue;
            total += 1;
            ranks[rankOf(name, whole, words)]?.push(entry);
        }
        return { entries: ranks.flat().slice(0, most), total };
    }
}

interface SearchLine {
    readonly entry: SearchEntry;
    readonly name: string;
    readonly all: string;
}

function rankOf(name: string, whole: string, words: readonly string[]): number {
    if (name === whole) return 0;
    if (name.startsWith(whole)) return 1;
    if (words.every((word) => beginsIn(name, word))) return 2;
    return words.every((word) => name.includes(word)) ? 3 : 4;
}

/** Whether any word in the name starts with `word`. */
function beginsIn(name: string, word: string): boolean {
    for (let at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1))
        if (at === 0 || /[^\p{L}\p{N}]/u.test(name[at - 1] ?? "")) return true;
    return false;
}

/** Compares without regard to locale, which is about a hundred times faster. */
function byName(one: SearchLine, other: SearchLine): number {
    return compareText(one.name, other.name) || compareText(one.entry.key, other.entry.key);
}
