/** A project as a user of the package creates it: `pulumi new` with a template, and `pulumi install`. */
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = join(__dirname, "../..");

/** The language host of each template. */
export const TEMPLATE_HOSTS = { typescript: "nodejs", yaml: "yaml", python: "python", go: "go" } as const;
export type TemplateLanguage = keyof typeof TEMPLATE_HOSTS;

/** Whether the Pulumi CLI and the host of a language are on PATH. */
export function isTemplateRunnable(language: TemplateLanguage): boolean {
    const onPath = (name: string) =>
        (process.env.PATH ?? "").split(delimiter).some((part) => existsSync(join(part, name)));
    return onPath("pulumi") && onPath(`pulumi-language-${TEMPLATE_HOSTS[language]}`);
}

/** Variables for the Pulumi CLI, with a state and a home of its own next to the project. */
export function templateEnvironment(project: string): NodeJS.ProcessEnv {
    const [home, state] = ["home", "state"].map((name) => join(dirname(project), name));
    for (const folder of [project, home, state]) mkdirSync(folder ?? "", { recursive: true });
    return {
        ...process.env,
        PULUMI_HOME: home,
        PULUMI_BACKEND_URL: `file://${state}`,
        PULUMI_CONFIG_PASSPHRASE: "test",
        PULUMI_SKIP_UPDATE_CHECK: "true",
    };
}

/** Creates the project of a template in an empty folder, with the package of this checkout, since the registry may not have this version. */
export async function createTemplateProject(language: TemplateLanguage, project: string): Promise<void> {
    const options = { cwd: project, env: templateEnvironment(project) };
    const template = join(root, "templates", language);
    const name = ["--name", `access-${language}`];
    await run("pulumi", ["new", template, "--generate-only", "--yes", ...name, "--non-interactive"], options);
    if (language === "typescript") {
        symlinkSync(join(root, "node_modules"), join(project, "node_modules"));
        return;
    }
    const pack = ["pack", "--silent", "--ignore-scripts", "--pack-destination", dirname(project)];
    const { stdout } = await run("npm", pack, { cwd: root });
    const file = join(project, "plugin/package.json");
    const manifest = JSON.parse(readFileSync(file, "utf8"));
    manifest.dependencies["pulumi-access-governance"] = `file:${join(dirname(project), stdout.trim())}`;
    writeFileSync(file, JSON.stringify(manifest));
    // As in a TypeScript program that uses the same plugin.
    cpSync(join(root, "templates/typescript/tsconfig.json"), join(project, "tsconfig.json"));
    await run("pulumi", ["install", "--non-interactive"], options);
}
