/** Runs the commands of the README's section "Start from what you have" and of docs/adopt.md unchanged. */
import { execFile } from "node:child_process";
import {
    chmodSync,
    existsSync,
    mkdirSync,
    mkdtempSync,
    readFileSync,
    rmSync,
    symlinkSync,
    writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { AccessGovernanceClient } from "../../src/index.js";
import { type Service, startService } from "../../src/local/service/index.js";

const run = promisify(execFile);
const root = join(__dirname, "../..");

let service: Service;
let folder: string;
let environment: NodeJS.ProcessEnv;

beforeEach(async () => {
    service = await startService({ seed: "small" });
    await makeTeam("Payments");
    folder = mkdtempSync(join(tmpdir(), "start-"));
    const command = `#!/bin/sh\nexec "${process.execPath}" "${join(root, "dist/cli/main.js")}" "$@"\n`;
    // The package is not published: the stand-in for npm does nothing, and the one for npx runs the built package.
    const standIns = {
        "access-governance": command,
        npx: `#!/bin/sh\nshift 2\n${command.split("\n")[1]}\n`,
        npm: "#!/bin/sh\nexit 0\n",
    };
    for (const [name, text] of Object.entries(standIns)) {
        writeFileSync(join(folder, name), text);
        chmodSync(join(folder, name), 0o755);
    }
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    environment = {
        ...process.env,
        PATH: `${folder}:${process.env.PATH}`,
        PULUMI_HOME: join(folder, "home"),
        PULUMI_BACKEND_URL: pathToFileURL(folder).href,
        PULUMI_CONFIG_PASSPHRASE: "made up for a test",
        PULUMI_SKIP_UPDATE_CHECK: "true",
        ACCESS_GOVERNANCE_READS_PER_SECOND: "100000",
    };
});

afterEach(async () => {
    rmSync(folder, { recursive: true });
    await service.close();
});

test("the commands of the README export the organization with an empty preview and full coverage, without writes", async () => {
    const { stdout } = await script(section("README.md", "Start from what you have"));
    expect(stdout).toMatch(/^export: \d+ declarations in \d+ files, 0 could not be declared$/m);
    expect(stdout).toMatch(/^preview \(.*\): 0 changes$/m);
    const [whole = 0, ...parts] = [...stdout.matchAll(/^export: (\d+) declarations/gm)].map(([, count]) =>
        Number(count),
    );
    expect(parts.reduce((sum, count) => sum + count, 0)).toBe(whole);
    expect(stdout).toMatch(/^coverage: (\d+) of \1 declarable objects are declared \(100 %\)$/m);
    expect(readFileSync(join(folder, "coverage.html"), "utf8")).toContain("<!doctype html>");
    expectOnlyReads();
});

test("the commands of docs/adopt.md succeed with empty previews, without writes", async () => {
    const { stdout } = await script(readFileSync(join(root, "docs/adopt.md"), "utf8"));
    expect(stdout.match(/: 0 changes$/gm)).toHaveLength(3);
    for (const out of ["access", "payments", "platform"]) expect(existsSync(join(folder, out, "README.md"))).toBe(true);
    expectOnlyReads();
});

test("export installs missing dependencies of the program, such as TypeScript", async () => {
    rmSync(join(folder, "node_modules"));
    mkdirSync(join(folder, "node_modules/@pulumi"), { recursive: true });
    for (const name of ["pulumi-access-governance", "@pulumi/pulumi"])
        symlinkSync(name.startsWith("@") ? join(root, "node_modules", name) : root, join(folder, "node_modules", name));
    writeFileSync(join(folder, "npm"), `#!/bin/sh\nln -s "${join(root, "node_modules")}" node_modules\n`);
    const { stdout, stderr } = await script(`\`\`\`sh
export ACCESS_GOVERNANCE_URL=${service.url} ACCESS_GOVERNANCE_TOKEN=${service.token}
npx --no-install access-governance export --out access --stack dev
\`\`\``);
    expect(stderr).toContain("npm install\n");
    expect(stdout).toMatch(/^preview \(.*\): 0 changes$/m);
});

/** Creates another owner with a group, since the small organization has only one owner. */
async function makeTeam(name: string): Promise<void> {
    const client = new AccessGovernanceClient({ url: service.url, token: service.token });
    const [app] = service.store.apps.all();
    const [user] = service.store.users.all();
    const { owner_id } = await client.owners.create({ name, user_ids: user ? [user.user_id] : [] });
    const group = await client.groups.create({
        name: `${name} on call`,
        app_id: app?.app_id ?? "",
        group_type: "SVC_GROUP",
    });
    await client.groups.update({ groups: [{ group_id: group.group_id, admin_owner_id: owner_id }] });
    service.calls.clear();
}

/** Runs the shell blocks of a text with the URL and token of the local service in place of the placeholders. */
function script(text: string) {
    const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
    const commands = blocks
        .join("\n")
        .replaceAll("https://api.example.com/v1", service.url)
        .replaceAll(/your-(read-only-)?token/g, service.token);
    return run("sh", ["-ec", commands], { env: environment, cwd: folder, maxBuffer: 1e8 });
}

function section(file: string, title: string): string {
    const [, after = ""] = readFileSync(join(root, file), "utf8").split(`\n## ${title}\n`);
    const [text = ""] = after.split("\n## ");
    return text;
}

function expectOnlyReads(): void {
    // Paladins are listed with a query, which is a POST request but not a write.
    const writes = service.calls.writes().filter(({ operation }) => operation !== "runQuery");
    expect(writes).toEqual([]);
}
