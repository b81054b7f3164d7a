/** The gate of `coverage`: what is created outside, and a baseline of what is undeclared on purpose. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseBaseline } from "../../../src/adopt/coverage/baseline.js";
import { Client } from "../../../src/api/client.js";
import { EXIT_CODES } from "../../../src/cli/exit-codes.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import { runCommand } from "../command.js";

/** Formats a page, moves the cursor, hides itself and runs a workflow command. */
const HOSTILE = "Shadow `</details>` [x](https://evil.example)\u001b[2J\u202e ::error::@everyone";

let service: Service;
let client: Client;
let folder: string;
let state: string;
let file: string;

beforeEach(async () => {
    service = await startService({ seed: "small" });
    client = new Client({ url: service.url, token: service.token });
    folder = mkdtempSync(join(tmpdir(), "coverage-"));
    await run("export", "--out", join(folder, "access"));
    state = join(folder, "access/state/dev.json");
    file = join(folder, "access-baseline.dev.json");
});
afterEach(async () => {
    rmSync(folder, { recursive: true });
    await service.close();
});

test("the gate fails with the name of a new group that gives somebody a declared resource, until it is accepted", async () => {
    expect((await gate()).code).toBe(0);
    await accept();
    expect(accepted()).toEqual([]);
    const { resource, group } = await shadowGroup("Shadow admins");
    const { stdout, code } = await gate("--baseline", file);
    expect(code).toBe(EXIT_CODES.undeclared);
    const [first] = stdout.slice(stdout.indexOf("Access that nobody declares")).match(/^ {2}Group .*$/m) ?? [];
    expect(first).toContain("Group Shadow admins");
    expect(first).toContain(resource.name);
    expect(accepted()).not.toContain(group.group_id);
    await accept();
    expect(accepted()).toContain(group.group_id);
    expect((await gate("--baseline", file)).code).toBe(0);
});

test("a member added to an undeclared set whose members the baseline contains is new", async () => {
    const { group, resource } = await shadowGroup("Shadow admins");
    await accept();
    const other = service.store.resources.all().find(({ resource_id }) => resource_id !== resource.resource_id);
    const path = { group_id: group.group_id, resource_id: other?.resource_id ?? "" };
    await client.call("addGroupResource", { path, body: { duration_minutes: 0 } });
    const { stdout, code } = await gate("--baseline", file, "--format", "json");
    expect(code).toBe(EXIT_CODES.undeclared);
    expect(JSON.parse(stdout).baseline.added).toMatchObject([
        { kind: "GroupResource", id: `${path.group_id}/${path.resource_id}`, risk: "widens", reaches: [other?.name] },
    ]);
});

test.each([
    ["", 0],
    [" until a date", 60],
])("a member added%s to a declared group whose members are declared one by one is new", async (_, duration_minutes) => {
    const { group, user } = await shadowGroup("Platform");
    const out = join(folder, "platform");
    await run("export", "--out", out, "--single");
    state = join(out, "state/dev.json");
    expect(readFileSync(state, "utf8")).toContain(`"${group.group_id}/${user.user_id}"`);
    expect((await gate()).code).toBe(0);
    const other = service.store.users.all().find(({ user_id }) => user_id !== user.user_id);
    const path = { group_id: group.group_id, user_id: other?.user_id ?? "" };
    await client.call("addGroupUser", { path, body: { duration_minutes } });
    const { stdout, code } = await gate("--format", "json");
    expect(code).toBe(EXIT_CODES.undeclared);
    expect(JSON.parse(stdout).baseline.added).toMatchObject([
        { kind: "GroupUser", id: `${path.group_id}/${path.user_id}`, reaches: ["Platform"] },
    ]);
});

