/** What `npm run gitops` shows: see scripts/gitops. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findPulumi } from "../src/engine/pulumi.js";

const engines = ["local", ...(findPulumi(false) ? ["pulumi"] : [])];

describe("npm run gitops", () => {
    test.each(engines)("a pull request's life, on %s", { timeout: 300_000 }, async (engine) => {
        const { code, output } = await gitops("--engine", engine);
        expect(code, output).toBe(0);
        expect(output.match(/^ {2}✓ .+$/gm)).toHaveLength(10);
        expect(output).toMatch(/\ngitops: 10 steps, 10 jobs, 2 drifts shown and repaired \(\d+ s\)\n$/);
    });

    test("says what is wrong with an option, and exits with a code that is not 0", { timeout: 60_000 }, async () => {
        const { code, output } = await gitops("--engine", "other");
        expect(output.trim()).toBe("gitops: --engine other: it must be pulumi, local or both");
        expect(code).toBe(1);
    });
});

function gitops(...args: string[]): Promise<{ code: number; output: string }> {
    return new Promise((resolve) => {
        const options = { cwd: join(__dirname, "..") };
        execFile("npm", ["run", "--silent", "gitops", "--", ...args], options, (error, stdout, stderr) =>
            resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr.replace(/^npm warn.*\n/gm, "") }),
        );
    });
}
