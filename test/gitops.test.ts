/** What `npm run gitops` shows: see scripts/gitops. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { gitops } from "../scripts/gitops/command.js";
import { findPulumi } from "../src/engine/pulumi.js";

const engines = ["local", ...(findPulumi(false) ? ["pulumi"] : [])];

describe("npm run gitops", () => {
    test.each(engines)("a pull request's life, on %s", { timeout: 300_000 }, async (engine) => {
        let output = "";
        for (const method of ["log", "error"] as const)
            vi.spyOn(console, method).mockImplementation((line) => (output += `${line}\n`));
        const code = await gitops(["--engine", engine]).finally(() => vi.restoreAllMocks());
        expect(code, output).toBe(0);
        expect(output.match(/^ {2}✓ .+$/gm)).toHaveLength(10);
        expect(output).toMatch(/\ngitops: 10 steps, 10 jobs, 2 drifts shown and repaired \(\d+ s\)\n$/);
    });

    test("says what is wrong with an option, and exits with a code that is not 0", { timeout: 60_000 }, async () => {
        const { code, output } = await typed("--engine", "other");
        expect(output.trim()).toBe("gitops: --engine other: it must be pulumi, local or both");
        expect(code).toBe(1);
    });
});

/** The command itself. */
function typed(...args: string[]): Promise<{ code: number; output: string }> {
    return new Promise((resolve) => {
        const options = { cwd: join(__dirname, "..") };
        execFile("npm", ["run", "--silent", "gitops", "--", ...args], options, (error, stdout, stderr) =>
            resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr.replace(/^npm warn.*\n/gm, "") }),
        );
    });
}
