import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { requireFromPulumi } from "../../../common/rpc.js";

/** An error of an engine. The message is one sentence for the user of the command. */
export class EngineError extends Error {
    constructor(message: string) {
        super(message);
        this.name = new.target.name;
    }
}

/** Says that the local engine lacks something that the Pulumi CLI can do, such as `the resource option customTimeouts`. */
export function unsupportedText(what: string): string {
    return `The local engine does not support ${what}: use the Pulumi CLI for this program.`;
}

/** A Pulumi program on disk. */
export interface Project {
    name: string;
    /** The program's language, such as `nodejs` or `yaml`. */
    runtime: string;
    /** The folder of its Pulumi.yaml. */
    root: string;
    /** The working directory of the program; `require` in a provider resolves from here. */
    folder: string;
    /** The file in `folder` to run, or "." for the main file of its package.json. */
    entry: string;
    /** Whether .ts files are compiled when they are loaded. */
    typescript: boolean;
    /** The parsed Pulumi.yaml, with absolute plugin paths. */
    document: Record<string, unknown>;
}

/** Reads the project that a folder or a main file belongs to. @throws EngineError if there is none */
export function readProject(program: string): Project {
    const path = resolve(program);
    if (!existsSync(path)) throw new EngineError(`No program at ${program}. Pass a folder with a Pulumi.yaml.`);
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
        document: withPlugins(document, pluginsOf(document, path)),
    };
}

/** Folders of the provider plugins that Pulumi.yaml lists, by package. */
export function pluginFolders({ document, root }: Project): ReadonlyMap<string, string> {
    return new Map(
        pluginsOf(document, root).flatMap(({ name, path }) =>
            typeof name === "string" && typeof path === "string" ? [[name, path]] : [],
        ),
    );
}

/** The entries of `plugins.providers`, with absolute paths. In Pulumi.yaml, the paths are relative to the file. */
function pluginsOf({ plugins }: Record<string, unknown>, root: string): Record<string, unknown>[] {
    const providers = isRecord(plugins) && Array.isArray(plugins.providers) ? plugins.providers.filter(isRecord) : [];
    return providers.map((one) => (typeof one.path === "string" ? { ...one, path: resolve(root, one.path) } : one));
}

function withPlugins(document: Record<string, unknown>, providers: object[]): Record<string, unknown> {
    if (providers.length === 0) return document;
    return { ...document, plugins: { ...(isRecord(document.plugins) && document.plugins), providers } };
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
