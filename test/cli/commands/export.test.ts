import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { EXIT_CODES } from "../../../src/cli/exit-codes.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import { parseDeployment } from "../../../src/stack/deployment.js";
import { runCommand } from "../command.js";

let service: Service;
let folder: string;

beforeEach(async () => {
    service = await startService({ seed: "small" });
    folder = mkdtempSync(join(tmpdir(), "export-"));
});
afterEach(async () => {
    rmSync(folder, { recursive: true });
    await service.close();
});

test("an export prints the number of declarations and files, and exits with 0", async () => {
    const { stdout, code } = await run("export", "--out", join(folder, "access"));
    expect(stdout).toMatch(/^export: \d+ declarations in \d+ files, 0 could not be declared$/m);
    expect(code).toBe(0);
    expect(existsSync(join(folder, "access", ".export.jsonl"))).toBe(false);
    for (const name of ["index.ts", "Pulumi.yaml", "package.json", "tsconfig.json", "README.md", "state/dev.json"]) {
        expect(existsSync(join(folder, "access", name))).toBe(true);
    }
});

test("objects that cannot be declared are listed in the README, and the exit code is 16", async () => {
    const [group] = service.store.groups.all();
    if (group) service.store.groups.set({ ...group, name: " " });
    const { stdout, code } = await run("export", "--out", join(folder, "access"));
    expect(stdout).toContain("1 could not be declared");
    expect(code).toBe(16);
    const readme = readFileSync(join(folder, "access/README.md"), "utf8");
    expect(readme).toMatch(
        new RegExp(`\\| Group \\| .* \\| \`${group?.group_id}\` \\| name: it must not be empty \\|`),
    );
});

test("a program that needs a secret is not previewed, and the exit code is 27", async () => {
    const answer = await service.fetch(
        new Request(`${service.url}/event-streams`, {
            method: "POST",
            headers: { authorization: `Bearer ${service.token}`, "content-type": "application/json" },
            body: JSON.stringify({
                name: "SIEM",
                connection_type: "WEBHOOK",
                webhook_url: "https://siem.example.com/hook",
                credentials: {
                    auth_type: "API_KEY",
                    api_key_credentials: [{ name: "X-Key", location: "HEADER", value: "hush-hush" }],
                },
            }),
        }),
    );
    expect(answer.ok, await answer.text()).toBe(true);
    const { stdout, stderr, code } = await run("export", "--out", join(folder, "access"), "--stack", "dev");
    expect(stdout).toContain("0 could not be declared");
    expect(stdout + stderr).toContain("No preview yet: the program needs 1 secret.");
    expect(code).toBe(27);
});

test("no file contains the token", async () => {
    const out = join(folder, "access");
    await run("export", "--out", out);
    for (const name of ["state/dev.json", "state/import.json", "README.md", "Pulumi.yaml"]) {
        expect(readFileSync(join(out, name), "utf8")).not.toContain(service.token);
    }
});

test("a folder that is not empty is refused and stays unchanged", async () => {
    const out = join(folder, "access");
    mkdirSync(out);
    writeFileSync(join(out, "index.ts"), "// mine\n");
    expect(await refused("export", "--out", out)).toMatch(/is not empty.*--update/);
    expect(readFileSync(join(out, "index.ts"), "utf8")).toBe("// mine\n");
    expect(service.calls.all()).toEqual([]);
});

test("unknown kinds, apps and owners are refused, with a suggestion", async () => {
    const out = join(folder, "access");
    expect(await refused("export", "--out", out, "--include", "Groups")).toContain('did you mean "Group"?');
    expect(await refused("export", "--out", out, "--apps", "Tidewaters")).toContain('did you mean "Tidewater"?');
    expect(await refused("export", "--out", out, "--team", "Nobody")).toContain('Unknown owner "Nobody"');
    const other = join(folder, "new");
    await refused("export", "--out", other, "--team", "Nobody");
    expect(existsSync(other)).toBe(false);
});

test("--state and --update require each other", async () => {
    const out = join(folder, "access");
    expect(await refused("export", "--out", out, "--state", "x.json")).toContain("--state requires --update");
    expect(await refused("export", "--out", out, "--update")).toContain("--update requires --state");
});

test("an update reports added and deleted objects", async () => {
    const out = join(folder, "access");
    await run("export", "--out", out);
    const [tag] = service.store.tags.all();
    service.store.tags.deleteKey(tag?.tag_id ?? "");
    const { stdout } = await run("export", "--out", out, "--update", "--state", join(out, "state/dev.json"));
    expect(stdout).toMatch(/^deleted: Tag \S+ \(.*\), declared in tags\.ts:\d+$/m);
    expect(stdout).toMatch(/^update: 0 added, \d+ deleted$/m);
});

test("coverage exits with 16 below the percentage given by --fail-under", async () => {
    const out = join(folder, "access");
    await run("export", "--out", out, "--exclude", "Group");
    const state = join(out, "state/dev.json");
    const page = join(folder, "coverage.html");
    const { stdout, code } = await run("coverage", state, "--fail-under", "100", "--page", page);
    expect(stdout).toMatch(/^Group: not declared \(\d+\)$/m);
    expect(code).toBe(16);
    expect(readFileSync(page, "utf8")).toContain("Not declared: Group");
    const json = await run("coverage", state, "--format", "json", "--fail-under", "1");
    expect(JSON.parse(json.stdout).kinds.find(({ kind }: { kind: string }) => kind === "Group").declared).toBe(0);
    expect(json.code).toBe(0);
});

