import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { Client } from "../../api/client.js";
import { counted } from "../../common/counts.js";
import { UsageError } from "../../common/errors.js";
import { packageVersion } from "../../common/package-version.js";
import type { Kind } from "../../kernel.js";
import type { KernelSettings } from "../../provider/settings.js";
import { type OrganizationInventory, takeInventory } from "./inventory/inventory.js";
import type { ExportSelection } from "./inventory/selection.js";
import { ReadJournal } from "./journal.js";
import type { ProgramText } from "./program/outline.js";
import { type PlannedDeclaration, planDeclarations } from "./program/plan.js";
import { pythonText } from "./program/python.js";
import { typescriptText } from "./program/typescript.js";
import { yamlText } from "./program/yaml.js";
import { checkProjectNames, type Language, projectName, shortName, stackFile } from "./project.js";
import { readmeText } from "./readme.js";
import { deploymentOf, importsOf } from "./state.js";
import { ADDED, HOOK } from "./update.js";

/** Options of an export. */
export interface ExportOptions {
    readonly settings: KernelSettings;
    readonly kinds: readonly Kind[];
    /** The folder for the program, which must be new or empty. */
    readonly out: string;
    /** Name of the Pulumi project. Default: the name of the folder. */
    readonly project?: string;
    /** The language of the program. Default: TypeScript. */
    readonly language?: Language;
    /** Name of the stack that the state is for. */
    readonly stack: string;
    readonly selection?: ExportSelection;
    /** Additional Markdown blocks for the program's README. */
    readonly sections?: (made: ExportPlan) => readonly string[];
    /** Called with the numbers of completed and expected reads. */
    readonly progress?: (done: number, total: number) => void;
    /** Prints a message. */
    readonly say?: (line: string) => void;
}

/** The contents of an organization and the plan of their declarations. */
export interface ExportPlan {
    readonly inventory: OrganizationInventory;
    readonly plan: readonly PlannedDeclaration[];
}

/** Result of an export. */
export interface Exported extends ExportPlan {
    readonly program: ProgramText;
    readonly project: string;
    readonly language: Language;
    /** Paths of the files that were written, relative to the folder of the program. */
    readonly files: readonly string[];
}

/** Name of the file that stores the reads of an interrupted export. */
export const JOURNAL = ".export.jsonl";

/**
 * Writes a program that declares an organization, together with the Pulumi state of the program. Does not change the service.
 * @throws UsageError if the folder is not empty; also throws errors from API calls
 */
export async function exportOrganization(options: ExportOptions): Promise<Exported> {
    const { kinds, stack, language = "typescript" } = options;
    const out = resolve(options.out);
    if (existsSync(out) && !statSync(out).isDirectory())
        throw new UsageError(`${options.out} is a file. Set --out to a new or empty folder.`);
    const present = existsSync(out) ? readdirSync(out).filter((name) => name !== JOURNAL) : [];
    if (present.length > 0) {
        throw new UsageError(`${options.out} is not empty. Use an empty folder, or --update to add new objects.`);
    }
    const project = options.project ?? (projectName(basename(out)) || "access");
    checkProjectNames(project, stack);
    const file = stackFile(stack);
    const isNew = !existsSync(out);
    mkdirSync(out, { recursive: true });
    const read = await readOrganization(options, join(out, JOURNAL)).catch((error: unknown) => {
        if (isNew && readdirSync(out).length === 0) rmdirSync(out);
        throw error;
    });
    const { inventory, url, createdBy, done } = read;
    const plan = planDeclarations(inventory, kinds);
    const { program, files: more, install } = programIn(language, { plan, inventory }, project, kinds);
    const state = {
        project,
        stack: shortName(stack),
        language,
        url,
        createdBy,
        unknownFields: inventory.unknownFields,
    };
    const sections = options.sections?.({ inventory, plan }) ?? [];
    const readme = readmeText({
        project,
        install,
        stack,
        state: file,
        inventory,
        program,
        kinds,
        count: plan.length,
        sections,
    });
    const files = new Map([
        ...program.files,
        ...Object.entries(more),
        ["README.md", readme],
        [file, jsonText(deploymentOf(plan, state))],
        ["state/import.json", jsonText(importsOf(plan, state))],
    ]);
    for (const [name, text] of files) {
        const path = join(out, name);
        mkdirSync(dirname(path), { recursive: true });
        // The state contains what the service returns, but no credentials.
        writeFileSync(path, text, { mode: name.startsWith("state/") ? 0o600 : 0o644 });
    }
    done();
    return { inventory, plan, program, project, language, files: [...files.keys()] };
}

/** An inventory of an organization, and the address and user with which it was read. */
export interface ReadOrganization {
    readonly inventory: OrganizationInventory;
    /** Base URL of the API. */
    readonly url: string;
    /** Id of the user whose token was used; undefined if unknown. */
    readonly createdBy?: string | undefined;
    /** Must be called after the result is saved. Removes the file for resuming an interrupted read. */
    done(): void;
}

