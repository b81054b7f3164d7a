/** What `pulumi new templates/…` makes previews, deploys and is destroyed, in a clean folder. */
import { execFile } from "node:child_process";
import {
    cpSync,
    existsSync,
    mkdirSync,
    mkdtempSync,
    readdirSync,
    readFileSync,
    rmSync,
    symlinkSync,
    writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openStack } from "../../src/local/engine/open-stack.js";
import { type Service, startService } from "../../src/local/service/index.js";

const root = join(__dirname, "../..");
const templates = readdirSync(join(root, "templates"));
const onPath = (name: string) => (process.env.PATH ?? "").split(delimiter).some((part) => existsSync(join(part, name)));

let service: Service;
let folder: string;

beforeEach(async () => {
    service = await startService();
    folder = mkdtempSync(join(tmpdir(), "templates-"));
});
afterEach(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
});

test.each(templates)("%s asks for what it needs, and installs this version", (name) => {
    const text = readFileSync(join(root, "templates", name, "Pulumi.yaml"), "utf8");
    for (const key of ["url", "token"]) expect(text).toContain(`access-governance:${key}:`);
    expect(text).toMatch(/token:\n {6}description: .*\n {6}secret: true/);
    const { dependencies } = read(join(root, "templates", name, "package.json"));
    expect(dependencies?.["pulumi-access-governance"]).toBe(`^${read(join(root, "package.json")).version}`);
});

test("the TypeScript one, as `pulumi new` copies it", { timeout: 60_000 }, async () => {
    cpSync(join(root, "templates/typescript"), folder, { recursive: true });
    const project = join(folder, "Pulumi.yaml");
    writeFileSync(project, readFileSync(project, "utf8").replace(/\$\{(PROJECT|DESCRIPTION)\}/g, "access"));
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    const config = {
        "access-governance:url": service.url,
        "access-governance:token": { secret: service.token },
        "access:app": "Tidewater",
    };
    const stack = await openStack({ program: folder, engine: "local", config });
    expect(await stack.preview()).toMatchObject({ exitCode: 0 });
    expect(await stack.up()).toMatchObject({ exitCode: 0 });
    const made = service.store.groups.all().find((group) => group.name === "Production on call");
    expect(made?.request_configurations).toMatchObject([
        { allow_requests: true, auto_approval: false, max_duration_minutes: 480 },
    ]);
    expect(await stack.preview({ expectNoChanges: true })).toMatchObject({ exitCode: 0 });
    expect(await stack.destroy()).toMatchObject({ exitCode: 0 });
    await stack.close();
});

test.skipIf(!onPath("pulumi-language-yaml"))("both, by `pulumi new` on the CLI", { timeout: 180_000 }, async () => {
    for (const name of templates) {
        const project = join(folder, name);
        for (const one of [project, join(folder, "state"), join(folder, "home")]) mkdirSync(one, { recursive: true });
        const env = {
            ...process.env,
            PULUMI_HOME: join(folder, "home"),
            PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
            PULUMI_CONFIG_PASSPHRASE: "test",
            PULUMI_SKIP_UPDATE_CHECK: "true",
        };
        const pulumi = (...args: string[]): Promise<string> =>
            new Promise((resolve, reject) => {
                execFile("pulumi", [...args, "--non-interactive"], { cwd: project, env }, (error, stdout, stderr) =>
                    error ? reject(new Error(`${stdout}${stderr}`)) : resolve(stdout),
                );
            });
        const settings = [
            ...["-c", `access-governance:url=${service.url}`],
            ...["-c", `access-governance:token=${service.token}`],
            ...["-c", "app=Tidewater"],
        ];
        await pulumi("new", join(root, "templates", name), "--generate-only", "--yes", "--name", `access-${name}`);
        symlinkSync(join(root, "node_modules"), join(project, "node_modules"));
        await pulumi("stack", "init", name);
        expect(await pulumi("up", "--yes", "--skip-preview", ...settings)).toContain("+ 3 created");
        expect(await pulumi("preview", "--expect-no-changes")).not.toContain("error");
        await pulumi("destroy", "--yes", "--skip-preview");
    }
});

function read(path: string): { readonly version?: string; readonly dependencies?: Record<string, string> } {
    return JSON.parse(readFileSync(path, "utf8"));
}
