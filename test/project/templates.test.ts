/** Previews, deploys and destroys the project that `pulumi new templates/…` creates in an empty folder. */
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
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openStack } from "../../src/local/engine/open-stack.js";
import { type Service, startService } from "../../src/local/service/index.js";

const run = promisify(execFile);
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

/** The language host of each template. */
const hosts = { typescript: "nodejs", yaml: "yaml", python: "python", go: "go" };

test("the language host of every template is known", () => expect(Object.keys(hosts).sort()).toEqual(templates.sort()));

describe.skipIf(!onPath("pulumi"))(
    "a project created with `pulumi new` and `pulumi install` deploys on the CLI",
    () => {
        test.each(Object.entries(hosts).filter(([, host]) => onPath(`pulumi-language-${host}`)))(
            "%s",
            { timeout: 900_000 },
            async (name) => {
                const project = join(folder, name);
                for (const one of [project, join(folder, "state"), join(folder, "home")])
                    mkdirSync(one, { recursive: true });
                const env = {
                    ...process.env,
                    PULUMI_HOME: join(folder, "home"),
                    PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
                    PULUMI_CONFIG_PASSPHRASE: "test",
                    PULUMI_SKIP_UPDATE_CHECK: "true",
                };
                const pulumi = async (...args: string[]): Promise<string> => {
                    const { stdout } = await run("pulumi", [...args, "--non-interactive"], { cwd: project, env });
                    return stdout;
                };
                const settings = [
                    ...["-c", `access-governance:url=${service.url}`],
                    ...["-c", `access-governance:token=${service.token}`],
                    ...["-c", "app=Tidewater"],
                ];
                await pulumi(
                    "new",
                    join(root, "templates", name),
                    "--generate-only",
                    "--yes",
                    "--name",
                    `access-${name}`,
                );
                if (name === "typescript") symlinkSync(join(root, "node_modules"), join(project, "node_modules"));
                else {
                    installFrom(await packed(), join(project, "plugin/package.json"));
                    // As in a TypeScript program that uses the same plugin.
                    cpSync(join(root, "templates/typescript/tsconfig.json"), join(project, "tsconfig.json"));
                    await pulumi("install");
                }
                await pulumi("stack", "init", name);
                expect(await pulumi("up", "--yes", "--skip-preview", ...settings)).toContain("+ 3 created");
                expect(await pulumi("preview", "--expect-no-changes")).not.toContain("error");
                const made = service.store.groups.all().find((group) => group.name === "Production on call");
                expect(made?.request_configurations).toMatchObject([{ max_duration_minutes: 480 }]);
                await pulumi("destroy", "--yes", "--skip-preview");
            },
        );
    },
);

/** Packs the package into a file, since the registry may not have this version. */
async function packed(): Promise<string> {
    const { stdout } = await run("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], {
        cwd: root,
    });
    return join(folder, stdout.trim());
}

function installFrom(file: string, manifest: string): void {
    const dependencies = { ...read(manifest).dependencies, "pulumi-access-governance": `file:${file}` };
    writeFileSync(manifest, JSON.stringify({ ...read(manifest), dependencies }));
}

function read(path: string): { readonly version?: string; readonly dependencies?: Record<string, string> } {
    return JSON.parse(readFileSync(path, "utf8"));
}
