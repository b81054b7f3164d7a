import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { declarationPlaces } from "../../../src/adopt/export/variables.js";

let folder: string;

beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "variables-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("finds the declarations of a program in any layout", () => {
    write("teams/a.ts", ['export const ada = new access.Owner("ada", {', "});", "new GroupUser('it\\'s', {});"]);
    write("b.ts", ["export const long = new access.EventStream(", '    "a \\"stream\\"",', "    {},", ");"]);
    expect(declarationPlaces(folder)).toEqual([
        { kind: "EventStream", resource: 'a "stream"', variable: "long", file: "b.ts", line: 1 },
        { kind: "Owner", resource: "ada", variable: "ada", file: "teams/a.ts", line: 1 },
        { kind: "GroupUser", resource: "it's", file: "teams/a.ts", line: 3 },
    ]);
});

test("ignores names computed at run time, packages and type declarations", () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
    write("a.ts", ["new access.Tag(`${name}`, {});"]);
    write("node_modules/b/index.ts", ['export const b = new access.Owner("b", {});']);
    write("c.d.ts", ['export const c = new access.Owner("c", {});']);
    expect(declarationPlaces(folder)).toEqual([]);
});

test("does not follow links to folders, which may form cycles, or read other programs in subfolders", () => {
    write("a.ts", ['new access.Owner("a", {});']);
    write("other/Pulumi.yaml", ["name: other"]);
    write("other/teams/b.ts", ['new access.Owner("b", {});']);
    for (const [target, link] of [
        [".", "packages"],
        ["a.ts", "linked.ts"],
        ["nothing.ts", "dangling.ts"],
        ["circle.ts", "circle.ts"],
    ] as const)
        symlinkSync(target, join(folder, link));
    expect(declarationPlaces(folder).map(({ file }) => file)).toEqual(["a.ts", "linked.ts"]);
});

function write(file: string, lines: readonly string[]): void {
    const path = join(folder, file);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, lines.join("\n"));
}
