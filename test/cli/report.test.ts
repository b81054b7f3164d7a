import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { exitCodeOf } from "../../src/cli/exit-codes.js";
import { addReport } from "../../src/cli/report.js";
import { UsageError } from "../../src/errors.js";
import { startService } from "../../src/service/index.js";
import { folder as documents } from "../report/document.js";

const folder = mkdtempSync(join(tmpdir(), "report-"));
const document = join(documents, "pull-request.json");

afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the command prints, run in this process. */
async function report(
    args: readonly string[],
    service?: { readonly url: string; readonly token: string },
): Promise<string> {
    vi.stubEnv("ACCESS_GOVERNANCE_URL", service?.url);
    vi.stubEnv("ACCESS_GOVERNANCE_TOKEN", service?.token);
    vi.stubEnv("OPAL_AUTH_TOKEN", undefined);
    let text = "";
    vi.spyOn(process.stdout, "write").mockImplementation((more) => {
        text += more;
        return true;
    });
    const program = new Command("access-governance").exitOverride();
    addReport(program);
    await program.parseAsync(["report", ...args], { from: "user" });
    return text;
}

describe("access-governance report", () => {
    test("says it for a log, and writes the comment as well, with the names that the service knows", async () => {
        const service = await startService({ seed: "small" });
        const file = join(folder, "comment.md");
        const args = ["--link", "https://ci.example/run/1", "--stack", "prod", "--comment", file, document];
        const log = await report(args, service);
        expect(log).toMatch(/^Access in prod: 6 objects change: 1 widens access/);
        expect(log).toContain('bundle "First day", group "Office staff"');
        const recorded = readFileSync(join(documents, "pull-request.md"), "utf8");
        const comment = recorded.replaceAll("access/prod", "prod");
        expect(readFileSync(file, "utf8")).toBe(comment);
        expect(await report(["--format", "markdown", ...args], service)).toBe(comment);
        await service.close();
        expect(service.calls.writes()).toEqual([]);
    });

    test("asks nobody without a token", async () => {
        const group = "69831bfd-6af6-5bb3-90d2-757e59c6e300";
        expect(await report([document])).toContain(`bundle "First day", group "${group}"`);
    });

    test.each([
        ["what is no JSON", "Previewing update (dev):", 'no JSON document: it begins with "Previewing update (dev):"'],
        ["another document", '{"version":3}', "no document of a preview: it has neither steps nor diagnostics"],
        ["steps of another form", '{"steps":[{"op":1}]}', "no document of a preview: steps.0.op: "],
        ["nothing", "", "no JSON document"],
    ])("refuses %s with one sentence and exit code 2", async (_, text, sentence) => {
        const file = join(folder, "refused.json");
        writeFileSync(file, text);
        const error = await report([file]).catch((caught: unknown) => caught);
        expect(error).toBeInstanceOf(UsageError);
        expect(exitCodeOf(error)).toBe(2);
        const message = (error as UsageError).message; // as just seen
        expect(message).toContain(`This is ${sentence}`);
        expect(message).toMatch(/Give it what `pulumi preview --refresh --json` prints on standard output\.$/);
        expect(message).not.toContain("\n");
    });

    test("names a file that is not there", async () => {
        await expect(report([join(folder, "none.json")])).rejects.toThrow(
            /^The document of the preview could not be read: ENOENT/,
        );
    });

    test("reads standard input", { timeout: 60_000 }, async () => {
        const main = join(__dirname, "../../dist/cli/main.js");
        const printed = await new Promise((resolve) => {
            const child = execFile(process.execPath, [main, "report"], (_, stdout, stderr) =>
                resolve({ stdout, stderr }),
            );
            child.stdin?.end(readFileSync(document));
        });
        expect(printed).toEqual({
            stdout: expect.stringMatching(/^Access in access\/prod: 6 objects change/),
            stderr: "",
        });
    });
});
