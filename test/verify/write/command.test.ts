import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runCommand } from "../../cli/command.js";
import { TriedOrganization } from "./organization.js";

let organization: TriedOrganization;

beforeEach(async () => {
    organization = await TriedOrganization.start();
});
afterEach(() => organization.close());

function verify(...args: string[]) {
    const { url, token } = organization.service;
    return runCommand(["verify", "--write", "--journal", organization.journal, ...args], { url, token });
}

describe("before anything is written", () => {
    test("--dry-run prints the plan of each kind and writes nothing", async () => {
        const { code, stdout } = await verify("--dry-run");
        expect(code).toBe(0);
        expect(stdout).toContain("Group                       a native group that only administrators can see");
        expect(stdout).toContain("User                        it invites a user; to try it anyway, add --include User");
        expect(stdout).toContain("Effect: sends an invitation");
        expect(stdout).toContain("Stays: the API has no operation that deletes a campaign");
        expect(organization.service.calls.writes()).toEqual([]);
        expect(organization.hasJournal).toBe(false);
    });

    test("the plan is also available as JSON", async () => {
        const { stdout } = await verify("--dry-run", "--format", "json", "--only", "GroupUser");
        expect(JSON.parse(stdout)).toMatchObject({
            ok: true,
            outcome: "planned",
            plan: { kinds: [{ kind: "GroupUser", needs: ["Group", "Owner"] }] },
        });
    });

    test("--yes is required without a terminal", async () => {
        const { code, stderr } = await verify();
        expect(code).toBe(2);
        expect(stderr).toContain("Add --yes to confirm");
        expect(organization.service.calls.all()).toEqual([]);
    });

    test.each([
        [["--prefix", ""], '--prefix "" is not valid'],
        [["--prefix", "zz"], "4 to 30"],
        [["--prefix", "Zz-Verify"], "lowercase"],
        [["--prefix", "zz verify"], "not valid"],
        [["--prefix", "zz-verify-"], "not valid"],
        [["--prefix", "../verify"], "not valid"],
        [["--only", "Grup"], 'did you mean "Group"?'],
        [["--include", "user"], 'did you mean "User"?'],
        [["--only", "Group,"], "empty name"],
        [["--only", "User"], "Every chosen kind is skipped"],
        [["--only", "Group", "--include", "User"], "--only does not contain it"],
    ])("%j is refused before any call", async (args, message) => {
        const { code, stderr } = await verify("--yes", ...args);
        expect(code).toBe(2);
        expect(stderr).toContain(message);
        expect(organization.service.calls.all()).toEqual([]);
    });
});

describe("the result of a run", () => {
    test("prints a table of kinds and steps, with the reasons below", async () => {
        const { code, stdout, stderr } = await verify("--yes", "--only", "Owner,Tag");
        expect(code).toBe(0);
        expect(stdout).toContain("Owner       ✓     ✓        ✓     ✓       ✓       ✓       ✓       ✓");
        expect(stdout).toContain("Tag         ✓     ✓        ✓     –       –       ✓       ✓       ✓");
        expect(stdout).toContain("– Tag, outside edit, repair: the API cannot change it");
        expect(stdout).toContain("2 kinds passed. ");
        expect(stderr).toContain("1 of 2: Owner");
        expect(organization.changes()).toEqual([]);
    });

    test("exits with 24 if a step fails, and text from the service cannot forge a line", async () => {
        organization.service.faults.add({
            operation: "createTag",
            times: 100,
            answer: { status: 400, body: { message: "no\n✓ Tag \u001b[31m" } },
        });
        const { code, stdout } = await verify("--yes", "--only", "Tag");
        expect(code).toBe(24);
        expect(stdout).toContain("✗ Tag, create: ");
        expect(stdout).not.toContain("\u001b");
        expect(stdout).not.toContain("\n✓ Tag");
    });

    test("exits with 16 if a kind could not be tried", async () => {
        organization.service.faults.add({ operation: "createGroup", times: 100, answer: { status: 400 } });
        const { code, stdout } = await verify("--yes", "--only", "GroupUser,Tag");
        expect(code).toBe(16);
        expect(stdout).toContain("– GroupUser: the group that it needs could not be created");
    });

    test("exits with 7 if an object with the prefix is not in the journal", async () => {
        const { stdout } = await verify("--yes", "--only", "Campaign", "--include", "Campaign");
        expect(stdout).toContain("Not deleted, because the API cannot delete it: Campaign zz-verify-");
        organization.service.calls.clear();
        const { code, stderr } = await verify("--yes", "--journal", `${organization.journal}.other`);
        expect(code).toBe(7);
        expect(stderr).toContain('Campaign "zz-verify-');
        expect(organization.service.calls.writes()).toEqual([]);
    });
});

test("the commands in docs/verify-write.md are valid", async () => {
    const page = readFileSync(join(__dirname, "../../../docs/verify-write.md"), "utf8");
    const lines = [...page.matchAll(/^access-governance verify (.*?)(?: *[#>].*)?$/gm)].map(([, args = ""]) => args);
    expect(lines.length).toBeGreaterThan(4);
    const { url, token } = organization.service;
    for (const line of lines) {
        const args = ["verify", ...line.split(" "), "--dry-run", "--journal", organization.journal];
        expect(await runCommand(args, { url, token }), line).toMatchObject({ code: 0, stderr: "" });
    }
});
