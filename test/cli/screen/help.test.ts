import { expect, test } from "vitest";
import { reflowed } from "../../../src/cli/screen/terminal.js";
import { runCommand } from "../command.js";

// Lines that are never wrapped: shell commands, JSON and operations.
const WHOLE = /^ +(\$|\{)|^ +\S+\.\S+ {2,}/;

test.each([80, 120])("at %i columns, help lines fit the terminal and do not break too early", async (columns) => {
    const { stdout } = await runCommand(["--help"]);
    const commands = Array.from(stdout.matchAll(/^ {2}([a-z-]+) /gm), ([, name = ""]) => name);
    expect(commands.length).toBeGreaterThan(12);
    const lines = [[], ...commands.map((name) => [name]), ["call", "groups.addUser"], ["call", "users.list"]];
    for (const names of lines.filter(([name]) => name !== "help")) {
        const { code, stdout: help, stderr } = await runCommand([...names, "--help"], { columns });
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
