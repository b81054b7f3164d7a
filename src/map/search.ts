import type { Place } from "./ways.js";

/** What can be chosen: places on a way, and owners. */
export type Chosen = Place | { readonly type: "owner"; readonly id: string };

/** Something that can be found. */
export interface Entry {
    readonly key: string;
    readonly type: Chosen["type"];
    readonly id: string;
    readonly name: string;
    /** What it is, in words. */
    readonly kind: string;
    /** What tells it from others of the name: an address, a type. */
    readonly detail: string;
}

export interface Hits {
    readonly entries: readonly Entry[];
    /** How many there are, of which `entries` are the best. */
    readonly total: number;
}

/** Finds entries by what somebody types: every word must be in name, detail, kind or id. */
export class Search {
    readonly #lines: readonly Line[];

    constructor(entries: readonly Entry[]) {
        this.#lines = entries
            .map((entry): Line => {
                const name = entry.name.toLowerCase();
                return { entry, name, all: `${name}\n${entry.detail}\n${entry.kind}\n${entry.id}`.toLowerCase() };
            })
            .sort(byName);
    }

    /** The best, those whose name begins with the text before all others. Nothing is found by an empty text. */
    find(text: string, most: number): Hits {
        const whole = text.trim().toLowerCase();
        const words = whole.split(/\s+/).filter((word) => word !== "");
        if (words.length === 0) return { entries: [], total: 0 };
        // By rank, each in the order of names.
        const ranks: Entry[][] = [[], [], [], [], []];
        let total = 0;
        for (const { entry, name, all } of this.#lines) {
            if (!words.every((word) => all.includes(word))) continue;
            total += 1;
            ranks[rankOf(name, whole, words)]?.push(entry);
        }
        return { entries: ranks.flat().slice(0, most), total };
    }
}

interface Line {
    readonly entry: Entry;
    readonly name: string;
    readonly all: string;
}

function rankOf(name: string, whole: string, words: readonly string[]): number {
    if (name === whole) return 0;
    if (name.startsWith(whole)) return 1;
    if (words.every((word) => beginsIn(name, word))) return 2;
    return words.every((word) => name.includes(word)) ? 3 : 4;
}

/** Whether one of the words of a name begins so. */
function beginsIn(name: string, word: string): boolean {
    for (let at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1))
        if (at === 0 || /[^\p{L}\p{N}]/u.test(name[at - 1] ?? "")) return true;
    return false;
}

/** By the letters alone: a comparison by language takes a hundred times as long. */
function byName(one: Line, other: Line): number {
    if (one.name !== other.name) return one.name < other.name ? -1 : 1;
    return one.entry.key < other.entry.key ? -1 : 1;
}