/**
 * Reads an organization. Stores the reads in `file`, so that an interrupted export can continue.
 * @throws errors from API calls
 */
export async function readOrganization(
    { settings, kinds, selection, progress, say }: Omit<ExportOptions, "out" | "stack" | "project" | "sections">,
    file: string,
): Promise<ReadOrganization> {
    const client = new Client({ ...settings, ...(say ? { onWait: say } : {}) });
    const createdBy = await client.call("getCurrentUser").then(
        ({ user_id }) => user_id,
        () => undefined,
    );
    const journal = new ReadJournal(file, `${settings.url} ${createdBy}`);
    if (journal.size > 0)
        say?.(
            `Reusing ${counted(journal.size, "response")} from an export that began at ${journal.begun} and was interrupted. The first preview shows changes made since then.`,
        );
    const flush = (): void => journal.flush();
    process.once("exit", flush);
    const options = { client, kinds, journal, ...(selection && { selection }), ...(progress && { progress }) };
    try {
        const inventory = await takeInventory(options);
        return { inventory, url: client.url, createdBy, done: () => journal.done() };
    } catch (error) {
        // An export with invalid options is not resumed, so its journal is removed.
        if (error instanceof UsageError && journal.size === 0) journal.done();
        throw error;
    } finally {
        process.off("exit", flush);
        flush();
    }
}

function jsonText(document: object): string {
    return `${JSON.stringify(document, undefined, 4)}\n`;
}

/** A program in a language, and what is needed to run it. */
interface WrittenProgram {
    readonly program: ProgramText;
    /** The files of the project, by path. */
    readonly files: Readonly<Record<string, string>>;
    /** The command that installs what the program needs. */
    readonly install: string;
}

function programIn(
    language: Language,
    { plan, inventory }: ExportPlan,
    project: string,
    kinds: readonly Kind[],
): WrittenProgram {
    switch (language) {
        case "typescript":
            return typescriptProgram(project, typescriptText(plan, inventory, new Map(), [ADDED]));
        case "python":
            return pythonProgram(project, pythonText(plan, inventory, kinds));
        case "yaml":
            return {
                program: yamlText(plan, inventory, project),
                // The package contains the provider plugin.
                files: { "package.json": jsonText(manifestOf(project, { dependencies: {} })), ".gitignore": IGNORED },
                install: "npm install",
            };
    }
}

const IGNORED = "node_modules/\nstate/\nstate*.json\nadded/*/import.json\n.export.jsonl\n";

function typescriptProgram(project: string, program: ProgramText): WrittenProgram {
    const compiler = {
        compilerOptions: {
            target: "es2022",
            module: "commonjs",
            moduleResolution: "node",
            strict: true,
            noEmit: true,
        },
        include: ["**/*.ts"],
        exclude: ["node_modules"],
    };
    const needs = {
        main: "index.ts",
        scripts: { check: "tsc" },
        dependencies: { "@pulumi/pulumi": "^3.200.0" },
        devDependencies: { "@types/node": "^20", "ts-node": "^10.9.2", typescript: "^5.9" },
    };
    const files = {
        "Pulumi.yaml": projectText(project, program, ["runtime:", "  name: nodejs", "main: index.ts"]),
        "tsconfig.json": jsonText(compiler),
        [`${ADDED}/index.ts`]: HOOK,
        "package.json": jsonText(manifestOf(project, needs)),
        ".gitignore": IGNORED,
    };
    return { program, files, install: "npm install" };
}

function pythonProgram(project: string, program: ProgramText): WrittenProgram {
    const runtime = [
        "runtime:",
        "  name: python",
        "  options:",
        "    toolchain: pip",
        "    virtualenv: venv",
        "packages:",
        "  access-governance: ./plugin",
    ];
    // What a new project in Python gets.
    const template = join(__dirname, "../../../templates/python");
    const same = ["requirements.txt", "plugin/PulumiPlugin.yaml", "plugin/index.js", "plugin/package.json"];
    const files = {
        ...Object.fromEntries(same.map((name) => [name, readFileSync(join(template, name), "utf8")])),
        "Pulumi.yaml": projectText(project, program, runtime),
        // Pipelines install the SDK in sdks/, so it is committed.
        ".gitignore": `venv/\n__pycache__/\n${IGNORED}`,
    };
    return { program, files, install: "pulumi install" };
}

function manifestOf(project: string, { dependencies, ...others }: { readonly dependencies: object }): object {
    const own = { "pulumi-access-governance": `^${packageVersion()}` };
    return { name: project, private: true, ...others, dependencies: { ...dependencies, ...own } };
}

/** Returns the text of Pulumi.yaml. */
function projectText(project: string, { secrets }: ProgramText, runtime: readonly string[]): string {
    const config = secrets.flatMap(({ key }) => [`  ${key}:`, "    type: string", "    secret: true"]);
    const lines = [
        `name: ${project}`,
        "description: Access governance, exported from an existing organization.",
        ...runtime,
        ...(config.length > 0 ? ["config:", ...config] : []),
    ];
    return `${lines.join("\n")}\n`;
}
