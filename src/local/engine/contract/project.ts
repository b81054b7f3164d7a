import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { requireFromPulumi } from "../../../common/rpc.js";

/** An error raised by a deployment engine. The message is shown to the user of the command. */
export class EngineError extends Error {
    constructor(message: string) {
        super(message);
        this.name = new.target.name;
    }
}

/**
 * Returns the error message for a feature that the Pulumi CLI supports but the local engine does not.
 * @param what the feature, such as `the resource option customTimeouts`
 */
export function unsupportedText(what: string): string {
    return `The local engine does not support ${what}: use the Pulumi CLI for this program.`;
}

/** A Pulumi program on disk. */
export interface Project {
    name: string;
    /** The program's language, such as `nodejs` or `yaml`. */
    runtime: string;
    /** The folder that contains Pulumi.yaml. */
    root: string;
    /** The working directory of the program. The `require` function of its providers also resolves modules from here. */
    folder: string;
    /** The file in `folder` to run, or "." to run the main file from its package.json. */
    entry: string;
    /** Whether TypeScript files are compiled when they are loaded. */
    typescript: boolean;
    /** The contents of Pulumi.yaml, with the paths of plugins and of a virtual environment made absolute. */
    document: Record<string, unknown>;
}

/**
 * Reads the project that contains `program`, which is a folder or a main file.
 * @throws EngineError if there is no valid project
 */
export function readProject(program: string): Project {
    const path = resolve(program);
    if (!existsSync(path)) throw new EngineError(`${program} does not exist. Pass a folder that contains Pulumi.yaml.`);
    if (statSync(path).isFile()) return projectOfFile(path);
    const file = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"].map((name) => join(path, name)).find(existsSync);
    if (!file) throw new EngineError(`No Pulumi.yaml in ${program}. Pass the folder that contains it.`);
    const yaml = requireFromPulumi("js-yaml") as { load(text: string): unknown };
    const document = yaml.load(readFileSync(file, "utf8"));
    if (!isRecord(document) || typeof document.name !== "string")
        throw new EngineError(`${file} has no project name: add a "name:" line.`);
    const runtime = isRecord(document.runtime) ? document.runtime : { name: document.runtime };
    const runtimeOptions = isRecord(runtime.options) ? runtime.options : {};
    const main = resolve(path, typeof document.main === "string" ? document.main : ".");
    if (!existsSync(main))
        throw new EngineError(
            `"main" in ${file} points to ${main}, which does not exist: build it or correct the path.`,
        );
    const isFolder = statSync(main).isDirectory();
    return {
        name: document.name,
        runtime: String(runtime.name),
        root: path,
        folder: isFolder ? main : dirname(main),
        entry: isFolder ? "." : basename(main),
        typescript: runtimeOptions.typescript !== false,
        document: withAbsolutePaths(document, path),
    };
}

/** Returns the folder of a provider plugin that is listed in Pulumi.yaml. */
export function pluginFolder({ document }: Project, name: string): string | undefined {
    const plugin = providersIn(document.plugins).find((one) => one.name === name);
    return typeof plugin?.path === "string" ? plugin.path : undefined;
}

/** Relative paths in Pulumi.yaml start at its folder. */
function withAbsolutePaths(document: Record<string, unknown>, root: string): Record<string, unknown> {
    const { plugins, packages, runtime } = document;
    const absolute = (path: unknown): unknown => (typeof path === "string" ? resolve(root, path) : path);
    const providers = providersIn(plugins).map((one) => ({ ...one, path: absolute(one.path) }));
    const options = isRecord(runtime) && isRecord(runtime.options) ? runtime.options : {};
    return {
        ...document,
        ...(isRecord(plugins) ? { plugins: { ...plugins, providers } } : {}),
        ...(isRecord(packages) ? { packages: withAbsoluteFolders(packages, absolute) } : {}),
        ...(isRecord(runtime) && "virtualenv" in options
            ? { runtime: { ...runtime, options: { ...options, virtualenv: absolute(options.virtualenv) } } }
            : {}),
    };
}

/** Packages are names with versions, addresses, or folders, whose paths start with a period. */
function withAbsoluteFolders(packages: Record<string, unknown>, absolute: (path: unknown) => unknown) {
    return Object.fromEntries(
        Object.entries(packages).map(([name, source]) => [
            name,
            typeof source === "string" && source.startsWith(".") ? absolute(source) : source,
        ]),
    );
}

/** Returns the entries of `plugins.providers`. */
function providersIn(plugins: unknown): Record<string, unknown>[] {
    return isRecord(plugins) && Array.isArray(plugins.providers) ? plugins.providers.filter(isRecord) : [];
}

function projectOfFile(path: string): Project {
    const name = basename(path).replace(/\.[^.]+$/, "");
    const document = { name, runtime: { name: "nodejs", options: { typescript: path.endsWith(".ts") } } };
    return {
        name,
        runtime: "nodejs",
        root: dirname(path),
        folder: dirname(path),
        entry: basename(path),
        typescript: path.endsWith(".ts"),
        document,
    };
}

export function isRecord(thing: unknown): thing is Record<string, unknown> {
    return typeof thing === "object" && thing !== null && !Array.isArray(thing);
}
