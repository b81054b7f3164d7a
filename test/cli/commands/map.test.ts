import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { EXIT_CODES } from "../../../src/cli/exit-codes.js";
import { startService } from "../../../src/local/service/index.js";
import { seededFacts } from "../../access/facts-of.js";
import { dataIn } from "../../access/map/data-in.js";
import { documentOf } from "../../review/report/document.js";
import { runCommand } from "../command.js";

const folder = mkdtempSync(join(tmpdir(), "map-"));
const facts = seededFacts("small");
const snapshot = fileOf("facts.json", JSON.stringify(facts));

afterAll(() => rmSync(folder, { recursive: true }));

test("writes the page for a snapshot to a file that only its owner can read", async () => {
    const out = join(folder, "access.html");
    const { code, stdout } = await map("--snapshot", snapshot, "--out", out, "--title", "Who & what");
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(out) });
    expect(readFileSync(out, "utf8")).toMatch(/^<!doctype html>[\s\S]*<title>Who &amp; what<\/title>/);
    expect(statSync(out).mode & 0o077).toBe(0);
});

test("an overwritten file can be read only by its owner", async () => {
    const out = fileOf("again.html", "old");
    await map("--snapshot", snapshot, "--out", out);
    expect(statSync(out).mode & 0o077).toBe(0);
});

test("--after shows the difference between two snapshots", async () => {
    const out = join(folder, "change.html");
    const [first, ...users] = facts.users;
    const after = fileOf("after.json", JSON.stringify({ ...facts, users }));
    await map("--snapshot", snapshot, "--after", after, "--out", out);
    expect(dataIn(readFileSync(out, "utf8")).changes).toEqual([{ remove: "user", id: first?.id }]);
});

test("the page for a preview that tags a user contains the key of the tag", async () => {
    const service = await startService({ seed: "medium" });
    const { tags, users, userTags } = service.snapshot();
    const [tag] = tags;
    const user = users.find(
        ({ user_id }) => !userTags.some((one) => one.user_id === user_id && one.tag_id === tag?.tag_id),
    );
    const given = { userId: user?.user_id, tagId: tag?.tag_id };
    const preview = fileOf(
        "preview.json",
        JSON.stringify(documentOf([{ kind: "UserTag", name: "tagged", op: "create", next: given }])),
    );
    const out = join(folder, "tagged.html");
    await runCommand(["map", "--preview", preview, "--out", out], service);
    await service.close();
    const { changes } = dataIn(readFileSync(out, "utf8"));
    expect(JSON.stringify(changes)).toContain(`"key":"${tag?.key}"`);
});

test.each([
    [
        "--after together with --preview",
        ["--after", "a.json", "--preview", "b.json"],
        "--after and --preview cannot be combined",
    ],
    ["a missing snapshot", ["--snapshot", join(folder, "nothing.json")], "The snapshot could not be read"],
    ["a snapshot that is not JSON", ["--snapshot", fileOf("text.json", "users")], "it is not JSON"],
    [
        "a snapshot whose users are not a list",
        ["--snapshot", fileOf("other.json", JSON.stringify({ ...facts, users: {} }))],
        "users: Invalid input: expected array",
    ],
    [
        "a snapshot with an invalid date",
        ["--snapshot", fileOf("undated.json", JSON.stringify({ ...facts, at: "today" }))],
        "at: must be a date",
    ],
])("%s is refused with a reason", async (_, args, reason) => {
    const { code, stderr } = await map(...args, "--out", join(folder, "never.html"));
    expect({ code, stderr }).toEqual({ code: EXIT_CODES.usage, stderr: expect.stringContaining(reason) });
});

function map(...args: string[]) {
    return runCommand(["map", ...args]);
}

function fileOf(name: string, text: string): string {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
}
