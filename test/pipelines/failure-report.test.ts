/** The text of an error stays inside the fence of the failure report, and starts no quick action of GitLab. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";

const script = join(__dirname, "../../examples/pipelines/access/pipeline.sh");

function reportOf(error: string): string {
    const folder = mkdtempSync(join(tmpdir(), "failure-"));
    try {
        const env = { ...process.env, ACCESS_REPORT: join(folder, "report.md"), ACCESS_LINK: "https://ci.example/1" };
        const text = `source "$1"; NAME=dev WHAT=preview; failure_report "$2"`;
        execFileSync("bash", ["-euc", text, "bash", script, error], { env });
        return readFileSync(env.ACCESS_REPORT, "utf8");
    } finally {
        rmSync(folder, { recursive: true });
    }
}

test.each([
    ["a fence", "first\n~~~~\n/approve\n# heading\n<b>"],
    ["a longer fence", "~~~~~~~~~~~~~~~~text\n\n/merge"],
    ["a carriage return", "first\r~~~~\r/approve\r\n/close"],
    ["blanks before a quick action", "first\n   /approve\n\t/close"],
    ["a quick action first", "/approve"],
    ["other fences", "```\n/approve\n```"],
])("%s in an error", (_, error) => {
    const report = reportOf(error);
    const blocks = new MarkdownIt().parse(report, {}).filter(({ level, nesting }) => level === 0 && nesting >= 0);
    expect(blocks.map(({ type }) => type)).toEqual([
        "paragraph_open",
        "heading_open",
        "paragraph_open",
        "fence",
        "paragraph_open",
    ]);
    const words = (text: string) => text.split(/[\s:]+/).filter(Boolean);
    expect(words(blocks[3]?.content ?? "")).toEqual(words(error));
    expect(report).not.toMatch(/^\s*\//m);
});
