import { describe, expect, test } from "vitest";
import type { Page } from "../../../src/api/list.js";
import { AnswerPrinter } from "../../../src/cli/calls/answer-printer.js";
import { NOBODY, QUICK, record } from "../../api/harness.js";

/** A stream that collects the text written to it. */
class Sink {
    text = "";

    constructor(
        readonly isTTY = false,
        readonly columns = 80,
    ) {}

    write(more: string | Uint8Array): boolean {
        this.text += more;
        return true;
    }
}

interface Printed {
    readonly out: string;
    readonly notes: string;
}

/** Runs a printer on a terminal or a pipe, and returns what it wrote. */
async function print(
    where: "terminal" | "pipe" | "terminal with --json",
    how: (printer: AnswerPrinter) => unknown,
): Promise<Printed> {
    const out = new Sink(where !== "pipe");
    const notes = new Sink(where !== "pipe");
    await how(new AnswerPrinter(out, notes, where === "terminal with --json"));
    return { out: out.text, notes: notes.text };
}

const STATUSES = { "204": "Deleted." };

describe("AnswerPrinter.answer", () => {
    const group = { group_id: "g", name: "Platform", tags: [] };

    test("prints one line per property to a terminal", async () => {
        const { out } = await print("terminal", (printer) => printer.answer(group, STATUSES));
        expect(out).toBe("group_id  g\nname      Platform\ntags      []\n");
    });

    test.each(["pipe", "terminal with --json"] as const)("prints JSON to a %s", async (where) => {
        const { out, notes } = await print(where, (printer) => printer.answer(group, STATUSES));
        expect(JSON.parse(out)).toEqual(group);
        expect(notes).toBe("");
    });

    test("prints only the description of the status on stderr if the response has no body", async () => {
        for (const where of ["terminal", "pipe"] as const) {
            expect(await print(where, (printer) => printer.answer(undefined, STATUSES))).toEqual({
                out: "",
                notes: "Deleted.\n",
            });
        }
        const { notes } = await print("pipe", (printer) => printer.answer(undefined, {}));
        expect(notes).toBe("Done.\n");
    });

    test("prints a list of ids as a table with one column", async () => {
        const { out } = await print("terminal", (printer) => printer.answer(["a", "b"], STATUSES));
        expect(out).toBe("value\na\nb\n");
    });

    test("prints an empty list as `None.` to a terminal and as `[]` to a pipe", async () => {
        const how = (printer: AnswerPrinter) => printer.answer([], STATUSES);
        expect(await print("terminal", how)).toEqual({ out: "", notes: "None.\n" });
        expect(await print("pipe", how)).toEqual({ out: "[]\n", notes: "" });
    });

    test("prints a plain string or null on one line", async () => {
        const text = await print("terminal", (printer) => printer.answer("a\u001b[2J\nb", STATUSES));
        expect(text.out).toBe("a [2J b\n");
        const nothing = await print("terminal", (printer) => printer.answer(null, STATUSES));
        expect(nothing.out).toBe("null\n");
    });
});

describe("AnswerPrinter.page", () => {
    const page = (items: unknown[], next?: string): Page<unknown, unknown> => ({
        items,
        next,
        answer: { results: items, next: next ?? null, total_count: 7 },
    });

    test("prints a table to a terminal, and how to get the next page on stderr", async () => {
        const { out, notes } = await print("terminal", (printer) =>
            printer.page(page([{ id: "a" }], "c1"), "--cursor"),
        );
        expect(out).toBe("id\na\n");
        expect(notes).toBe("More results are available. Continue with --cursor c1, or use --all.\n");
    });

    test("prints no note after the last page", async () => {
        const { notes } = await print("terminal", (printer) => printer.page(page([{ id: "a" }]), "--cursor"));
        expect(notes).toBe("");
    });

    test("prints the unchanged response to a pipe", async () => {
        const { out, notes } = await print("pipe", (printer) => printer.page(page([{ id: "a" }], "c1"), "--cursor"));
        expect(JSON.parse(out)).toEqual({ results: [{ id: "a" }], next: "c1", total_count: 7 });
        expect(notes).toBe("");
    });

    test("prints the nodes of Relay edges", async () => {
        const edges = [
            { cursor: "1", node: { id: "a" } },
            { cursor: "2", node: { id: "b" } },
        ];
        const { out } = await print("terminal", (printer) => printer.page(page(edges), "--after"));
        expect(out).toBe("id\na\nb\n");
    });

    test("prints `None.` on stderr for a page without items", async () => {
        const { out, notes } = await print("terminal", (printer) => printer.page(page([]), "--cursor"));
        expect({ out, notes }).toEqual({ out: "", notes: "None.\n" });
    });
});

describe("AnswerPrinter.everything", () => {
    /** A list of groups, with one page for each array of names. A request for an undefined page fails. */
    async function listOf(...pages: (string[] | undefined)[]) {
        const answers = pages.map((names, at) => {
            const next = at + 1 < pages.length ? `c${at + 1}` : null;
            return names && { results: names.map((name) => ({ group_id: NOBODY, name })), next, previous: null };
        });
        const { client } = await record(({ url }) => {
            const at = Number(new URL(url, "http://local").searchParams.get("cursor")?.slice(1) ?? 0);
            const body = answers[at];
            return body ? { body } : { status: 403, body: { message: "no" } };
        }, QUICK);
        return client.groups.list();
    }

    test.each([
        ["no items", [[]], []],
        ["one page", [["a", "b"]], ["a", "b"]],
        ["many pages", [["a"], ["b", "c"], ["d"]], ["a", "b", "c", "d"]],
        ["empty pages in between", [[], ["a"], [], ["b"], []], ["a", "b"]],
    ])("prints one JSON array to a pipe: %s", async (_, pages, names) => {
        const list = await listOf(...pages);
        const { out, notes } = await print("pipe", (printer) => printer.everything(list));
        expect(JSON.parse(out).map((group: { name: string }) => group.name)).toEqual(names);
        expect(out).toBe(`${JSON.stringify(JSON.parse(out), undefined, 2)}\n`);
        expect(notes).toBe("");
    });

    test("prints one table to a terminal after clearing the progress", async () => {
        const list = await listOf(["a"], ["b"]);
        const { out, notes } = await print("terminal", (printer) => printer.everything(list));
        expect(out).toBe(`name  group_id\na     ${NOBODY}\nb     ${NOBODY}\n`);
        expect(notes).toBe("\r1 read\r2 read\r\u001b[K");
    });

    test("shows no progress on a terminal with --json", async () => {
        const list = await listOf(["a"], ["b"]);
        const { out, notes } = await print("terminal with --json", (printer) => printer.everything(list));
        expect(JSON.parse(out)).toHaveLength(2);
        expect(notes).toBe("");
    });

    test("clears the progress and leaves incomplete JSON if a page fails", async () => {
        const notes = new Sink(true);
        const people = new AnswerPrinter(new Sink(true), notes, false);
        await expect(people.everything(await listOf(["a"], undefined))).rejects.toThrow("403");
        expect(notes.text).toBe("\r1 read\r\u001b[K");
        const out = new Sink();
        const pipe = new AnswerPrinter(out, new Sink(), false);
        await expect(pipe.everything(await listOf(["a"], undefined))).rejects.toThrow("403");
        expect(() => JSON.parse(out.text)).toThrow(SyntaxError);
    });
});
