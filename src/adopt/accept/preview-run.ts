import { spawn } from "node:child_process";
import { SetupError, UsageError } from "../../common/errors.js";
import { printable } from "../../common/printable.js";
import { type PreviewDocument, parseDocument } from "../../review/report/document.js";

/** Thrown if a preview fails because of the program, the provider or the engine. */
export class FailedPreviewError extends UsageError {
    /** The first line of the message. */
    readonly reason: string;

    constructor(folder: string, lines: readonly string[]) {
        super(`\`pulumi preview\` failed in ${folder}:\n${lines.join("\n")}`);
        this.reason = lines[0] ?? "";
    }
}

/**
 * Runs `pulumi preview --refresh --json` in the folder of a program. @param stack default: the selected stack
 * @throws SetupError if the Pulumi CLI is missing, FailedPreviewError if the preview fails
 */
export async function runPreview(folder: string, stack?: string, env = process.env): Promise<PreviewDocument> {
    const args = [
        "preview",
        "--refresh",
        "--json",
        "--non-interactive",
        ...(stack === undefined ? [] : ["--stack", stack]),
    ];
    const { output, errors, code } = await runPulumi(args, folder, env);
    if (!output.trimStart().startsWith("{")) throw failed(folder, errors || output || `exit code ${code}`);
    const document = parseDocument(output);
    const reasons = document.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
    if (reasons.length > 0 || code !== 0) throw failed(folder, reasons.join("\n") || errors || `exit code ${code}`);
    return document;
}

function runPulumi(
    args: readonly string[],
    cwd: string,
    env: NodeJS.ProcessEnv,
): Promise<{ output: string; errors: string; code: number | null }> {
    return new Promise((resolve, reject) => {
        const child = spawn("pulumi", args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
        let [output, errors] = ["", ""];
        child.stdout.setEncoding("utf8").on("data", (text: string) => {
            output += text;
        });
        child.stderr.setEncoding("utf8").on("data", (text: string) => {
            errors += text;
        });
        child.on("error", ({ message }) =>
            reject(
                new SetupError(
                    `The command \`pulumi\` could not be run in ${cwd}: ${message}. Install the Pulumi CLI.`,
                ),
            ),
        );
        child.on("close", (code) => resolve({ output, errors, code }));
    });
}

/** Maximum number of lines of a failed preview to show. The first error usually causes the others. */
const MOST_LINES = 12;

function failed(folder: string, text: string): FailedPreviewError {
    return new FailedPreviewError(folder, text.trim().split("\n").slice(0, MOST_LINES).map(printable));
}
