import { relative, resolve } from "node:path";
import type { Command } from "commander";
import type { Exported, ExportOptions, Made } from "../export/export.js";
import type { Kind } from "../shapes/kind.js";
import { EXIT_CODES } from "./exit-codes.js";
import { bringIn } from "./new-stack.js";
import { Progress } from "./progress.js";
import { readerSettings } from "./reader-settings.js";

/** What every command takes that writes a program. */
export interface ExportRunOptions {
    out: string;
    stack?: string;
    project?: string;
}

/** What a command has exported, of all that there is. */
export interface Wanted extends Pick<ExportOptions, "selection" | "sections"> {
    /** What else is not in the program, as a line for people; undefined if nothing is missing. */
    readonly missing?: (made: Made) => string | undefined;
}

/** Adds the options of every command that writes a program. */
export function takesFolder(command: Command): Command {
    return command
        .requiredOption("--out <folder>", "folder for the program: a new one, or an empty one")
        .option("--stack <name>", "make the state of this stack, bring it in, and preview it")
        .option("--project <name>", "name of the Pulumi project; that of the folder when left out");
}

/** Writes a program, says what is in it, and brings its state into a stack if one is asked for. */
export async function runExport(
    options: ExportRunOptions,
    /** What to write, by the kinds that there are. */
    wanted: (kinds: readonly Kind[]) => Wanted,
): Promise<void> {
    // Pulumi's SDK comes with the kinds.
    const [{ kinds }, { exportOrganization }, sources] = await Promise.all([
        import("../kinds.js"),
        import("../export/export.js"),
        import("../resources/sources.js"),
    ]);
    const { missing, ...given } = wanted(kinds);
    const settings = readerSettings();
    const progress = new Progress(process.stderr);
    const interrupted = (): void => {
        progress.end();
        process.stderr.write("Interrupted. Run the same command again within an hour: it goes on from here.\n");
        process.exit(EXIT_CODES.AbortedError);
    };
    process.once("SIGINT", interrupted);
    const exported = await exportOrganization({
        ...given,
        settings,
        kinds,
        others: [sources.apps, sources.users],
        out: options.out,
        stack: options.stack ?? "dev",
        progress: (done, total) => progress.show(done, total),
        say: (line) => progress.say(line),
        ...(options.project === undefined ? {} : { project: options.project }),
    }).finally(() => {
        process.off("SIGINT", interrupted);
        progress.end();
    });
    const line = missing?.(exported);
    summarize(options.out, exported, line);
    const isComplete = line === undefined && !exported.inventory.undeclared.some(({ isFault }) => isFault);
    if (!isComplete) process.exitCode = EXIT_CODES.incomplete;
    if (options.stack !== undefined) await bringIn(options.out, options.stack, exported, settings);
}

function summarize(out: string, { inventory, plan, files }: Exported, missing: string | undefined): void {
    const faults = inventory.undeclared.filter(({ isFault }) => isFault).length;
    const folder = relative(process.cwd(), resolve(out)) || ".";
    process.stdout.write(
        `export: ${plan.length} declarations in ${files.length} files, ${faults} could not be declared\n`,
    );
    if (missing !== undefined) process.stdout.write(`${missing}\n`);
    process.stdout.write(`${folder}/README.md says how to go on, and what is not in it\n`);
}
