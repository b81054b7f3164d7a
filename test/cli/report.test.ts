import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { startService } from "../../src/service/index.js";
import { folder as documents } from "../report/document.js";

// The sources, without a build: ts-node finds the .ts file behind an import that ends in .js.
const LAUNCH = `require("ts-node").register({ transpileOnly: true, experimentalResolver: true }); require("./src/cli/main.ts")`;
const root = join(__dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "report-"));
const document = join(documents, "pull-request.json");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
    readonly code: number;
    readonly stdout: string;
    readonly stderr: string;
}

function report(
    args: readonly string[],
    { stdin = "", env = {} }: { stdin?: string; env?: object } = {},
): Promise<Ended> {
    const { ACCESS_GOVERNANCE_URL, ACCESS_GOVERNANCE_TOKEN, OPAL_AUTH_TOKEN, ...plain } = process.env;
    return new Promise((resolve) => {
        const options = { cwd: root, env: { ...plain, ...env } };
        const child = execFile(
            process.execPath,
            ["-e", LAUNCH, "--", "report", ...args],
            options,
            (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
        );
        child.stdin?.end(stdin);
    });
}

describe.concurrent("access-governance report", { timeout: 60_000 }, () => {
    test("says it for a log, of a file or of standard input", async ({ expect }) => {
        const [file, piped] = await Promise.all([
            report([document]),
            report([], { stdin: readFileSync(document, "utf8") }),
        ]);
        expect(file).toEqual({
            code: 0,
            stdout: expect.stringMatching(/^Access in access\/prod: 1 taken away/),
            stderr: "",
        });
        expect(piped).toEqual(file);
    });

    test("writes a comment to a file, with the names of the service where it may ask", async ({ expect }) => {
        const service = await startService({ seed: "small" });
        const out = join(folder, "comment.md");
        const env = { ACCESS_GOVERNANCE_URL: service.url, ACCESS_GOVERNANCE_TOKEN: service.token };
        const args = ["--format", "markdown", "--link", "https://ci.example/run/1", "--stack", "prod", "--out", out];
        expect(await report([...args, document], { env })).toEqual({ code: 0, stdout: "", stderr: "" });
        await service.close();
        const recorded = readFileSync(join(documents, "pull-request.md"), "utf8");
        expect(readFileSync(out, "utf8")).toBe(recorded.replaceAll("access/prod", "prod"));
        expect(service.calls.writes()).toEqual([]);
    });

    test("asks nobody without a token", async ({ expect }) => {
        const { stdout } = await report([document]);
        expect(stdout).toContain('bundle "First day", group "69831bfd-6af6-5bb3-90d2-757e59c6e300"');
    });

    test.each([
        [
            "what is no JSON",
            "Previewing update (dev):",
            'This is no JSON document: it begins with "Previewing update (dev):"',
        ],
        ["another document", '{"version":3}', "This is no document of a preview: it has neither steps nor diagnostics"],
        ["steps of another form", '{"steps":[{"op":1}]}', "This is no document of a preview: steps.0.op: "],
        ["nothing", "", "This is no JSON document"],
    ])("refuses %s with one sentence and exit code 2", async (_, text, sentence) => {
        const file = join(folder, `${text.length}.json`);
        writeFileSync(file, text);
        const { code, stdout, stderr } = await report([file]);
        expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
        expect(stderr).toMatch(/^error: [^\n]+\n$/);
        expect(stderr).toContain(sentence);
        expect(stderr).toContain("pulumi preview --refresh --json");
    });

    test("names a file that is not there", async ({ expect }) => {
        const { code, stderr } = await report([join(folder, "none.json")]);
        expect(code).toBe(2);
        expect(stderr).toMatch(/^error: The document of the preview could not be read: ENOENT[^\n]+\n$/);
    });
});
