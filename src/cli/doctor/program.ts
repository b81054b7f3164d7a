import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { foreignJson } from "../../api/transport/json.js";
import { type DoctorFinding, notChecked, ok, warning } from "./finding.js";

/** The project in a folder, as far as it decides what a program needs. */
export interface ProgramSetup {
    /** Language of the program, as Pulumi names it: `nodejs`, `yaml`, `python`, … */
    readonly language: string;
    /** What is known of the plugin and of its SDK; empty if the program does not use the plugin. */
    readonly findings: readonly DoctorFinding[];
}

/**
 * Reads Pulumi.yaml, and finds the plugin and, for Python, the generated SDK.
 * @param file path of Pulumi.yaml
 * @param version of this package, which the plugin and the SDK should have
 * @returns undefined if the file is not valid, which every command of Pulumi reports
 */
export function programSetup(file: string, version: string): ProgramSetup | undefined {
    const project = parsedProject(file);
    if (!project) return undefined;
    const folder = dirname(file);
    const { runtime = {}, packages = {}, plugins = {} } = project;
    const language = typeof runtime === "string" ? runtime : String(Object(runtime).name);
    const source: unknown = Object(packages)[PLUGIN];
    const local = [Object(plugins).providers].flat().find((one: unknown) => Object(one).name === PLUGIN);
    if (language === "nodejs" && source === undefined && local === undefined) return { language, findings: [] };
    const options = Object(Object(runtime).options) as Record<string, unknown>; // an object of any content
    return {
        language,
        findings: [
            pluginFinding(folder, source, Object(local).path, version),
            ...(language === "python" ? [sdkFinding(folder, options, version)] : []),
        ],
    };
}

const PLUGIN = "access-governance";
const PACKAGE = "pulumi-access-governance";
const INSTALL = "Run `pulumi install` in the folder of Pulumi.yaml.";

function pluginFinding(folder: string, source: unknown, path: unknown, version: string): DoctorFinding {
    const check = "plugin";
    if (typeof source === "string" && source.startsWith(".")) {
        const found = versionIn(join(folder, source, "node_modules", PACKAGE, "package.json"));
        return versionFinding(check, `the plugin in ${source}`, found, version, INSTALL);
    }
    if (typeof path === "string") {
        const found = versionIn(join(folder, path, "..", PACKAGE, "package.json"));
        if (found === undefined && existsSync(join(folder, path, `pulumi-resource-${PLUGIN}`)))
            return notChecked(check, `the version of the plugin in ${path}`);
        return versionFinding(check, `the plugin in ${path}`, found, version, "Run `npm install`.");
    }
    const home = process.env.PULUMI_HOME || join(homedir(), ".pulumi");
    if (existsSync(join(home, "plugins", `resource-${PLUGIN}-v${version}`)))
        return ok(check, `the plugin ${version}, installed as an archive`);
    return warning(
        check,
        `Pulumi.yaml does not name the plugin, and its version ${version} is not installed as an archive`,
        {
            effect: "Programs in this folder cannot run, if they use access-governance.",
            remedy: `Add \`packages:\` with the line \`${PLUGIN}: ./plugin\` to Pulumi.yaml, copy the folder plugin of a template, and run \`pulumi install\`.`,
        },
    );
}

/** Python imports the SDK that was generated for one version of the plugin, in the virtual environment. */
function sdkFinding(folder: string, options: Record<string, unknown>, version: string): DoctorFinding {
    const check = "SDK";
    const environment = options.virtualenv ?? (options.toolchain === "uv" ? ".venv" : undefined);
    if (typeof environment !== "string") return notChecked(check, "Pulumi.yaml names no virtual environment");
    const [found] = sitePackages(join(folder, environment)).flatMap(
        (place) => versionIn(join(place, "pulumi_access_governance", "pulumi-plugin.json")) ?? [],
    );
    return versionFinding(
        check,
        `the Python package pulumi_access_governance in ${environment}`,
        found,
        version,
        INSTALL,
    );
}

function versionFinding(
    check: string,
    what: string,
    found: string | undefined,
    version: string,
    remedy: string,
): DoctorFinding {
    if (found === version) return ok(check, `${what} has version ${version}`);
    if (found === undefined) {
        return warning(check, `${what} is not installed`, { effect: "Programs in this folder cannot run.", remedy });
    }
    return warning(check, `${what} has version ${found}, but this command has version ${version}`, {
        effect: "One of them may not know kinds and fields that the other uses.",
        remedy: `${remedy} If the versions still differ, run the command that is installed with the plugin.`,
    });
}

/** The folders with the packages of a virtual environment. */
function sitePackages(environment: string): string[] {
    const lib = join(environment, "lib");
    const versions = existsSync(lib) ? readdirSync(lib) : [];
    return [...versions.map((name) => join(lib, name, "site-packages")), join(environment, "Lib", "site-packages")];
}

function versionIn(file: string): string | undefined {
    const { version } = Object(existsSync(file) ? foreignJson(readFileSync(file, "utf8"))?.value : undefined);
    return typeof version === "string" ? version : undefined;
}

function parsedProject(file: string): Record<string, unknown> | undefined {
    try {
        const document: unknown = parse(readFileSync(file, "utf8"));
        return typeof document === "object" && document !== null ? { ...document } : undefined;
    } catch {
        return undefined;
    }
}
