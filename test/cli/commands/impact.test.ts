import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EXIT_CODES } from "../../../src/cli/exit-codes.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import { folder as documents } from "../../review/report/document.js";
import { runCommand } from "../command.js";

const folder = mkdtempSync(join(tmpdir(), "impact-"));
const document = join(documents, "pull-request.json");
let service: Service;

beforeAll(async () => {
    service = await startService({ seed: "small" });
});
afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
});

test("shows who gains and loses access, writes the comment, and writes nothing to the service", async () => {
    const comment = join(folder, "comment.md");
    const before = service.snapshot();
    const { stdout, code } = await impact(document, "--comment", comment);
    expect(stdout).toMatch(/^Who gains access, who loses it: /);
    expect(readFileSync(comment, "utf8")).toMatch(/^### Who gains access, who loses it\n/);
    expect(code).toBe(0);
    expect(service.snapshot()).toEqual(before);
});

test("JSON lists every person whose access changes", async () => {
    const { stdout } = await impact(document, "--format", "json");
    const { targets } = JSON.parse(stdout);
    const people = targets.flatMap(({ changes }: { changes: { count: number; people: object[] }[] }) => changes);
    expect(people.length).toBeGreaterThan(0);
    for (const one of people) expect(one.people).toHaveLength(one.count);
});

test("a rule in the file stops the change, with its message and its own exit code", async () => {
    const { stdout, code } = await impact(document, "--rules", rules({ maxGained: 0, aspects: ["mayApprove"] }));
    expect(stdout).toContain("STOPPED Nobody new: ");
    expect(stdout).toContain("but the maximum is 0. Two people decide. (Owner of the rule: security@example.com.)");
    expect(code).toBe(EXIT_CODES.maxGained);
});

test.each([
    ["a missing rules file", join(folder, "nothing.json"), "nothing.json does not exist."],
    ["a rule without a condition", rules({}), "rules[0]: set exactly one of noNewAccessTo"],
    [
        "a waiver for a rule that does not exist",
        waiverOf("Nobody knew"),
        'contains a waiver for the rule "Nobody knew", but not the rule itself',
    ],
    ["a rule with a misspelled property", rules({ maxGaind: 1 }), 'Unrecognized key: "maxGaind"'],
])("%s is refused with a reason", async (_, file, reason) => {
    const { code, stdout, stderr } = await impact(document, "--rules", file);
    expect({ code, stdout }).toEqual({ code: EXIT_CODES.usage, stdout: "" });
    expect(stderr).toContain(reason);
});

test("a failed preview is refused, because its changes are incomplete", async () => {
    const preview = JSON.parse(readFileSync(document, "utf8"));
    const diagnostics = [{ severity: "error", message: "error: Running program failed with an unhandled exception" }];
    const failed = join(folder, "failed.json");
    writeFileSync(failed, JSON.stringify({ ...preview, diagnostics }));
    const { code, stdout, stderr } = await impact(failed, "--max-gained", "1000");
    expect({ code, stdout }).toEqual({ code: EXIT_CODES.usage, stdout: "" });
    expect(stderr).toContain("The preview failed, so its changes are incomplete.");
});

function impact(...args: string[]) {
    return runCommand(["impact", ...args], service);
}

function waiverOf(rule: string): string {
    const file = join(folder, "waiver.json");
    const waiver = { rule, until: "2027-01-01", owner: "security@example.com", reason: "A week off." };
    writeFileSync(file, JSON.stringify({ rules: [], waivers: [waiver] }));
    return file;
}

function rules(rule: object): string {
    const file = join(folder, `rules-${Object.keys(rule).join("-")}.json`);
    const whole = { name: "Nobody new", owner: "security@example.com", reason: "Two people decide.", ...rule };
    writeFileSync(file, JSON.stringify({ rules: [whole] }));
    return file;
}
