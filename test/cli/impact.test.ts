import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { EXIT_CODES } from "../../src/cli/exit-codes.js";
import { addImpact } from "../../src/cli/impact.js";
import { SettingsError, UsageError } from "../../src/errors.js";
import { type Service, startService } from "../../src/service/index.js";
import { folder as documents } from "../report/document.js";

const folder = mkdtempSync(join(tmpdir(), "impact-"));
const document = join(documents, "pull-request.json");
let service: Service;

beforeAll(async () => {
    service = await startService({ seed: "small" });
});
afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    process.exitCode = undefined;
});
afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
});

test("says who gains and who loses, writes the comment, and writes nothing to the service", async () => {
    const comment = join(folder, "comment.md");
    const before = service.snapshot();
    const { text, code } = await impact(document, "--comment", comment);
    expect(text).toMatch(/^Who gains access, who loses it: /);
    expect(readFileSync(comment, "utf8")).toMatch(/^### Who gains access, who loses it\n/);
    expect(code).toBe(0);
    expect(service.snapshot()).toEqual(before);
});

test("JSON names everybody, with the path that leads there", async () => {
    const { text } = await impact(document, "--format", "json");
    const { targets } = JSON.parse(text);
    const people = targets.flatMap(({ changes }: { changes: { count: number; people: object[] }[] }) => changes);
    expect(people.length).toBeGreaterThan(0);
    for (const one of people) expect(one.people).toHaveLength(one.count);
});

test("a rule of the file stops a change, with its sentence and a code of its own", async () => {
    const { text, code } = await impact(document, "--rules", rules({ maxGained: 0, aspects: ["mayApprove"] }));
    expect(text).toContain("STOPPED Nobody new: ");
    expect(text).toContain("and at most 0 may. Two people decide. (security@example.com answers for this rule.)");
    expect(code).toBe(EXIT_CODES.maxGained);
});

test.each([
    ["no rules", join(folder, "nothing.json"), "The rules cannot be read"],
    ["a rule that asks nothing", rules({}), "rules.0: it must have one of noNewAccessTo"],
    ["a waiver of no rule", waiverOf("Nobody knew"), 'waives the rule "Nobody knew", which is not there'],
    ["a misspelt rule", rules({ maxGaind: 1 }), 'Unrecognized key: "maxGaind"'],
])("%s is refused with a reason", async (_, file, reason) => {
    const refusal = impact(document, "--rules", file);
    await expect(refusal).rejects.toThrow(reason);
    await expect(refusal).rejects.toBeInstanceOf(UsageError);
});

test("without a token nothing is evaluated", async () => {
    await expect(impactWith({}, document)).rejects.toBeInstanceOf(SettingsError);
});

function impact(...args: string[]) {
    return impactWith({ url: service.url, token: service.token }, ...args);
}

async function impactWith({ url, token }: { url?: string; token?: string }, ...args: string[]) {
    vi.stubEnv("ACCESS_GOVERNANCE_URL", url);
    vi.stubEnv("ACCESS_GOVERNANCE_TOKEN", token);
    vi.stubEnv("OPAL_AUTH_TOKEN", undefined);
    let text = "";
    vi.spyOn(process.stdout, "write").mockImplementation((more) => {
        text += more;
        return true;
    });
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const program = new Command("access-governance").exitOverride();
    addImpact(program);
    await program.parseAsync(["impact", ...args], { from: "user" });
    return { text, code: process.exitCode ?? 0 };
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
