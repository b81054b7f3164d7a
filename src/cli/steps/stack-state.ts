import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { SetupError } from "../../common/errors.js";
import { type DeploymentDocument, parseDeployment } from "../../stack/deployment.js";

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
