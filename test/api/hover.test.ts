import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { operations } from "../../src/api/generated/operations.gen.js";
import type { OperationEntry } from "../../src/api/operation.js";

/** The hover text of each method, by the name of its area and method. */
const shown = hoverTexts(join(__dirname, "../../src/api/generated/areas.gen.ts"));

const entries: [string, OperationEntry][] = Object.values(operations).map((entry) => [entry.call, entry]);

describe("hover texts", () => {
    test.each(entries)("the text of %s contains its summary, method, path and status codes", (call, entry) => {
        const { text, tags } = shown.get(call) ?? { text: "", tags: [] };
        expect(text).toContain(entry.summary);
        expect(text).toContain(`\`${entry.method} ${entry.path}\``);
        for (const status of Object.keys(entry.answers))
            expect(tags.join("\n")).toMatch(new RegExp(`^returns .*${status}: `, "m"));
        for (const status of entry.errors ?? [])
            expect(tags.join("\n")).toMatch(new RegExp(`^throws .*${status}: `, "m"));
        expect(tags.some((tag) => tag.startsWith("deprecated"))).toBe(entry.deprecated ?? false);
    });

    test("the text of a list states the page size if it can be chosen", () => {
        expect(shown.get("groups.list")?.text).toContain("in pages of 200 (`page_size`, 1000 at most)");
        expect(shown.get("groups.listUsers")?.text).toContain(
            "without `page_size` and `cursor` the whole list at once",
        );
        expect(shown.get("events.list")?.tags.join("\n")).toContain("param query.start_date_filter ");
    });

    test("the texts of deprecated operations name their replacements", () => {
        expect(shown.get("requests.listRelay")?.tags).toContain("deprecated Use GET /requests.");
        expect(entries.filter(([, entry]) => entry.deprecated)).toHaveLength(9);
    });

    test("the texts of deprecated parameters are marked", () => {
        expect(shown.get("groups.addUser")?.tags.join("\n")).toMatch(/param query\.duration_minutes Deprecated\. /);
        const types = readFileSync(join(__dirname, "../../src/api/generated/types.gen.ts"), "utf8");
        const query = /export type AddGroupUserData = \{[\s\S]*?\n\};/.exec(types)?.[0] ?? "";
        expect(query.match(/@deprecated/g)).toHaveLength(2);
    });

    test("the texts of durations state their bounds in minutes", () => {
        const types = readFileSync(join(__dirname, "../../src/api/generated/types.gen.ts"), "utf8");
        const body = /export type AddGroupUserRequest = \{[\s\S]*?\n\};/.exec(types)?.[0] ?? "";
        expect(body).toContain("Minutes of access; 0 is indefinite. From 0 to 153722867.");
    });
});

function hoverTexts(file: string): Map<string, { text: string; tags: string[] }> {
    const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.ES2022, true);
    const found = new Map<string, { text: string; tags: string[] }>();
    for (const node of source.statements.filter(ts.isClassDeclaration)) {
        const area = node.name?.text.replace(/Area$/, "").replace(/^[A-Z]/, (letter) => letter.toLowerCase());
        for (const method of node.members.filter(ts.isMethodDeclaration)) {
            const [doc] = ts.getJSDocCommentsAndTags(method).filter(ts.isJSDoc);
            const tags = ts.getJSDocTags(method).map((tag) =>
                tag
                    .getText()
                    .replace(/^@/, "")
                    .replace(/\s+\*?\s*/g, " ")
                    .trim(),
            );
            found.set(`${area}.${method.name.getText()}`, { text: ts.getTextOfJSDocComment(doc?.comment) ?? "", tags });
        }
    }
    return found;
}