test("a member with an approved request is not new, and one without is", async () => {
    const { group, user } = await shadowGroup("Platform");
    const out = join(folder, "platform");
    await run("export", "--out", out, "--single");
    state = join(out, "state/dev.json");
    const { store, clock } = service;
    const [asked, granted] = store.users.all().filter(({ user_id }) => user_id !== user.user_id);
    for (const one of [asked, granted]) {
        const path = { group_id: group.group_id, user_id: one?.user_id ?? "" };
        await client.call("addGroupUser", { path, body: { duration_minutes: 0 } });
    }
    const now = clock.now().toISOString();
    store.requests.set({
        id: "00000000-0000-4000-8000-0000000000aa",
        created_at: now,
        updated_at: now,
        requester_id: asked?.user_id ?? "",
        status: "APPROVED",
        reason: "The pump",
        requested_items_list: [{ group_id: group.group_id, access_level_remote_id: "" }],
    });
    const { stdout, code } = await gate("--format", "json");
    expect(code).toBe(EXIT_CODES.undeclared);
    expect(JSON.parse(stdout).baseline.added.map(({ id }: { id: string }) => id)).toEqual([
        `${group.group_id}/${granted?.user_id}`,
    ]);
});

test("a group that was deleted and created again with the same name is new, and its former entry is stale", async () => {
    const { group } = await shadowGroup("Shadow admins");
    await accept();
    await client.call("deleteGroup", { path: { group_id: group.group_id } });
    const { code, stdout } = await gate("--baseline", file, "--format", "json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout).baseline.stale.map(({ id }: { id: string }) => id)).toContain(group.group_id);
    const { group: again } = await shadowGroup("Shadow admins");
    const found = await gate("--baseline", file);
    expect(found.code).toBe(EXIT_CODES.undeclared);
    expect(found.stdout).toContain(again.group_id);
    expect(found.stdout).toMatch(/In the baseline, but declared now or deleted/);
});

test("a new group with the name of a declared one is new, together with what it gives", async () => {
    const [declared] = service.store.groups.all();
    const { group } = await shadowGroup(declared?.name ?? "");
    const { stdout, code } = await gate("--format", "json");
    expect(code).toBe(EXIT_CODES.undeclared);
    const { added } = JSON.parse(stdout).baseline;
    const own = added.filter(({ id }: { id: string }) => id.startsWith(group.group_id));
    expect(own.map(({ kind }: { kind: string }) => kind)).toEqual(["Group", "GroupResource", "GroupUser"]);
    expect(added).toHaveLength(own.length);
});

test("a hostile name is neither formatted nor hidden in any output or in the baseline", async () => {
    await shadowGroup(HOSTILE);
    const comment = join(folder, "comment.md");
    const { code, stdout: text } = await gate("--comment", comment);
    expect(code).toBe(EXIT_CODES.undeclared);
    const markdown = readFileSync(comment, "utf8");
    expect(markdown).toContain("- **Group ``Shadow `</details>` [x]");
    for (const stdout of [markdown, text]) {
        expect(stdout).not.toMatch(/[\p{Cc}\p{Cf}](?<!\n)/u);
        expect(stdout).not.toMatch(/(?<!\S)::error/);
    }
    await accept();
    expect(readFileSync(file, "utf8")).not.toMatch(/[\p{Cc}\p{Cf}](?<!\n)/u);
    expect(parseBaseline(readFileSync(file, "utf8"), file).undeclared.map(({ name }) => name)).toContain(HOSTILE);
    expect((await gate("--baseline", file)).code).toBe(0);
});

test("a refused list makes the answer unknown, and no baseline is written", async () => {
    service.faults.add({ operation: "getGroups", times: 10, answer: { status: 403 } });
    const { stdout, code } = await gate();
    expect(code).toBe(EXIT_CODES.notKnown);
    expect(stdout).toContain("Group all of them");
    expect((await run("coverage", state, "--write-baseline", file)).code).toBe(EXIT_CODES.notKnown);
    expect(existsSync(file)).toBe(false);
});

test("a token that may not see every object makes the answer unknown", async () => {
    service.faults.add({ operation: "getTokens", times: 10, answer: { status: 403 } });
    expect((await gate()).code).toBe(EXIT_CODES.notKnown);
    expect((await run("coverage", state, "--write-baseline", file)).code).toBe(EXIT_CODES.notKnown);
    // What is found is still reported.
    await shadowGroup("Shadow admins");
    const { code, stdout } = await gate();
    expect(code).toBe(EXIT_CODES.undeclared);
    expect(stdout).toContain("Shadow admins");
});

test("the baseline records the part of the organization that it is about, and keeps reasons", async () => {
    await shadowGroup("Shadow admins");
    expect((await run("coverage", state, "--write-baseline", file, "--exclude", "Tag")).code).toBe(0);
    const written = parseBaseline(readFileSync(file, "utf8"), file);
    expect(written.selection).toEqual({ exclude: ["Tag"] });
    const text = readFileSync(file, "utf8").replace(
        /("kind": "Group", .*"name": "[^"]*")/,
        '$1, "reason": "Break glass"',
    );
    writeFileSync(file, text);
    await accept();
    expect(readFileSync(file, "utf8")).toBe(text);
    await client.call("createTag", { body: { tag_key: "new", tag_value: "tag" } });
    expect((await gate("--baseline", file)).code).toBe(0);
    expect((await gate("--baseline", file, "--exclude", "Group")).code).toBe(EXIT_CODES.usage);
    await run("coverage", state, "--write-baseline", file, "--exclude", "Bundle");
    expect((await gate("--baseline", file)).code).toBe(0);
    expect(readFileSync(file, "utf8")).toContain('"new=tag"');
});

test.each([
    ["is missing", undefined],
    ["is cut off", '{ "undeclared": [ { "kind": "Gr'],
    ["has a merge conflict", '<<<<<<< HEAD\n{ "undeclared": [] }'],
    ["has an entry without an id", '{ "undeclared": [{ "kind": "Group", "name": "x" }] }'],
    ["has an unknown section", '{ "undeclared": [], "waivers": [] }'],
    ["is a list", "[]"],
])("a baseline that %s is refused before any call", async (_, text) => {
    if (text !== undefined) writeFileSync(file, text);
    service.calls.clear();
    const { code, stderr } = await gate("--baseline", file);
    expect(code).toBe(EXIT_CODES.usage);
    expect(stderr).toContain(file);
    if (text !== undefined)
        expect((await run("coverage", state, "--write-baseline", file)).code).toBe(EXIT_CODES.usage);
    expect(service.calls.all()).toEqual([]);
});

test("the gate cannot accept what it finds in the same run", async () => {
    const { code } = await run("coverage", state, "--write-baseline", file, "--fail-on-undeclared");
    expect(code).toBe(EXIT_CODES.usage);
    expect(existsSync(file)).toBe(false);
});

/** Creates a group outside that gives one declared resource to one user. */
async function shadowGroup(name: string) {
    const [app] = service.store.apps.all().filter(({ app_type }) => app_type === "SVC");
    const [resource] = service.store.resources.all();
    const [user] = service.store.users.all();
    if (!app || !resource || !user) throw new Error("the seed lacks an object");
    const group = await client.call("createGroup", {
        body: { name, app_id: app.app_id, group_type: "SVC_GROUP" },
    });
    const { group_id } = group;
    await client.call("addGroupResource", {
        path: { group_id, resource_id: resource.resource_id },
        body: { duration_minutes: 0 },
    });
    await client.call("addGroupUser", { path: { group_id, user_id: user.user_id }, body: { duration_minutes: 0 } });
    return { group, resource, user };
}

async function accept(): Promise<void> {
    const { code, stderr } = await run("coverage", state, "--write-baseline", file);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`Wrote ${file}`)]);
}

function accepted(): string[] {
    return parseBaseline(readFileSync(file, "utf8"), file).undeclared.map(({ id }) => id);
}

function gate(...args: string[]) {
    return run("coverage", state, "--fail-on-undeclared", ...args);
}

function run(...args: string[]) {
    return runCommand(args, service);
}
