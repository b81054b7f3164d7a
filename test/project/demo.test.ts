import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { show } from "../../scripts/demo/demo.js";
import { findPulumi } from "../../src/local/engine/pulumi.js";

const folder = mkdtempSync(join(tmpdir(), "demo-"));
afterAll(() => rmSync(folder, { recursive: true }));

const steps = new Map<string, unknown>();

describe("npm run demo", () => {
    // The local engine runs everywhere, the Pulumi CLI only where it is installed.
    const engines = ["local" as const, ...(findPulumi(false) ? ["pulumi" as const] : [])];
    for (const engine of engines) {
        it(`shows and repairs all drift and prints the counts, on ${engine}`, async () => {
            const file = join(folder, `${engine}.json`);
            let output = "";
            vi.spyOn(console, "log").mockImplementation((line) => (output += `${line}\n`));
            await show({ engine, steps: file }).finally(() => vi.restoreAllMocks());
            expect(output).toMatch(/\ndemo: 9 declared, 5 drifted, 5 shown, 5 repaired, clean\n$/);
            expect(output).not.toMatch(/^\s+at .*[(:]/m);
            expect(output).not.toContain("local-token");
            steps.set(engine, JSON.parse(readFileSync(file, "utf8")));
        });
    }

    if (engines.length > 1) {
        it("has the same steps on both engines", () => {
            expect(steps.get("local")).toEqual(steps.get("pulumi"));
        });
    }

    it("prints an error and exits with 1 if an option is invalid", async () => {
        const { code, output } = await runDemo("--engine", "other");
        expect(output.trim()).toBe("demo: --engine other: it must be auto, pulumi or local");
        expect(code).toBe(1);
    });
});

/** Runs the command with these arguments. */
function runDemo(...args: string[]): Promise<{ code: number | null; output: string }> {
    return new Promise((resolve) => {
        const child = spawn("npm", ["run", "--silent", "demo", "--", ...args], { cwd: join(__dirname, "../..") });
        let output = "";
        const take = (chunk: Buffer) => {
            output += chunk.toString();
        };
        child.stdout.on("data", take);
        child.stderr.on("data", take);
        child.on("close", (code) => resolve({ code, output }));
    });
}