test("coverage reads only the kinds given by --include", async () => {
    const out = join(folder, "access");
    await run("export", "--out", out);
    service.calls.clear();
    const { stdout } = await run("coverage", join(out, "state/dev.json"), "--include", "Owner", "Tag");
    expect(stdout).toMatch(/^coverage: (\d+) of \1 declarable objects are declared/m);
    expect(stdout).not.toContain("not on the service");
    expect(service.calls.of("getGroupUsers")).toEqual([]);
});

test("coverage of a part ignores objects outside that part", async () => {
    const out = join(folder, "access");
    await run("export", "--out", out);
    const { stdout } = await run("coverage", join(out, "state/dev.json"), "--except-team", "Administrators");
    expect(stdout).not.toContain("not on the service");
    expect(stdout).not.toMatch(/^Group /m);
});

test("coverage reports a kind that it could not read, and exits with 16", async () => {
    const out = join(folder, "access");
    await run("export", "--out", out);
    service.faults.add({ operation: "getGroups", answer: { status: 403 } });
    const { stdout, stderr, code } = await run("coverage", join(out, "state/dev.json"));
    expect(stdout).not.toContain("not on the service");
    expect(stderr).toContain("not declared: Group all of them: it could not be read");
    expect(code).toBe(16);
});

test.each([
    [["--project", "a b"], "is not a valid name of a Pulumi project"],
    [["--project", "x: y"], "is not a valid name of a Pulumi project"],
    [["--project", "123"], "is not a valid name of a Pulumi project"],
    [["--project", "true"], "is not a valid name of a Pulumi project"],
])("%j is refused before any call", async (options, reason) => {
    expect(await refused("export", "--out", join(folder, "access"), ...options)).toContain(reason);
    expect(service.calls.all()).toEqual([]);
    expect(existsSync(join(folder, "access"))).toBe(false);
});

test.each(["../../escaped", "import", "a/b/c/d", "a b"])("the stack %j is refused before any call", async (stack) => {
    expect(await refused("export", "--out", join(folder, "access"), "--stack", stack)).toContain(stack);
    expect(service.calls.all()).toEqual([]);
});

test("an update of a folder without a program is refused without calls or new files", async () => {
    const out = join(folder, "plain");
    mkdirSync(out);
    const state = join(folder, "state.json");
    writeFileSync(state, JSON.stringify({ version: 3, deployment: {} }));
    expect(await refused("export", "--out", out, "--update", "--state", state)).toContain("is not a Pulumi program");
    expect(service.calls.all()).toEqual([]);
    expect(existsSync(join(out, ".export.jsonl"))).toBe(false);
});

test.each(["python", "yaml"])("an update of a program in %s is refused before any call", async (language) => {
    const out = join(folder, "access");
    await run("export", "--out", out, "--language", language);
    service.calls.clear();
    const state = join(out, "state/dev.json");
    expect(await refused("export", "--out", out, "--update", "--state", state)).toContain(`the runtime ${language}`);
    const args = ["export", "--out", out, "--update", "--state", state, "--language", language];
    expect(await refused(...args)).toContain(`--language ${language}`);
    expect(service.calls.all()).toEqual([]);
});

test.each(["python", "yaml"])(
    "without the Pulumi CLI, a program in %s is written and its stack is not",
    async (language) => {
        const path = process.env.PATH;
        process.env.PATH = "";
        const args = ["export", "--out", join(folder, "access"), "--language", language, "--stack", "dev"];
        const { stdout, stderr, code } = await run(...args).finally(() => {
            process.env.PATH = path;
        });
        expect(stdout).toContain("0 could not be declared");
        expect(stderr).toContain("access/dev was not created");
        expect(code).toBe(0);
        expect(existsSync(join(folder, "access/state/dev.json"))).toBe(true);
    },
);

test("the error for an invalid deployment starts with its file name, except for standard input", () => {
    expect(() => parseDeployment("{}", "x.json")).toThrow(/^x\.json: Not a deployment: version: /);
    expect(() => parseDeployment("{}", "-")).toThrow(/^Not a deployment: version: /);
});

test("an invalid deployment is refused before any call", async () => {
    const file = join(folder, "x.json");
    writeFileSync(file, "{}");
    expect(await refused("coverage", file)).toContain(`${file}: Not a deployment: version: `);
    writeFileSync(file, JSON.stringify({ resources: [{ type: "access-governance:index:Tag", name: "eu", id: "1" }] }));
    expect(await refused("coverage", file)).toContain(
        `${file}: Not a deployment: it is a file for \`pulumi import\`. `,
    );
    expect(service.calls.all()).toEqual([]);
});

/** Runs a command in this process against the service. */
function run(...args: string[]) {
    return runCommand(args, service);
}

/** Runs a command that must fail with a usage error, and returns the message. */
async function refused(...args: string[]): Promise<string> {
    const { code, stderr } = await run(...args);
    expect(code).toBe(EXIT_CODES.usage);
    return stderr;
}
