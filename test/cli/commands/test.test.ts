import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { EXIT_CODES } from "../../../src/cli/exit-codes.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import { folder as documents } from "../../review/report/document.js";
import { runCommand } from "../command.js";

const folder = mkdtempSync(join(tmpdir(), "access-test-"));
const preview = join(documents, "pull-request.json");
const STAFF = { name: "The staff has its group", who: "group:Office staff", can: "have group:Office staff" };
const NOBODY = { name: "Nobody has it", who: "everybody", cannot: "have group:Office staff" };
let service: Service;

beforeAll(async () => {
    service = await startService({ seed: "small" });
});
afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
});

test("reports passed and failed tests, and writes nothing to the service", async () => {
    const before = service.snapshot();
    const { stdout, code } = await runTests(fileOf({ tests: [STAFF, NOBODY] }));
    expect(stdout).toMatch(/^passed {3}The staff has its group\nFAILED {3}Nobody has it\n {9}"Office staff": "/);
    expect(stdout).toContain("2 tests: 1 passed, 1 failed.");
    expect(code).toBe(EXIT_CODES.testFailed);
    expect(service.snapshot()).toEqual(before);
    expect((await runTests(fileOf({ tests: [STAFF] }))).code).toBe(0);
});

test("reads the tags of people if a test needs them", async () => {
    const tag = service.store.tags
        .all()
        .find(({ tag_id }) => service.store.userTags.all().some((one) => one.tag_id === tag_id));
    expect(tag).toBeDefined();
    const who = `tag:${tag?.key}=${tag?.value}`;
    const people = service.store.userTags.all().filter(({ tag_id }) => tag_id === tag?.tag_id);
    const { stdout, code } = await runTests(
        fileOf({ tests: [{ name: "They see", who, can: "see group:Everyone" }] }),
        "--format",
        "json",
    );
    expect(JSON.parse(stdout)).toMatchObject({ outcome: "passed", tests: [{ principals: people.length }] });
    expect(code).toBe(0);
});

test("a snapshot contains the tags that a test needs", async () => {
    const snapshot = join(folder, "snapshot.json");
    await runCommand(["snapshot", "--out", snapshot], service);
    const tag = service.store.groupTags.all()[0] ?? service.store.resourceTags.all()[0];
    const key = service.store.tags.all().find(({ tag_id }) => tag_id === tag?.tag_id)?.key;
    const file = fileOf({ tests: [{ name: "Seen", who: "everybody", cannot: `administer tag:${key}` }] });
    const { stdout } = await runCommand(["test", file, "--snapshot", snapshot, "--format", "json"]);
    expect(JSON.parse(stdout).tests[0].targets).toBeGreaterThan(0);
});

test("--preview tests the organization after the previewed change", async () => {
    const tests = [
        { name: "Only staff", who: "everybody", except: "owner:Auditors", cannot: "have group:Office staff" },
    ];
    const file = fileOf({ tests });
    const now = await runTests(file);
    expect(now.stdout).toContain('No person or machine matches "owner:Auditors"');
    const then = await runTests(file, "--preview", preview);
    expect(then.stdout).not.toContain("matches");
    expect(then.code).toBe(EXIT_CODES.testFailed);
    const { chains } = JSON.parse((await runTests(file, "--preview", preview, "--format", "json")).stdout);
    expect(chains).toEqual({ opened: [], cut: [], unknown: [], unexamined: 0 });
});

test("prints JUnit and Markdown", async () => {
    const file = fileOf({ tests: [STAFF, NOBODY] });
    const junit = await runTests(file, "--format", "junit");
    expect(junit.stdout).toContain('<testsuite name="access" tests="2" failures="1" skipped="0">');
    const markdown = await runTests(file, "--format", "markdown");
    expect(markdown.stdout).toMatch(/^### Access tests\n\n2 tests: 1 passed, 1 failed\.\n/);
});

test("--suggest prints a file with tests that pass", async () => {
    const { stdout, code } = await runTests("--suggest");
    expect(code).toBe(0);
    expect(parse(stdout).tests.length).toBeGreaterThan(0);
    const file = join(folder, "suggested.yaml");
    writeFileSync(file, stdout);
    expect((await runTests(file)).code).toBe(0);
});

test.each([
    ["a file without tests", { rules: [] }, 'Add a section "tests".'],
    [
        "a misspelled verb",
        { tests: [{ ...STAFF, can: "hvae group:x" }] },
        "tests[0].can: the expectation must begin with one of",
    ],
    [
        "a test with both can and cannot",
        { tests: [{ ...STAFF, cannot: "see *" }] },
        "tests[0]: set either can or cannot",
    ],
    [
        "a test without can or cannot",
        { tests: [{ name: "x", who: "everybody" }] },
        "tests[0]: set either can or cannot",
    ],
    ["a misspelled property", { tests: [{ ...STAFF, exept: "ada" }] }, 'Unrecognized key: "exept"'],
])("%s is refused before any call", async (_, content, reason) => {
    const calls = service.calls.all().length;
    const { code, stderr } = await runTests(fileOf(content));
    expect(stderr).toContain(reason);
    expect([code, service.calls.all().length]).toEqual([EXIT_CODES.usage, calls]);
});

test("invalid YAML is refused with the line number", async () => {
    const file = join(folder, "broken.yaml");
    writeFileSync(file, "tests:\n  - name: [\n");
    const { code, stderr } = await runTests(file);
    expect([code, stderr]).toEqual([EXIT_CODES.usage, expect.stringContaining("at line 3")]);
});

function runTests(...args: string[]) {
    return runCommand(["test", ...args], service);
}

let files = 0;
function fileOf(content: object): string {
    files += 1;
    const file = join(folder, `${files}.yaml`);
    writeFileSync(file, stringify(content));
    return file;
}
