/** Checks that would pass because they looked at nothing: each fails instead, and passes as soon as there is something to look at. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EXIT_CODES } from "../../../src/cli/exit-codes.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import { folder as documents } from "../../review/report/document.js";
import { runCommand } from "../command.js";

const folder = mkdtempSync(join(tmpdir(), "nothing-"));
let service: Service;

beforeAll(async () => {
    service = await startService({ seed: "small" });
});
afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
});

const { usage, incomplete, testFailed } = EXIT_CODES;
const PREVIEW = join(documents, "pull-request.json");
const named = { name: "Nobody new", owner: "security@example.com", reason: "Two people decide." };
const rules = [{ ...named, maxGained: 1000 }];
const rule = (what: string) => ({ rules: [{ ...named, noNewAccessTo: [what] }] });
const accessTest = (who: string, cannot: string, more = {}) => ({ name: "Nobody", who, cannot, ...more });
const tests = [accessTest("chiyo@tidewater.example", "administer group:Contractors")];
const stack = { urn: "urn:pulumi:dev::x::pulumi:pulumi:Stack::x-dev", type: "pulumi:pulumi:Stack" };
const sames = { steps: [{ op: "same", urn: stack.urn, newState: stack }], changeSummary: { same: 1 } };
const deployment = { version: 3, deployment: { resources: [{ ...stack, custom: false }] } };
const anyone = { ifUnknown: "pass" };

test.each<[what: string, args: string[], files: Record<string, object>, code: number]>([
    [
        "a rules file without rules",
        ["impact", "preview.json", "--rules", "f"],
        { f: { accept: { widening: "never" } } },
        usage,
    ],
    ["an empty rules file", ["impact", "preview.json", "--rules", "f"], { f: {} }, usage],
    ["an empty list of rules", ["report", "preview.json", "--rules", "f"], { f: { rules: [] } }, usage],
    ["a file of tests as rules", ["impact", "preview.json", "--rules", "f"], { f: { tests } }, usage],
    ["a file of rules", ["impact", "preview.json", "--rules", "f"], { f: { rules } }, 0],
    ["a file of assumptions", ["impact", "preview.json", "--rules", "f"], { f: { assumptions: {} } }, 0],
    ["an unknown sensitivity", ["impact", "preview.json", "--no-new-access-to", "sensitivity:hgih"], {}, usage],
    ["an unknown sensitivity", ["impact", "preview.json", "--no-new-escalation-to", "sensitivity:hgih"], {}, usage],
    ["an unknown sensitivity", ["report", "preview.json", "--no-new-access-to", "sensitivity:hgih"], {}, usage],
    ["an empty selector", ["impact", "preview.json", "--no-new-access-to", ""], {}, usage],
    ["an existing sensitivity", ["impact", "preview.json", "--no-new-access-to", "sensitivity:high"], {}, 0],
    [
        "a target that does not exist",
        ["impact", "preview.json", "--rules", "f"],
        { f: rule("group:Nowhere") },
        EXIT_CODES.noNewAccessTo,
    ],
    ["an empty preview", ["impact", "f"], { f: { steps: [] } }, usage],
    ["an empty preview", ["report", "f"], { f: { steps: [], diagnostics: [] } }, usage],
    ["an empty preview", ["test", "t", "--preview", "f"], { f: { steps: [] }, t: { tests } }, usage],
    ["a preview without changes", ["impact", "f"], { f: sames }, 0],
    ["a file without tests", ["test", "f"], { f: { rules } }, usage],
    ["an empty list of tests beside another file", ["test", "t", "f"], { f: { tests: [] }, t: { tests } }, usage],
    ["a file of tests", ["test", "t"], { t: { tests } }, 0],
    [
        "a person who does not exist",
        ["test", "t"],
        { t: { tests: [accessTest("group:Nobody", "see *", anyone)] } },
        testFailed,
    ],
    [
        "a target that does not exist",
        ["test", "t"],
        { t: { tests: [accessTest("machines", "see tag:no", anyone)] } },
        testFailed,
    ],
    [
        "a person who does not exist",
        ["test", "t", "--future"],
        { t: { tests: [accessTest("group:Nobody", "see *", anyone)] } },
        testFailed,
    ],
    ["no object", ["coverage", "f", "--include", "EventStream", "--fail-under", "1"], { f: deployment }, incomplete],
    ["no object, without a threshold", ["coverage", "f", "--include", "EventStream"], { f: deployment }, 0],
    ["objects", ["coverage", "f", "--include", "Group", "--fail-under", "0"], { f: deployment }, 0],
    ["a kind that does not exist", ["coverage", "f", "--include", "Grop"], { f: deployment }, usage],
    ["an owner who does not exist", ["coverage", "f", "--team", "Nobody"], { f: deployment }, usage],
    ["kinds that are skipped", ["verify", "--write", "--dry-run", "--only", "User"], {}, usage],
])("%s: %j", async (_, args, files, code) => {
    const paths = Object.keys(files).map((name) => [name, join(folder, name)] as const);
    for (const [name, path] of paths) writeFileSync(path, JSON.stringify(files[name]));
    const known = new Map([["preview.json", PREVIEW], ...paths]);
    const run = await runCommand(
        args.map((one) => known.get(one) ?? one),
        service,
    );
    expect(run.code, `${run.stdout}${run.stderr}`).toBe(code);
});

test("a state without objects of the package: doctor does not call it checked", async () => {
    const path = join(folder, "state.json");
    writeFileSync(path, JSON.stringify(deployment));
    const { stdout } = await runCommand(["doctor", "--state", path, "--format", "json"], service);
    const { findings }: { findings: { check: string; status: string }[] } = JSON.parse(stdout);
    expect(findings.filter(({ check }) => check === "state").map(({ status }) => status)).toEqual(["warning"]);
});

test("an organization without objects does not count as covered", async () => {
    const empty = await startService({ seed: "empty" });
    try {
        const path = join(folder, "state.json");
        writeFileSync(path, JSON.stringify(deployment));
        expect((await runCommand(["coverage", path, "--fail-under", "100"], empty)).code).toBe(incomplete);
        expect((await runCommand(["verify"], empty)).code).toBe(incomplete);
    } finally {
        await empty.close();
    }
});
