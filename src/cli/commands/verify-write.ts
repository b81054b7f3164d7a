import type { Command } from "commander";
import { UsageError } from "../../common/errors.js";
import type { WritePlan, WriteReport } from "../../verify/write/write-run.js";
import { EXIT_CODES } from "../exit-codes.js";
import { namesParser } from "../options/option-values.js";
import { readerSettings } from "../options/reader-settings.js";
import { isAgreed, isWatched, printResult, tellProgress } from "../screen/terminal.js";

const kindNames = namesParser("names of kinds, such as Group,Owner");

/** Options of `verify --write`. */
export interface WriteOptions {
    readonly write?: boolean;
    readonly prefix: string;
    readonly only?: readonly string[];
    readonly include?: readonly string[];
    readonly journal?: string;
    readonly dryRun?: boolean;
    readonly yes?: boolean;
    readonly format: "text" | "json";
}

/** Adds the options of `verify --write` to a command that already has `--format`. */
export function takesWriteOptions(command: Command): Command {
    return command
        .option("--write", "create one object of each kind, run the laws on it, and delete it")
        .option("--prefix <text>", "prefix of the names of created objects", "zz-verify")
        .option("--only <kinds>", "try only these kinds, such as Group,Owner", kindNames)
        .option("--include <kinds>", "also try these kinds, which are skipped by default", kindNames)
        .option("--dry-run", "print the plan without writing anything")
        .option("--yes", "do not ask before the first write")
        .option("--journal <file>", "file that records created objects (default: a file in your state folder)");
}

export const WRITE_DESCRIPTION = `With --write it creates one object of each kind under a prefix, reads it back, edits it outside Pulumi, repairs, updates and imports it, and
deletes it again. It uses the code that Pulumi runs, without Pulumi. It does not change existing objects, and refuses to start if objects with the
prefix exist that it did not create. An interrupted run deletes the objects that it created; if it is killed, the next run does so. Kinds that cannot be
deleted or that may affect other people are skipped unless --include names them.`;

export const WRITE_EXAMPLES = `
  $ access-governance verify --write --dry-run
  $ access-governance verify --write --only Owner,Group --yes --format json

With --write the exit code is 24 if a step failed, 16 if an object could not be deleted or a kind could not be tried, and 7 if objects with the
prefix exist that it did not create or another run is in progress.`;

/** Runs `verify --write`, and sets the exit code of the process. */
export async function runWrite(options: WriteOptions): Promise<void> {
    const { write: _, dryRun = false, yes = false, format, ...chosen } = options;
    const { prefix } = chosen;
    if (!dryRun && !yes && !isWatched()) {
        throw new UsageError(
            "--write cannot ask for confirmation without a terminal. Add --yes to confirm, or --dry-run to print the plan.",
        );
    }
    const settings = readerSettings();
    // Loaded on demand: the kinds load Pulumi's SDK.
    const [{ kinds }, { runWrites }, { RunStoppedError }, { planText, writeReportText }] = await Promise.all([
        import("../../resources/kinds.js"),
        import("../../verify/write/write-run.js"),
        import("../../verify/write/watched-client.js"),
        import("../../verify/write/write-text.js"),
    ]);
    const { signal, release } = interruption();
    const columns = process.stdout.columns || Number.POSITIVE_INFINITY;
    try {
        const report = await runWrites({
            settings,
            kinds,
            ...chosen,
            isDryRun: dryRun,
            signal,
            onProgress: tellProgress,
            ...(yes
                ? {}
                : {
                      confirm: (plan: WritePlan) => {
                          process.stderr.write(planText(plan, prefix, process.stderr.columns || undefined));
                          return isAgreed(`Create these objects in ${plan.url}? [y/N] `, signal);
                      },
                  }),
        });
        const exitCode = exitCodeOf(report);
        if (report.outcome === "declined") tellProgress("Nothing was created.");
        else
            printResult(format, {
                text: () =>
                    report.outcome === "planned"
                        ? planText(report.plan, prefix, columns)
                        : writeReportText(report, columns),
                json: () => ({ ok: exitCode === 0, ...report }),
            });
        if (exitCode !== 0) process.exitCode = exitCode;
    } catch (error) {
        if (!(error instanceof RunStoppedError)) throw error;
        tellProgress("Interrupted. Nothing was created.");
        process.exitCode = EXIT_CODES.AbortedError;
    } finally {
        release();
    }
}

function exitCodeOf({ outcome, kinds, left }: WriteReport): number {
    if (outcome === "interrupted") return EXIT_CODES.AbortedError;
    const isFailed = kinds.some(({ steps }) => steps.some(({ result }) => result === "failed"));
    if (isFailed) return EXIT_CODES.disagreement;
    const isIncomplete = left.length > 0 || kinds.some((kind) => kind.isIncomplete);
    return isIncomplete ? EXIT_CODES.incomplete : 0;
}

/** Handles signals. The first one interrupts the run, which then cleans up. The second one ends the process immediately. */
function interruption(): { readonly signal: AbortSignal; readonly release: () => void } {
    const controller = new AbortController();
    const interrupt = (): void => {
        if (controller.signal.aborted) process.exit(EXIT_CODES.AbortedError);
        tellProgress("Stopping and cleaning up. Press Ctrl-C again to exit at once; the next run then cleans up.");
        controller.abort();
    };
    const signals = ["SIGINT", "SIGTERM"] as const;
    for (const name of signals) process.on(name, interrupt);
    return {
        signal: controller.signal,
        release: () => {
            for (const name of signals) process.off(name, interrupt);
        },
    };
}
