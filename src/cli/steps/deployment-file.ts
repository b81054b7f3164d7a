import { writeFileSync } from "node:fs";
import { UsageError } from "../../common/errors.js";
import { type DeploymentDocument, hasPlaintext, parseDeployment } from "../../stack/deployment.js";
import { readDocument } from "../calls/input.js";

/**
 * Reads the output of `pulumi stack export`.
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
