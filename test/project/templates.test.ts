/** Previews, deploys and destroys the project that `pulumi new templates/…` creates in an empty folder. */
import { execFile, execFileSync, spawnSync } from "node:child_process";
import {
    cpSync,
    existsSync,
    mkdtempSync,
    readdirSync,
    readFileSync,
    renameSync,
    rmSync,
    symlinkSync,
    writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openStack } from "../../src/local/engine/open-stack.js";
import { type Service, startService } from "../../src/local/service/index.js";
import {
    createTemplateProject,
    isTemplateRunnable,
    TEMPLATE_HOSTS,
    type TemplateLanguage,
    templateEnvironment,
} from "../support/template-project.js";

const run = promisify(execFile);
const root = join(__dirname, "../..");
const templates = readdirSync(join(root, "templates"));

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

test.each(templates)("the %s template prompts for its settings and installs this version", (name) => {
    const text = readFileSync(join(root, "templates", name, "Pulumi.yaml"), "utf8");
    for (const key of ["url", "token"]) expect(text).toContain(`access-governance:${key}:`);
    expect(text).toMatch(/token:\n {6}description: .*\n {6}secret: true/);
    const manifest = existsSync(join(root, "templates", name, "plugin")) ? "plugin/package.json" : "package.json";
    const { dependencies } = read(join(root, "templates", name, manifest));
    expect(dependencies?.["pulumi-access-governance"]).toBe(`^${read(join(root, "package.json")).version}`);
    // Pulumi starts the plugin with the program's tsconfig.json, and with a compiler from 2020 unless the plugin depends on one.
    if (manifest.startsWith("plugin")) expect(dependencies?.typescript).toMatch(/^\^5/);
});

test("the Go template imports the SDK from the path in the schema", () => {
    const { language } = JSON.parse(readFileSync(join(root, "api/plugin.schema.json"), "utf8"));
    expect(readFileSync(join(root, "templates/go/main.go"), "utf8")).toContain(`"${language.go.importBasePath}"`);
});

test("the TypeScript template deploys on the local engine", async () => {
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

test("the language host of every template is known", () =>
    expect(Object.keys(TEMPLATE_HOSTS).sort()).toEqual(templates.sort()));

test.each(templates)("git ignores what the %s template does not commit, and no lock", (name) => {
    // npm packs no .gitignore, so the user renames the file.
    cpSync(join(root, "templates", name), folder, { recursive: true });
    renameSync(join(folder, "gitignore"), join(folder, ".gitignore"));
    execFileSync("git", ["init", "--quiet"], { cwd: folder });
    const ignored = (...files: readonly string[]) =>
        spawnSync("git", ["check-ignore", ...files], { cwd: folder, encoding: "utf8" })
            .stdout.trim()
            .split("\n");
    const left = ["node_modules/x", "plugin/node_modules/x", "state.json", "preview.json", "access-report.html"];
    const committed = [
        "package-lock.json",
        "plugin/package-lock.json",
        "requirements.lock",
        "sdks/x",
        "Pulumi.dev.yaml",
    ];
    const own = name === "python" ? ["venv/bin/python", "__pycache__/x"] : [];
    expect(ignored(...left, ...own, ...committed)).toEqual([...left, ...own]);
});

// The object has these keys only.
describe.each(Object.keys(TEMPLATE_HOSTS) as TemplateLanguage[])("a project in %s", (name) => {
    test.skipIf(!isTemplateRunnable(name))(
        "created with `pulumi new` and `pulumi install` deploys on the CLI",
        { timeout: 900_000 },
        async () => {
            const project = join(folder, name);
            const env = templateEnvironment(project);
            const pulumi = async (...args: string[]): Promise<string> => {
                const { stdout } = await run("pulumi", [...args, "--non-interactive"], { cwd: project, env });
                return stdout;
            };
            const settings = [
                ...["-c", `access-governance:url=${service.url}`],
                ...["-c", `access-governance:token=${service.token}`],
                ...["-c", "app=Tidewater"],
            ];
            await createTemplateProject(name, project);
            await pulumi("stack", "init", name);
            expect(await pulumi("up", "--yes", "--skip-preview", ...settings)).toContain("+ 3 created");
            expect(await pulumi("preview", "--expect-no-changes")).not.toContain("error");
            const made = service.store.groups.all().find((group) => group.name === "Production on call");
            expect(made?.request_configurations).toMatchObject([{ max_duration_minutes: 480 }]);
            await pulumi("destroy", "--yes", "--skip-preview");
        },
    );
});

function read(path: string): { readonly version?: string; readonly dependencies?: Record<string, string> } {
    return JSON.parse(readFileSync(path, "utf8"));
}
