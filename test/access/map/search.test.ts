import { expect, test } from "vitest";
import { Search, type SearchEntry } from "../../../src/access/map/search.js";

const search = new Search([
    entry("Vesna Scheduler", "vesna@tidewater.example"),
    entry("ledger-scheduler", "aws iam role"),
    entry("Heddy", ""),
    entry("Team hedges", ""),
    entry("reached", ""),
    entry("Bruno Keller", "hed@tidewater.example"),
]);

test("ranks names that begin with the text first, then words, then other parts of names, then details", () => {
    expect(names("hed")).toEqual([
        "Heddy",
        "Team hedges",
        "ledger-scheduler",
        "reached",
        "Vesna Scheduler",
        "Bruno Keller",
    ]);
});

test("requires a match for every word, in any order", () => {
    expect(names("iam ledger")).toEqual(["ledger-scheduler"]);
    expect(names("iam vesna")).toEqual([]);
});

test("returns nothing for an empty text", () => {
    expect(search.find("  ", 10)).toEqual({ entries: [], total: 0 });
});

test("returns at most the requested number of entries, and the total", () => {
    const { entries, total } = search.find("e", 2);
    expect([entries.length, total]).toEqual([2, 6]);
});

function names(text: string): string[] {
    return search.find(text, 10).entries.map(({ name }) => name);
}

function entry(name: string, detail: string): SearchEntry {
    return { key: `user ${name}`, type: "user", id: name, name, kind: "person", detail };
}
