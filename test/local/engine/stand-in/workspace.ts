import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isRecord, type Project, readProject } from "../../../../src/local/engine/contract/project.js";
import { stackNamed } from "../../../../src/local/engine/run/references.js";
import { Backend, fullName, type StackName } from "../../../../src/local/engine/state/backend.js";
import { CommandError, EXIT } from "./arguments.js";
import { StackSettings } from "./settings.js";

/** The project of the current folder, with its stacks. */
export class Workspace {
    readonly backend: Backend;
    readonly project: Project;
    /** The folder of Pulumi.yaml. */
    readonly folder: string;

    constructor(
        private readonly url: string,
        backend: string,
    ) {
        const file = projectFile(process.cwd());
        this.folder = dirname(file);
        this.project = readProject(this.folder);
        this.backend = new Backend(backend);
    }

    named(given: string): StackName {
        try {
            return stackNamed(given, this.project.name);
        } catch (error) {
            throw new CommandError(error instanceof Error ? error.message : String(error));
        }
    }

    /** The stack of a command. Throws if there is none. */
    chosen(given: string | undefined): StackName {
        const wanted = given ?? (process.env.PULUMI_STACK || this.selected());
        if (!wanted)
            throw new CommandError(
                "no stack selected; please use `pulumi stack select` or `pulumi stack init` to choose one",
            );
        const name = this.named(wanted);
        if (!this.backend.read(name)) throw noStack(name);
        return name;
    }

    selected(): string | undefined {
        const file = this.#selection();
        const document: unknown = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
        const stacks = isRecord(document) && isRecord(document.stacks) ? document.stacks : {};
        const selected = stacks[this.url];
        return typeof selected === "string" ? selected : undefined;
    }

    select(name: StackName): void {
        mkdirSync(dirname(this.#selection()), { recursive: true });
        writeFileSync(this.#selection(), JSON.stringify({ stacks: { [this.url]: fullName(name) } }));
    }

    /** The stacks of the project, by name. */
    stacks(): { name: StackName; changed: Date }[] {
        const project = this.project.name;
        const folder = join(this.backend.folder, ".pulumi", "stacks", project);
        const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".json")) : [];
        return files.sort().map((file) => ({
            name: { project, stack: file.replace(/\.json$/, "") },
            changed: statSync(join(folder, file)).mtime,
        }));
    }

    /** Removes all locks of a stack. */
    unlock(name: StackName): void {
        rmSync(join(this.backend.folder, ".pulumi", "locks", fullName(name)), { recursive: true, force: true });
    }

    settings({ stack }: StackName): StackSettings {
        const { stackConfigDir } = this.project.document;
        const folder = typeof stackConfigDir === "string" ? resolve(this.folder, stackConfigDir) : this.folder;
        return new StackSettings(join(folder, `Pulumi.${stack}.yaml`), this.project);
    }

    /** The file in which the Pulumi CLI stores the selected stack. */
    #selection(): string {
        const home = process.env.PULUMI_HOME || join(homedir(), ".pulumi");
        const hash = createHash("sha1").update(join(this.folder, "Pulumi.yaml")).digest("hex");
        return join(home, "workspaces", `${this.project.name}-${hash}-workspace.json`);
    }
}

function projectFile(folder: string): string {
    for (let at = folder; ; at = dirname(at)) {
        const file = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"].map((one) => join(at, one)).find(existsSync);
        if (file) return file;
        if (dirname(at) === at)
            throw new CommandError(
                `no Pulumi.yaml project file found (searching upwards from ${folder}). If you have not created a project yet, use \`pulumi new\` to do so: no project file found`,
            );
    }
}

/** PULUMI_BACKEND_URL as the URL of a folder. Throws if it is not one. */
export function backendUrl(): string {
    const url = process.env.PULUMI_BACKEND_URL ?? "";
    if (url === "")
        throw new CommandError(
            "PULUMI_BACKEND_URL is not set: the local engine keeps state in a folder only, as in PULUMI_BACKEND_URL=file:///var/state",
        );
    if (!url.startsWith("file://"))
        throw new CommandError(
            `PULUMI_BACKEND_URL is ${url}: the local engine keeps state in a folder only (file://…)`,
        );
    // The CLI also accepts paths that are not valid URLs.
    return url.startsWith("file:///")
        ? url
        : pathToFileURL(resolve(url.replace(/^file:\/\//, "").replace(/^~/, homedir()))).href;
}

/** The passphrase that encrypts secrets. Throws if it is not set. */
export function passphrase(): string {
    const { PULUMI_CONFIG_PASSPHRASE: text, PULUMI_CONFIG_PASSPHRASE_FILE: file } = process.env;
    if (text !== undefined) return text;
    if (file) return readFileSync(file, "utf8").trim();
    throw new CommandError(
        "getting stack configuration: get stack secrets manager: passphrase must be set with PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE environment variables",
    );
}

export const noStack = ({ stack }: StackName) => new CommandError(`no stack named '${stack}' found`, EXIT.noStack);
