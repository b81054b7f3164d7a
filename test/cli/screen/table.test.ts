import { describe, expect, test } from "vitest";
import { objectText, tableOf } from "../../../src/cli/screen/table.js";

const ESCAPE = "\u001b";

describe("tableOf", () => {
    test("aligns columns under their names, without trailing blanks", () => {
        const rows = [
            { name: "Ada", city: "Oslo" },
            { name: "Grace", city: "Rome" },
        ];
        expect(tableOf(rows, 80)).toBe("name   city\nAda    Oslo\nGrace  Rome");
    });

    test("shows the columns that fit and names the others", () => {
        const rows = [{ name: "Ada", city: "Oslo", team: "Core" }];
        expect(tableOf(rows, 10)).toBe("name  city\nAda   Oslo\n(--fields or --json also shows team)");
        expect(tableOf(rows, 9)).toBe("name\nAda\n(--fields or --json also shows city, team)");
        expect(tableOf(rows, 16)).not.toContain("--json");
    });

    test("shows one column however narrow the terminal is", () => {
        expect(tableOf([{ name: "Ada", city: "Oslo" }], 1)).toBe("name\nAda\n(--fields or --json also shows city)");
    });

    test("puts ids of other objects last, and omits columns with only empty values or structures", () => {
        const rows = [{ group_id: "g", app_id: "a", name: "n", note: "", gone: null, tags: ["t"] }];
        expect(tableOf(rows, 80)).toBe("name  group_id  app_id\nn     g         a");
    });

    test("puts names, types and times first, so that 80 columns show what happened, when, and who did it", () => {
        const event_id = "7cf4b1d3-1d08-5a5e-9d8a-6f2b9a3b2c11";
        const rows = [
            {
                event_id,
                actor_user_id: event_id,
                actor_name: "Ada Brandt",
                api_token_preview: "abcd",
                created_at: "2026-11-24T01:30:31.848Z",
                event_type: "GROUPS_UPDATED",
            },
        ];
        expect(tableOf(rows, 80).split("\n").slice(0, 2)).toEqual([
            "event_type      created_at                actor_name  api_token_preview",
            "GROUPS_UPDATED  2026-11-24T01:30:31.848Z  Ada Brandt  abcd",
        ]);
    });

    test("puts columns with the same value in every row last, such as the requested id", () => {
        const group_id = "7cf4b1d3-1d08-5a5e-9d8a-6f2b9a3b2c11";
        const rows = ["ada", "bruno"].map((one) => ({ group_id, user_id: one, email: `${one}@tidewater.example` }));
        expect(tableOf(rows, 40)).toBe(
            "email                    user_id\nada@tidewater.example    ada\nbruno@tidewater.example  bruno\n(--fields or --json also shows group_id)",
        );
    });

    test("omits a column that does not fit, but keeps later columns that do", () => {
        const rows = [{ name: "Ada", address: "x".repeat(30), city: "Oslo" }];
        expect(tableOf(rows, 12)).toBe("name  city\nAda   Oslo\n(--fields or --json also shows address)");
    });

    test("shows the requested fields in their order, even if they do not fit", () => {
        const rows = [{ name: "Ada", city: "Oslo", team: { id: 1 } }];
        expect(tableOf(rows, 4, ["team", "name"])).toBe('team      name\n{"id":1}  Ada');
    });

    test("truncates requested fields only if a line would be too long for the terminal", () => {
        const rows = [{ name: "x".repeat(60), city: "Oslo" }];
        expect(tableOf(rows, 80, ["name", "city"])).toContain("x".repeat(60));
        expect(tableOf(rows, 60, ["name", "city"])).toContain(`${"x".repeat(43)}…  Oslo`);
        expect(tableOf(rows, Number.POSITIVE_INFINITY, ["name"])).not.toContain("…");
    });

    test("shows an object's own id before a second timestamp, because requests are approved by id", () => {
        const at = "2026-11-24T01:30:31.848Z";
        const id = "7cf4b1d3-1d08-5a5e-9d8a-6f2b9a3b2c11";
        const rows = [
            { id, created_at: at, updated_at: at, status: "PENDING", requester_id: id, duration_minutes: 60 },
        ];
        expect(tableOf(rows, 80).split("\n")[0]).toMatch(/^status +created_at +id$/);
    });

    test("wraps the list of omitted columns to the terminal width", () => {
        const names = Array.from({ length: 20 }, (_, at) => `property_${at}`);
        const note = tableOf([{ name: "Ada", ...Object.fromEntries(names.map((one) => [one, "x".repeat(40)])) }], 80);
        const lines = note.split("\n");
        expect(lines.length).toBeGreaterThan(3);
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
    });

    test("shows columns that only some rows have, and the values false and zero", () => {
        const rows = [
            { id: "a", on: false },
            { id: "b", count: 0 },
        ];
        expect(tableOf(rows, 80)).toBe("id  on     count\na   false\nb          0");
    });

    test("shows structures if there are no other columns", () => {
        expect(tableOf([{ key: { a: 1 } }, { key: { a: 2 } }], 80)).toBe('key\n{"a":1}\n{"a":2}');
    });

    test("truncates long texts to 44 columns, never inside a character", () => {
        const cut = (name: string) => tableOf([{ name }], 80).split("\n")[1];
        expect(cut("x".repeat(44))).toBe("x".repeat(44));
        expect(cut("x".repeat(45))).toBe(`${"x".repeat(43)}…`);
        expect(cut("界".repeat(22))).toBe("界".repeat(22));
        expect(cut("界".repeat(23))).toBe(`${"界".repeat(21)}…`);
        expect(cut("👩‍👩‍👧".repeat(30))).toBe(`${"👩‍👩‍👧".repeat(21)}…`);
        expect(cut("e\u0301".repeat(44))).toBe("e\u0301".repeat(44));
    });

    test.each([
        ["ideographs", "日本語", 6],
        ["Hangul", "한국", 4],
        ["fullwidth letters", "Ａ", 2],
        ["an emoji", "🚀", 2],
        ["a joined emoji", "👩‍👩‍👧", 2],
        ["a flag", "🇳🇴", 2],
        ["combining marks", "e\u0301e\u0301", 2],
    ])("keeps columns aligned after %s", (_, name, width) => {
        const rows = [
            { name, city: "Oslo" },
            { name: "plain", city: "Rome" },
        ];
        const [head, wide, plain] = tableOf(rows, 80).split("\n");
        const column = Math.max(width, 5) + 2;
        expect(head).toBe(`${"name".padEnd(column)}city`);
        expect(wide).toBe(`${name}${" ".repeat(column - width)}Oslo`);
        expect(plain).toBe(`${"plain".padEnd(column)}Rome`);
    });

    test("counts wide characters as two columns when selecting columns that fit", () => {
        const rows = [{ name: "日本語日本語", city: "Oslo" }];
        expect(tableOf(rows, 18)).toContain("Oslo");
        expect(tableOf(rows, 17)).not.toContain("Oslo");
    });

    test("removes characters of values and names that move the cursor or break the line", () => {
        const rows = [{ [`na${ESCAPE}[2Jme`]: `a\r\nb\tc${ESCAPE}[31md\u2028e\u202ef`, city: "Oslo" }];
        const text = tableOf(rows, 80);
        expect(text).not.toMatch(/[^\P{Cc}\n]|[\u2028\u202e]/u);
        expect(text.split("\n")).toHaveLength(2);
        expect(text).toContain("a b c [31md e f");
    });

    test("shows 100,000 rows", () => {
        const rows = Array.from({ length: 100_000 }, (_, id) => ({ id }));
        expect(tableOf(rows, 80).split("\n")).toHaveLength(100_001);
    });
});

describe("objectText", () => {
    test("prints one line per property, with structures as JSON", () => {
        const object = { id: "g", tags: ["a", "b"], note: null, name: "x\ny" };
        expect(objectText(object, 80)).toBe('id    g\ntags  ["a","b"]\nnote\nname  x y');
    });

    test("does not truncate values", () => {
        expect(objectText({ text: "x".repeat(200) }, 80)).toBe(`text  ${"x".repeat(200)}`);
    });

    test("prints a structure that is too wide on several lines", () => {
        const object = { id: "g", tags: [`a${ESCAPE}`, "b"] };
        expect(objectText(object, 12)).toBe('id    g\ntags  [\n        "a\\u001b",\n        "b"\n      ]');
    });
});
