import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { reflowed } from "../../../src/cli/screen/terminal.js";
import { runCommand } from "../command.js";

// Lines that are never wrapped: shell commands, JSON and operations.
const WHOLE = /^ +(\$|\{)|^ +\S+\.\S+ {2,}/;

/** The words of each command. */
let commands: string[][];

beforeAll(async () => {
    const { stdout } = await runCommand(["--help"]);
    const names = Array.from(stdout.matchAll(/^ {2}([a-z-]+) /gm), ([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(12);
    const words = [[], ...names.map((name) => [name]), ["call", "groups.addUser"], ["call", "users.list"]];
    commands = words.filter(([name]) => name !== "help");
});

// After an intended change: npx --no-install vitest run test/cli/screen/help.test.ts -u
test("every command and option, with its help, is as recorded in help.txt", async () => {
    const texts: string[] = [];
    for (const words of commands) texts.push((await runCommand([...words, "--help"], { columns: 120 })).stdout);
    await expect(texts.join("\n\n")).toMatchFileSnapshot(join(__dirname, "help.txt"));
});

test.each([80, 120])("at %i columns, help lines fit the terminal and do not break too early", async (columns) => {
    for (const words of commands) {
        const { code, stdout: help, stderr } = await runCommand([...words, "--help"], { columns });
        expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
        const prose = help.split("\n").filter((line) => !WHOLE.test(line));
        expect(prose.filter((line) => line.length > columns)).toEqual([]);
        const early = prose.filter((line, at) => {
            const [word = ""] = (prose[at + 1] ?? "").split(" ");
            return /^\S/.test(line) && word !== "" && line.length + 1 + word.length <= columns;
        });
        expect(early).toEqual([]);
    }
});

test("indented lines are not reflowed", () => {
    const text = "one\ntwo\n\nExamples:\n  $ a b c\n  $ d\n";
    expect(reflowed(text, 80)).toBe("one two\n\nExamples:\n  $ a b c\n  $ d\n");
    expect(reflowed(text, 5)).toBe("one\ntwo\n\nExamples:\n  $ a b c\n  $ d\n");
});
