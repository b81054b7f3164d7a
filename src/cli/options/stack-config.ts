import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { foreignJson } from "../../api/transport/json.js";
import { projectFile } from "./project-folder.js";

/** The configuration of a stack, decrypted, or why it could not be read. */
export type PulumiConfig =
    | { readonly project: string; readonly values: ReadonlyMap<string, string> }
    | { readonly because: string };

/** Timeout of `pulumi config` in milliseconds, so that an unresponsive backend does not hold up other reads. */
const CONFIG_TIMEOUT_MS = 30_000;

/**
 * Reads the configuration of the stack with the Pulumi CLI. Default: the selected stack. Returns undefined if no stack is named and there
 * is no project in the folder or no CLI.
 */
export async function readStackConfig(folder: string, stack: string | undefined): Promise<PulumiConfig | undefined> {
    const file = projectFile(folder);
    if (file === undefined) return stack === undefined ? undefined : { because: "there is no Pulumi.yaml here" };
    const args = ["config", "--json", "--show-secrets", "--non-interactive", ...(stack ? ["--stack", stack] : [])];
    const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
    try {
        const { stdout } = await promisify(execFile)("pulumi", args, { cwd: folder, env, timeout: CONFIG_TIMEOUT_MS });
        const [, project = ""] = /^name:\s*["']?([^"'\s#]+)/m.exec(readFileSync(file, "utf8")) ?? [];
        return { project, values: valuesIn(stdout) };
    } catch (error) {
        // Reads only standard error, which contains the reason. Standard output may contain secrets.
        const { code, stderr = "" } = error as NodeJS.ErrnoException & { stderr?: string };
        if (code === "ENOENT") return stack === undefined ? undefined : { because: "pulumi is not on PATH" };
        const [line = ""] = stderr.split("\n").filter((one) => one.trim() !== "");
        return { because: `\`pulumi config\` failed: ${line.replace(/^error: /, "") || "no reason was printed"}` };
    }
}

/** Returns the string values in the output of the CLI. All settings of this package are strings. */
function valuesIn(printed: string): ReadonlyMap<string, string> {
    const entries = Object.entries(Object(foreignJson(printed)?.value)).map(([key, entry]) => [
        key,
        Object(entry).value,
    ]);
    return new Map(entries.filter((one): one is [string, string] => typeof one[1] === "string"));
}
