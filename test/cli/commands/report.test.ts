import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { addReport } from "../../../src/cli/commands/report.js";
import { EXIT_CODES, exitCodeOf } from "../../../src/cli/exit-codes.js";
import { UsageError } from "../../../src/common/errors.js";
import { startService } from "../../../src/local/service/index.js";
import { folder as documents, urnOf } from "../../review/report/document.js";

const folder = mkdtempSync(join(tmpdir(), "report-"));
const document = join(documents, "pull-request.json");

afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    process.exitCode = undefined;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command in this process and returns its output. */
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
    test("prints text for a log and writes the comment, both with names from the service", async () => {
        const service = await startService({ seed: "small" });
        const file = join(folder, "comment.md");
        const args = [
            "--link",
            "https://ci.example/run/1",
            "--stack",
            "prod",
            "--no-impact",
            "--comment",
            file,
            document,
        ];
        const log = await report(args, service);
        expect(log).toMatch(/^Access in prod: 6 objects change: 1 widens access/);
        expect(log.replace(/\n +/g, " ")).toContain('Group "Office staff" in the bundle "First day"');
        const recorded = readFileSync(join(documents, "pull-request.md"), "utf8");
        const comment = recorded.replaceAll("access/prod", "prod");
        expect(readFileSync(file, "utf8")).toBe(comment);
        expect(await report(["--format", "markdown", ...args], service)).toBe(comment);
        await service.close();
        expect(service.calls.writes()).toEqual([]);
    });

    test("shows ids and reports that access was not evaluated if no token is set", async () => {
        const group = "69831bfd-6af6-5bb3-90d2-757e59c6e300";
        const log = await report([document]);
        const lines = log.replace(/\n +/g, " ");
        expect(lines).toContain(`Group "${group}" in the bundle "First day"`);
        expect(lines).toContain("Who gains access, who loses it: This was not evaluated. No token is set");
        expect(process.exitCode).toBeUndefined();
    });

    describe("who gains access", () => {
        const gate = ["--max-gained", "0"];
        /** Returns the output of a run, the comment that it wrote, and its exit code. */
        async function gated(args: readonly string[], service?: { readonly url: string; readonly token: string }) {
            const file = join(folder, "gated.md");
            const log = await report(["--comment", file, ...args], service);
            return { log, comment: readFileSync(file, "utf8"), code: process.exitCode ?? 0 };
        }

        test("access is shown before the other changes, and a violated rule stops the run", async () => {
            const service = await startService({ seed: "small" });
            const opened = join(folder, "opened.json");
            const [group] = service.snapshot().groups;
            const [user] = service.snapshot().users;
            const inputs = { groupId: group?.group_id, userId: user?.user_id };
            const state = {
                urn: urnOf("GroupUser", "in"),
                type: "pulumi-nodejs:dynamic/access-governance:GroupUser",
                inputs,
            };
            writeFileSync(opened, JSON.stringify({ steps: [{ op: "create", urn: state.urn, newState: state }] }));
            await fetch(`${service.url}/groups/${group?.group_id}/users/${user?.user_id}`, {
                method: "DELETE",
                headers: { authorization: `Bearer ${service.token}` },
            });

            const stopped = await gated([...gate, opened], service);
            expect(stopped.comment).toMatch(
                /#### Who gains access, who loses it\n\n1 person gains access .*#### Widens/s,
            );
            expect(stopped.comment).toContain("> **Stopped:** `--max-gained 0`: 1 person gains access");
            expect(stopped.log).toContain("STOPPED --max-gained 0: ");
            expect(stopped.code).toBe(EXIT_CODES.maxGained);
            process.exitCode = undefined;
            expect((await gated(["--max-gained", "1", opened], service)).code).toBe(0);
            await service.close();
        });

        test("no rule counts as satisfied if the service cannot be read", async () => {
            const service = await startService({ seed: "small" });
            const refused = await gated([...gate, document], { url: service.url, token: "wrong" });
            await service.close();
            expect(refused.code).toBe(EXIT_CODES.maxGained);
            expect(refused.comment).toMatch(/This was not evaluated\. .*401.*> \*\*Stopped:\*\* .*not evaluated/s);
            expect(refused.comment).toContain("Some objects are shown by id, for the same reason");
            // Reported once. `\b` excludes these digits inside a request id.
            expect(refused.comment.match(/\b401\b/g)).toHaveLength(1);
            expect(refused.comment).not.toContain("wrong");
            process.exitCode = undefined;
            const { comment } = await gated([...gate, "--no-self-approval", document]);
            expect(comment.match(/No token is set/g)).toHaveLength(1);
            expect(comment).toMatch(/These rules were not evaluated: `--max-gained 0` \(owner: .*\); `\S+` \(/);
            expect(process.exitCode).toBe(EXIT_CODES.maxGained);
        });

        test("--no-impact cannot be combined with rules", async () => {
            await expect(report(["--no-impact", ...gate, document])).rejects.toThrow(/Omit --no-impact or the rules/);
        });
    });

    test("names the missing setting: the address if a token is set, otherwise the token", async () => {
        const state = {
            urn: urnOf("Owner", "a"),
            type: "pulumi-nodejs:dynamic/access-governance:Owner",
            inputs: { name: "A" },
        };
        const file = join(folder, "nowhere.json");
        writeFileSync(file, JSON.stringify({ steps: [{ op: "create", urn: state.urn, newState: state }] }));
        const text = (await report([file], { url: "", token: "some" })).replace(/\n +/g, " ");
        expect(text).toContain("This was not evaluated. No service URL configured.");
        expect((await report([file])).replace(/\n +/g, " ")).toContain("This was not evaluated. No token is set");
    });

    test("does not send the token of the environment to the address in the state", async () => {
        const service = await startService({ seed: "small" });
        const urn = urnOf("Owner", "a");
        const type = "pulumi-nodejs:dynamic/access-governance:Owner";
        const state = { urn, type, id: "a", inputs: { name: "A" }, outputs: { name: "A", __url: service.url } };
        const file = join(folder, "elsewhere.json");
        writeFileSync(file, JSON.stringify({ steps: [{ op: "update", urn, oldState: state, newState: state }] }));
        const text = (await report([file], { url: "", token: service.token })).replace(/\n +/g, " ");
        expect(text).toContain("This was not evaluated. The token is from the environment");
        expect(text).not.toContain(service.token);
        expect(service.calls.all()).toEqual([]);
        await report([file], service);
        expect(service.calls.all()).not.toEqual([]);
        await service.close();
    });

    describe("other output formats", () => {
        test("--page also writes the page to a file, without reading the service again", async () => {
            const service = await startService({ seed: "small" });
            const file = join(folder, "page.html");
            const text = await report([document], service);
            const calls = service.calls.all().length;
            expect(await report(["--page", file, document], service)).toBe(text);
            expect(service.calls.all()).toHaveLength(2 * calls);
            expect(readFileSync(file, "utf8")).toBe(await report(["--format", "html", document], service));
            await service.close();
        });

        test("JSON and the HTML page have the same headlines, objects and link", async () => {
            const service = await startService({ seed: "small" });
            const args = ["--link", "https://ci.example/run/1", "--max-gained", "0", document];
            const json = JSON.parse(await report(["--format", "json", ...args], service));
            expect(json).toMatchObject({
                version: 1,
                stack: "access/prod",
                link: "https://ci.example/run/1",
                up: null,
            });
            expect(json.access.headline).toMatch(/\.$/);
            expect(json.rules).toMatchObject([{ rule: "--max-gained 0", isJudged: true }]);
            const page = await report(["--format", "html", ...args], service);
            await service.close();
            expect(page).toMatch(/^<!doctype html>\n/);
            expect(page).toContain(json.headline);
            expect(page).toContain(json.access.headline);
            expect(page).toContain('<a href="https://ci.example/run/1">');
            for (const { resource } of json.objects) expect(page).toContain(`<code>${resource}</code>`);
        });

        test("a comment does not repeat a sentence, even after errors", async () => {
            const service = await startService({ seed: "small" });
            const gates = ["--max-gained", "0", "--no-self-approval", "--fail-on-unknown"];
            for (const [args, given] of [
                [gates, { url: service.url, token: "wrong" }],
                [gates, undefined],
                [gates, service],
            ] as const)
                for (const name of ["pull-request", "everything", "wrong-token"]) {
                    const comment = await report(
                        ["--format", "markdown", ...args, join(documents, `${name}.json`)],
                        given,
                    );
                    // The owner is repeated for each rule.
                    const sentences = (comment.match(/[A-Z][^.\n]{30,}\./g) ?? []).filter(
                        (one) => !one.startsWith("Owner of the rule: "),
                    );
                    expect(sentences.filter((one, index) => sentences.indexOf(one) !== index)).toEqual([]);
                }
            await service.close();
        });
    });

    describe("after `pulumi up`", () => {
        const [preview, events] = ["up-drift.json", "up-drift.jsonl"].map((name) => join(documents, name)) as [
            string,
            string,
        ];
        const kept = join(folder, "kept.json");

        test("reports the completed changes, and who gained and lost access", async () => {
            const service = await startService({ seed: "small" });
            await report(["--keep", kept, preview], service);
            expect(statSync(kept).mode & 0o777).toBe(0o600);
            const calls = service.calls.all().length;
            const text = await report(["--after-up", events, "--kept", kept, preview], service);
            expect(text).toMatch(/^Access in access\/prod: 3 objects were changed \(1 created, 2 updated\):/);
            expect(text).toContain("Who gained access, who lost it: ");
            expect(text).not.toContain("This was not evaluated");
            // The access before the run is not read again, only names and tags.
            expect(service.calls.all().length - calls).toBeLessThan(10);
            expect(service.calls.writes()).toEqual([]);
            const json = JSON.parse(await report(["--after-up", events, "--format", "json", preview], service));
            expect(json).toMatchObject({ up: "succeeded", access: null });
            expect(json.accessNotEvaluated).toMatch(/^It is unknown who had access before\. Record it with --keep/);
            await service.close();
        });

        test.each([
            [["--after-up", events, "--max-gained", "1"], /Rules apply before a change/],
            [["--kept", kept, preview], /--kept requires --after-up/],
            [["--after-up", preview], /^Not an event log: line 1/],
            [["--after-up", join(folder, "none.jsonl")], /^The event log could not be read: ENOENT/],
        ])("refuses %j", async (args, sentence) => {
            await expect(report(args)).rejects.toThrow(sentence);
        });
    });

    test.each(["999", "many", "-5", "1e4"])("refuses %s as the maximum length of a comment", async (given) => {
        vi.spyOn(process.stderr, "write").mockReturnValue(true);
        await expect(report(["--max-length", given, document])).rejects.toThrow(/whole number, 1000 or more/);
        expect(await report(["--no-impact", "--max-length", "100000000", document])).toContain("6 objects change");
    });

    test.each([
        [
            "input that is not JSON",
            "Previewing update (dev):",
            'it is not JSON. It begins with "Previewing update (dev):"',
        ],
        [
            "another JSON document",
            '{"version":3}',
            "Not the output of a preview: it does not contain steps or diagnostics",
        ],
        ["steps of an unknown form", '{"steps":[{"op":1}]}', "Not the output of a preview: steps.0.op: "],
        ["empty input", "", "it is not JSON"],
    ])("refuses %s with one sentence and exit code 2", async (_, text, sentence) => {
        const file = join(folder, "refused.json");
        writeFileSync(file, text);
        const error = await report([file]).catch((caught: unknown) => caught);
        expect(error).toBeInstanceOf(UsageError);
        expect(exitCodeOf(error)).toBe(2);
        const message = (error as UsageError).message; // its class is checked above
        expect(message).toContain(sentence);
        expect(message).toMatch(/Pass the standard output of `pulumi preview --refresh --json`\.$/);
        expect(message).not.toContain("\n");
    });

    test("names a missing file", async () => {
        await expect(report([join(folder, "none.json")])).rejects.toThrow(
            /^The document of the preview could not be read: ENOENT/,
        );
    });

    test("reads standard input", async () => {
        const main = join(__dirname, "../../../dist/cli/main.js");
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
