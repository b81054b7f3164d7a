/** The long proofs: each is made of scripts and files that are there. */
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

test("a name that is not there is told with the nearest, and ends with 2", () => {
    const run = () =>
        execFileSync("npm", ["run", "--silent", "prove", "kill"], { cwd: root, stdio: "pipe", encoding: "utf8" });
    expect(run).toThrow(
        expect.objectContaining({ status: 2, stderr: expect.stringContaining('did you mean "kills"?') }),
    );
});
