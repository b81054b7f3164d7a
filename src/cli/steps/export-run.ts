import { relative, resolve } from "node:path";
import type { Command } from "commander";
import type { Exported, ExportOptions, ExportPlan } from "../../adopt/export/export.js";
import type { Undeclared } from "../../adopt/export/inventory/found.js";
import type { OrganizationInventory } from "../../adopt/export/inventory/inventory.js";
import { printable } from "../../common/printable.js";
import { EXIT_CODES } from "../exit-codes.js";
import { readerSettings } from "../options/reader-settings.js";
import { Progress } from "../screen/progress.js";
import { importStack } from "./new-stack.js";

/** Options of all commands that write a program. */
export interface FolderOptions {
    out: string;
    stack?: string | undefined;
    project?: string | undefined;
}

/** Options of an export that do not depend on its folder. */
export type GivenExportOptions = Omit<ExportOptions, "out" | "stack" | "project">;

/** Adds the options of commands that write a program. */
export function takesFolder(command: Command): Command {
    return command
        .requiredOption("--out <folder>", "new or empty folder for the program")
        .option("--stack <name>", "create this stack, import its state, and preview it")
        .option("--project <name>", "name of the Pulumi project (default: name of the folder)");
}

/** Runs a command that reads an organization, with progress. Sets the exit code if something could not be declared. */
export async function runExport(work: (given: GivenExportOptions) => Promise<readonly Undeclared[]>): Promise<void> {
    // Loaded on demand: the kinds load Pulumi's SDK.
    const { kinds } = await import("../../resources/kinds.js");
    const progress = new Progress(process.stderr);
    let isReading = false;
    const given = {
        settings: readerSettings(),
        kinds,
        progress: (done: number, total: number) => {
            isReading = done < total;
            progress.show(done, total);
        },
        say: (line: string) => progress.say(line),
    };
    const interrupted = (): void => {
        progress.end();
        const more = isReading ? " Run the same command again within an hour to continue." : "";
        process.stderr.write(`Interrupted.${more}\n`);
        process.exit(EXIT_CODES.AbortedError);
    };
    process.once("SIGINT", interrupted);
    const undeclared = await work(given).finally(() => {
        process.off("SIGINT", interrupted);
        progress.end();
    });
    // Keeps the exit code of a preview with changes.
    if (undeclared.some(({ isFault }) => isFault)) process.exitCode ??= EXIT_CODES.incomplete;
}

/** Writes a program, prints a summary, and imports its state if a stack is specified. Returns the objects that it does not declare. */
export async function writeProgram(
    { out, stack, project }: FolderOptions,
    given: GivenExportOptions,
    /** Returns a line about other missing objects, or undefined. */
    missing?: (made: ExportPlan) => string | undefined,
): Promise<readonly Undeclared[]> {
    const { exportOrganization } = await import("../../adopt/export/export.js");
    const exported = await exportOrganization({ ...given, out, stack: stack ?? "dev", ...(project && { project }) });
    const line = missing?.(exported);
    if (line !== undefined) process.exitCode = EXIT_CODES.incomplete;
    summarize(out, exported, line);
    if (stack !== undefined) await importStack(out, stack, exported, given.settings);
    return exported.inventory.undeclared;
}

/** Prints the objects that could not be declared. Used if no README is written that would list them. */
export function sayFaults({ undeclared }: OrganizationInventory): void {
    for (const { kind, id, path, because } of undeclared.filter(({ isFault }) => isFault)) {
        process.stderr.write(`${printable(`not declared: ${kind.name} ${id}${path ? ` ${path}` : ""}: ${because}`)}\n`);
    }
}

function summarize(out: string, { inventory, plan, files }: Exported, missing: string | undefined): void {
    const faults = inventory.undeclared.filter(({ isFault }) => isFault).length;
    const folder = relative(process.cwd(), resolve(out)) || ".";
    process.stdout.write(
        `export: ${plan.length} declarations in ${files.length} files, ${faults} could not be declared\n`,
    );
    if (missing !== undefined) process.stdout.write(`${missing}\n`);
    process.stdout.write(`${folder}/README.md explains the next steps and lists what is missing\n`);
}
