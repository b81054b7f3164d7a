import { expect, test } from "vitest";
import { type Entry, Search } from "../../../src/access/map/search.js";

const search = new Search([
    entry("Vesna Scheduler", "vesna@tidewater.example"),
    entry("ledger-scheduler", "aws iam role"),
    entry("Heddy", ""),
    entry("Team hedges", ""),
    entry("reached", ""),
    entry("Bruno Keller", "hed@tidewater.example"),
]);

test("names that begin so come first, then words, then any part, then what is not the name", () => {
    expect(names("hed")).toEqual([
        "Heddy",
        "Team hedges",
        "ledger-scheduler",
        "reached",
        "Vesna Scheduler",
        "Bruno Keller",
    ]);
});

test("every word must fit, in any order", () => {
    expect(names("iam ledger")).toEqual(["ledger-scheduler"]);
    expect(names("iam vesna")).toEqual([]);
});

test("an empty text finds nothing", () => {
    expect(search.find("  ", 10)).toEqual({ entries: [], total: 0 });
});

test("no more than asked for, and how many there are", () => {
    const { entries, total } = search.find("e", 2);
    expect([entries.length, total]).toEqual([2, 6]);
});

function names(text: string): string[] {
    return search.find(text, 10).entries.map(({ name }) => name);
}

function entry(name: string, detail: string): Entry {
    return { key: `user ${name}`, type: "user", id: name, name, kind: "person", detail };
}
