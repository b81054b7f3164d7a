import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { SetupError, UsageError } from "../../common/errors.js";
import { type DeploymentDocument, hasPlaintext, parseDeployment } from "../../kernel.js";
import { hasFailed, type PreviewDocument, parseDocument } from "../../review/report/document.js";
import { readDocument } from "../calls/input.js";

/** Reads the output of `pulumi preview --json`. @throws UsageError */
export async function readPreview(file: string): Promise<PreviewDocument> {
    return parseDocument(await readDocument(file, "The document of the preview"));
}

/** Reads the output of a preview that contains all changes. @throws UsageError also if the preview failed */
export async function readWholePreview(file: string): Promise<PreviewDocument> {
    const document = await readPreview(file);
    if (!hasFailed(document)) return document;
    throw new UsageError("The preview failed, so its changes are incomplete. Fix its errors and preview again.");
}

/** Reads outputs of `pulumi stack export`. @throws UsageError that contains the name of the file */
export function readDeployments(files: readonly string[]): Promise<DeploymentDocument[]> {
    return Promise.all(files.map(async (file) => parseDeployment(await readDocument(file, "The deployment"), file)));
}

/**
 * Reads the output of `pulumi stack export`, of which a command writes another version.
 * @throws UsageError if it is invalid, or contains secrets that `out` would store in plain text
 */
export async function readDeployment(
    file: string,
    out: string | undefined,
): Promise<{ readonly text: string; readonly document: DeploymentDocument }> {
    const text = await readDocument(file, "The deployment");
    const document = parseDeployment(text);
    if (out !== undefined && hasPlaintext(document)) {
        throw new UsageError(
            "The deployment contains secrets in plain text, which do not belong in a file. Omit --out and pipe the output to `pulumi stack import`.",
        );
    }
    return { text, document };
}

/** Writes a deployment for `pulumi stack import`. For an unchanged deployment, pass the original text: it is written byte for byte. */
export function writeDeployment(deployment: DeploymentDocument | string, out: string | undefined): void {
    const text = typeof deployment === "string" ? deployment : `${JSON.stringify(deployment, undefined, 4)}\n`;
    if (out === undefined) process.stdout.write(text);
    else writeFileSync(out, text, { mode: 0o600 });
}

/** Maximum size of a state. One with 10,000 objects takes about 30 MB. */
const MOST_BYTES = 2 ** 29;

/**
 * Reads the state of a stack with `pulumi stack export`. Secrets stay encrypted. @param stack Default: the selected stack
 * @throws SetupError if the export fails
 */
export async function readState(folder: string, stack: string | undefined): Promise<DeploymentDocument> {
    const args = ["stack", "export", "--non-interactive", ...(stack === undefined ? [] : ["--stack", stack])];
    try {
        const { stdout } = await promisify(execFile)("pulumi", args, { cwd: folder, maxBuffer: MOST_BYTES });
        return parseDeployment(stdout);
    } catch (error) {
        const { stderr = "", message } = error as Error & { stderr?: string }; // as execFile rejects
        const [line = message] = stderr.split("\n").filter((one) => one.trim() !== "");
        throw new SetupError(`\`pulumi stack export\` failed in ${folder}: ${line.replace(/^error: /, "")}`);
    }
}
