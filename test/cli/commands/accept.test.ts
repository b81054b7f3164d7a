/** `access-governance accept` on a program whose group was changed outside Pulumi. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startService } from "../../../src/local/service/index.js";
import { Workshop } from "../../adopt/accept/workshop.js";
import { type CommandResult, runCommand } from "../command.js";

const BRUNO = { token: "token-of-bruno", email: "bruno@tidewater.example", role: "ADMIN" } as const;

let workshop: Workshop;
let preview: string;

beforeAll(async () => {
    const service = await startService({ seed: "small", tokens: [BRUNO] });
    workshop = await Workshop.open(join(__dirname, "../../adopt/accept/programs/literals"), service);
    await workshop.up();
});
afterAll(() => workshop.close());

beforeEach(async () => {
    workshop.reset();
    const { store } = workshop.service;
    const cranes = store.groups.all().find((one) => one.name === "Cranes");
    store.groups.change(cranes?.group_id ?? "", { description: "Who may move a \u001b[31mcrane" });
    store.groupVisibility.set({ group_id: cranes?.group_id ?? "", visibility: "GLOBAL", visibility_group_ids: [] });
    preview = join(workshop.folder, "preview.json");
    writeFileSync(preview, JSON.stringify(await workshop.preview()));
    workshop.service.calls.clear();
});

const program = (): string => readFileSync(join(workshop.folder, "index.ts"), "utf8");

async function accept(...args: readonly string[]): Promise<CommandResult> {
    const { PATH = "", ...env } = await workshop.environment();
    const { url, token } = workshop.service;
    return runCommand(["accept", ...args, "--cwd", workshop.folder], { url, token, env: { ...strings(env), PATH } });
}

function strings(env: NodeJS.ProcessEnv): Record<string, string> {
    return Object.fromEntries(
        Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
}

test("shows the edits without control characters, and does not write them without --write", async () => {
    const before = program();
    const { code, stdout, stderr } = await accept(preview);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(stdout).toContain('-        visibility: { visibility: "LIMITED", visibilityGroupIds: [staff.groupId] },\n');
    expect(stdout).toContain('+        visibility: { visibility: "GLOBAL", visibilityGroupIds: [] },\n');
    expect(stdout).toContain("  Group cranes: description (index.ts:17)\n");
    expect(stdout).toContain("can be accepted (2):\n");
    expect(stdout).toContain("Nothing was written: add --write to write these edits.\n");
    expect(stdout).not.toContain("\u001b");
    expect(program()).toBe(before);
});

test("writes only the selected property, and the next preview still shows the other one", async () => {
    const { code, stdout } = await accept(preview, "--write", "--only", "cranes", "--property", "visibility");
    expect(stdout).toContain(
        "accepted (1):\n  Group cranes: visibility (index.ts:17)\n1 file written. The preview no longer shows the accepted drift.",
    );
    expect(code).toBe(0);
    expect(program()).toContain('visibility: { visibility: "GLOBAL", visibilityGroupIds: [] },');
    expect(program()).toContain('description: "Who may move a crane",');
    expect(workshop.service.calls.writes()).toEqual([]);
    const { steps } = await workshop.preview();
    const changed = steps.filter(({ op }) => op === "update").map(({ urn, detailedDiff }) => [urn, detailedDiff]);
    expect(changed).toHaveLength(1);
    expect(JSON.stringify(changed)).not.toContain("visibility");
});

test("runs the preview itself and prints the result as JSON", async () => {
    writeFileSync(join(workshop.folder, "Pulumi.prod.yaml"), "config: {}\n");
    const { stdout, stderr, code } = await accept("--write", "--format", "json");
    expect(stderr).toBe("These stacks run the same program, so preview them as well: prod.\n");
    expect(code).toBe(0);
    const result = JSON.parse(stdout);
    expect(result).toMatchObject({ isWritten: true, notAccepted: [], files: [{ path: "index.ts" }] });
    expect(result.accepted.map((one: { property: string }) => one.property).sort()).toEqual([
        "description",
        "visibility",
    ]);
    const { stdout: again } = await accept();
    expect(again).toBe("Nothing to accept.\n");
});

test("shows the effect on access, and writes nothing if a rule is violated", async () => {
    const { store } = workshop.service;
    const cranes = store.groups.all().find((one) => one.name === "Cranes");
    const [rule] = cranes?.request_configurations ?? [];
    store.groups.change(cranes?.group_id ?? "", {
        request_configurations: rule ? [{ ...rule, auto_approval: true }] : [],
    });
    writeFileSync(preview, JSON.stringify(await workshop.preview()));
    const before = program();
    const { code, stdout } = await accept(preview, "--write", "--no-new-access-to", "Cranes");
    expect(stdout).toContain("Effect of accepting these changes on access:\n");
    expect(stdout).toMatch(/\d+ people.* can now get it without approval/);
    expect(stdout).toContain("Nothing was written.\n");
    expect(code).toBe(17);
    expect(program()).toBe(before);
    const { stdout: json } = await accept(preview, "--format", "json", "--only", "cranes", "--property", "description");
    expect(JSON.parse(json)).toMatchObject({ isWritten: false, rules: [], access: { targets: [], roles: [] } });
});

test("rewrites a list whose order changed, together with the edit of another property", async () => {
    const { store } = workshop.service;
    const cranes = store.groups.all().find((one) => one.name === "Cranes");
    const [rule] = cranes?.request_configurations ?? [];
    const [stage] = rule?.reviewer_stages ?? [];
    if (!rule || !stage) throw new Error("The group has no stage.");
    const administrators = store.owners.all().find((one) => one.name === "Administrators");
    const first = { ...stage, owner_ids: [administrators?.owner_id ?? ""] };
    store.groups.change(cranes?.group_id ?? "", {
        request_configurations: [{ ...rule, max_duration_minutes: 300, reviewer_stages: [first, stage] }],
    });
    writeFileSync(preview, JSON.stringify(await workshop.preview()));
    const { stdout, code } = await accept(preview, "--write", "--no-impact", "--property", "requestConfigurations");
    expect(stdout).toContain("accepted (1):\n  Group cranes: requestConfigurations");
    expect(code).toBe(0);
    expect(program()).toContain("maxDurationMinutes: 300,");
    expect(program()).toMatch(/"Administrators" }\)\.ownerId\][\s\S]*ownerIds: \[harbour\.id\]/);
});

test("selects drift by the user who caused it", async () => {
    const { service } = workshop;
    const cranes = service.store.groups.all().find((one) => one.name === "Cranes");
    await fetch(`${service.url}/groups/${cranes?.group_id}/visibility`, {
        method: "PUT",
        headers: { authorization: `Bearer ${service.token}`, "content-type": "application/json" },
        body: JSON.stringify({ visibility: "LIMITED", visibility_group_ids: [] }),
    });
    writeFileSync(preview, JSON.stringify(await workshop.preview()));
    const { stdout } = await accept(preview, "--no-impact", "--by", "ada@tidewater.example");
    expect(stdout).toContain("can be accepted (2):\n");
    const { stdout: others } = await accept(preview, "--no-impact", "--not-by", "ada@tidewater.example");
    expect(others).toBe("Nothing to accept.\n");
    const { stderr, code } = await accept(preview, "--by", "ada@tidewater.exampel");
    expect(stderr).toContain('No drift is known to be caused by "ada@tidewater.exampel"; did you mean "ada@tidewater');
    expect(code).toBe(2);
});

test("creates one commit per person, each with only that person's changes", async () => {
    const { service } = workshop;
    const cranes = service.store.groups.all().find((one) => one.name === "Cranes");
    const harbour = service.store.owners.all().find((one) => one.name === "Harbour masters");
    const put = (path: string, token: string, body: object): Promise<Response> =>
        fetch(`${service.url}${path}`, {
            method: "PUT",
            headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
            body: JSON.stringify(body),
        });
    await put(`/groups/${cranes?.group_id}/visibility`, service.token, {
        visibility: "LIMITED",
        visibility_group_ids: [],
    });
    await put("/owners", BRUNO.token, { owners: [{ owner_id: harbour?.owner_id, description: "Who runs the port" }] });
    writeFileSync(preview, JSON.stringify(await workshop.preview()));
    const git = (...args: string[]): string =>
        execFileSync("git", args, {
            cwd: workshop.folder,
            encoding: "utf8",
            env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" },
        });
    git("init", "--quiet");
    for (const [name, value] of Object.entries({ name: "Somebody", email: "somebody@tidewater.example" }))
        git("config", `user.${name}`, value);
    const uncommitted = await accept(preview, "--no-impact", "--commit");
    expect(uncommitted.stderr).toContain("Uncommitted changes in index.ts. Commit");
    git("add", "--all");
    git("commit", "--quiet", "--message", "Begin");
    const declared = program();
    const { code, stdout } = await accept(preview, "--no-impact", "--commit", "--format", "markdown");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^#### Accepted\n/);
    expect(stdout).toContain(
        "\n- Owner `harbour`: description, last changed by `bruno@tidewater.example`, in `index.ts:",
    );
    expect(git("status", "--porcelain")).toBe("");
    expect(git("log", "--format=%B%x00", "--reverse").split("\0\n").slice(1, 3)).toEqual([
        "Accept changes that bruno@tidewater.example made outside Pulumi\n\n- Owner harbour: description\n",
        "Accept changes that ada@tidewater.example made outside Pulumi\n\n- Group cranes: visibility\n- Group cranes: description\n",
    ]);
    const ofBruno = git("show", "HEAD~1:./index.ts");
    expect(ofBruno).toContain("Who runs the port");
    expect(ofBruno.replace("Who runs the port", "")).not.toContain("visibilityGroupIds: [] }");
    expect(program()).not.toBe(declared);
    expect(git("show", "HEAD:./index.ts")).toBe(program());
    expect((await accept()).stdout).toBe("Nothing to accept.\n");
});

test("leaves the user's own staged file uncommitted if the edits must be committed together", async () => {
    const { service } = workshop;
    const cranes = service.store.groups.all().find((one) => one.name === "Cranes");
    const headers = { authorization: `Bearer ${service.token}` };
    await fetch(`${service.url}/groups/${cranes?.group_id}`, { method: "DELETE", headers });
    service.clock.advance(3_600_000);
    writeFileSync(preview, JSON.stringify(await workshop.preview()));
    writeFileSync(join(workshop.folder, "mine.txt"), "not yours");
    const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" };
    const git = (...args: string[]): string =>
        execFileSync("git", args, { cwd: workshop.folder, encoding: "utf8", env });
    git("init", "--quiet");
    git("config", "user.name", "Somebody");
    git("config", "user.email", "somebody@tidewater.example");
    git("add", "--all", ":!mine.txt");
    git("commit", "--quiet", "--message", "Begin");
    git("add", "mine.txt");
    const { code, stdout, stderr } = await accept(preview, "--no-impact", "--commit");
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(stdout).toContain("accepted (2):");
    expect(program()).not.toContain("new access.Group");
    expect(git("status", "--porcelain")).toBe("A  mine.txt\n");
});

test("--new adds objects that were created outside Pulumi", async () => {
    const { stdout, code, stderr } = await accept(preview, "--no-impact", "--write", "--new");
    expect(stdout).toContain("accepted (2):\n");
    expect(stdout).toMatch(/\nupdate: \d+ added, 0 deleted\n/);
    // The organization has a script that cannot be declared.
    expect(stderr).toMatch(/^not declared: Script .*\n$/);
    expect(code).toBe(16);
    expect(readFileSync(join(workshop.folder, "added/1/import.json"), "utf8")).toContain("Office staff");
    for (const flags of [["--new"], ["--new", "--write", "--commit"]])
        expect((await accept(preview, ...flags)).stderr).toContain("--new requires --write");
});

test.each([
    [["--only", "crane"], 'The resource "crane" did not drift; did you mean "cranes"?'],
    [["--property", "colour"], 'The property "colour" did not drift'],
    [["--format", "yaml"], "Allowed choices are text, markdown, json"],
])("%j is refused before anything is read", async (args, message) => {
    const { code, stderr } = await accept(preview, ...args);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
});

test("--new is refused for a program in YAML, because it writes TypeScript", async () => {
    writeFileSync(join(workshop.folder, "Pulumi.yaml"), "name: access\nruntime: yaml\n");
    const { code, stderr } = await accept(preview, "--write", "--new");
    expect(stderr).toContain("TypeScript");
    expect(code).toBe(2);
});

test("a folder without a program is refused", async () => {
    const { code, stderr } = await runCommand(["accept", preview, "--cwd", join(workshop.folder, "..")]);
    expect(stderr).toContain("No Pulumi.yaml in");
    expect(code).toBe(2);
});

test("restores the program if the preview of the edited program fails", async () => {
    // The edit is correct, but another line of the program fails.
    writeFileSync(join(workshop.folder, "index.ts"), `${program()}throw new Error("another mistake");\n`);
    const before = program();
    const { code, stdout } = await accept(preview, "--write", "--only", "cranes", "--property", "description");
    expect(stdout).toContain("Group cranes: description: the preview of the edited program failed:");
    expect(code).toBe(16);
    expect(program()).toBe(before);
});

test("accepts values that make little sense in a new program", async () => {
    const { store } = workshop.service;
    const cranes = store.groups.all().find((one) => one.name === "Cranes");
    const staff = store.groups.all().find((one) => one.name === "Office staff");
    const [rule] = cranes?.request_configurations ?? [];
    if (!cranes || !staff || !rule) throw new Error("The group has no configuration.");
    store.groups.change(cranes.group_id, {
        request_configurations: [{ ...rule, auto_approval: true, max_duration_minutes: 0, reviewer_stages: [] }],
    });
    store.groupVisibility.set({
        group_id: cranes.group_id,
        visibility: "GLOBAL",
        visibility_group_ids: [staff.group_id],
    });
    writeFileSync(preview, JSON.stringify(await workshop.preview()));
    const { stdout, code } = await accept(preview, "--write", "--no-impact");
    expect(code, stdout).toBe(0);
    expect(program()).toContain("reviewerStages: []");
    expect(program()).toContain("maxDurationMinutes: 0");
    const { steps } = await workshop.preview();
    expect(steps.filter(({ op }) => !["same", "read", "refresh"].includes(op))).toEqual([]);
});
