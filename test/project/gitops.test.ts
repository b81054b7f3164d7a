/** Runs the demonstration of `npm run gitops`; see scripts/gitops. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { tell } from "../../scripts/gitops/story.js";
import { findPulumi } from "../../src/local/engine/pulumi.js";

const engines = ["local" as const, ...(findPulumi(false) ? ["pulumi" as const] : [])];

// The story has 16 jobs: on a slow machine, it takes longer than the limit that ends what hangs.
const STORY_MS = 1_800_000;

describe("npm run gitops", () => {
    test.each(engines)("runs every step of a pull request, on %s", { timeout: STORY_MS }, async (engine) => {
        let output = "";
        vi.spyOn(console, "log").mockImplementation((line) => (output += `${line}\n`));
        const { stopped } = await tell(engine, () => {}).finally(() => vi.restoreAllMocks());
        const comment = stopped.replace(/^.*\n/, "").trim();
        expect(readFileSync(join(__dirname, "../../docs/reviewers.md"), "utf8")).toContain(
            `npm run gitops -->\n\n${comment}\n\n<!-- until here -->`,
        );
        expect(output.match(/^ {2}✓ .+$/gm)).toHaveLength(16);
        expect(output).toMatch(/\ngitops: 16 steps, 16 jobs, 4 drifts shown, and repaired or accepted \(\d+ s\)\n$/);
    });

    test("prints an error and exits with 1 if an option is invalid", async () => {
        const { code, output } = await runGitops("--engine", "other");
        expect(output.trim()).toBe("gitops: --engine other: it must be pulumi, local or both");
        expect(code).toBe(1);
    });
});

/** Runs the command with these arguments. */
function runGitops(...args: string[]): Promise<{ code: number; output: string }> {
    return new Promise((resolve) => {
        const options = { cwd: join(__dirname, "../..") };
        execFile("npm", ["run", "--silent", "gitops", "--", ...args], options, (error, stdout, stderr) =>
            resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr.replace(/^npm warn.*\n/gm, "") }),
        );
    });
}
