import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ReadJournal } from "../../../src/adopt/export/journal.js";

const folder = mkdtempSync(join(tmpdir(), "journal-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const fresh = () => join(folder, `${++files}.jsonl`);
const OF = "https://api.example/v1 ada";

test("a new journal recalls the entries of the previous one, from a file that only its owner can read", () => {
    const file = fresh();
    const first = new ReadJournal(file, OF);
    first.keep("group a", { value: [1] });
    first.keep("group b", { value: undefined });
    first.flush();
    const second = new ReadJournal(file, OF);
    expect(second.size).toBe(2);
    expect(second.recall("group a")).toEqual({ value: [1] });
    expect(second.recall("group b")).toEqual({});
    expect(second.recall("group c")).toBeUndefined();
    expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("unflushed entries are lost, but every hundredth entry causes a flush", () => {
    const file = fresh();
    const first = new ReadJournal(file, OF);
    for (let at = 0; at < 150; at += 1) first.keep(`${at}`, at);
    expect(new ReadJournal(file, OF).size).toBe(100);
});

test("incomplete and invalid lines are skipped", () => {
    const file = fresh();
    const first = new ReadJournal(file, OF);
    first.keep("a", 1);
    first.flush();
    appendFileSync(file, 'null\n{"b":1}\n[3,4]\n["c",');
    const second = new ReadJournal(file, OF);
    expect(second.size).toBe(1);
    // The next entry is not appended to the incomplete line.
    second.keep("d", 2);
    second.flush();
    expect(new ReadJournal(file, OF).recall("d")).toBe(2);
});

test.each([
    ["of another user or address", "https://api.example/v1 bruno", 0],
    ["that is older than an hour", OF, 61 * 60_000],
])("a journal %s is discarded", (_, of, later) => {
    const file = fresh();
    const first = new ReadJournal(file, OF);
    first.keep("a", 1);
    first.flush();
    expect(new ReadJournal(file, of, Date.now() + later).size).toBe(0);
    expect(readFileSync(file, "utf8").split("\n").length).toBe(2);
});

test.each(["", "\n", "no json\n", "null\n", "[]\n"])("a file that begins with %j is not read as a journal", (text) => {
    const file = fresh();
    writeFileSync(file, text);
    expect(new ReadJournal(file, OF).size).toBe(0);
});

test("done deletes the file", () => {
    const file = fresh();
    const journal = new ReadJournal(file, OF);
    journal.keep("a", 1);
    journal.done();
    journal.flush();
    expect(existsSync(file)).toBe(false);
});
