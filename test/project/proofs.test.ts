/** Checks that the scripts and files of the long-running proofs exist. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { proofs } from "../../scripts/prove/proofs.js";

const root = join(__dirname, "../..");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

describe.each(Object.entries(proofs))("%s", (_, { commands }) => {
    test.each(commands)("%s", (command) => {
        const words = command.split(" ");
        const [tool = ""] = words;
        if (tool === "npm") expect(Object.keys(scripts)).toContain(words.at(-1));
        else if (tool !== "node") expect(existsSync(join(root, "node_modules/.bin", tool))).toBe(true);
        for (const path of words.filter((word) => word.startsWith("test/") || word.startsWith("scripts/")))
            expect(existsSync(join(root, path)), path).toBe(true);
    });
});

test("an unknown proof name exits with 2 and suggests the nearest name", () => {
    const run = () =>
        execFileSync("npm", ["run", "--silent", "prove", "kill"], { cwd: root, stdio: "pipe", encoding: "utf8" });
    expect(run).toThrow(
        expect.objectContaining({ status: 2, stderr: expect.stringContaining('did you mean "kills"?') }),
    );
});
