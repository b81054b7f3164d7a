import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withoutPulumi } from "../../../src/local/engine/pulumi.js";
import type { Service } from "../../../src/local/service/index.js";

/**
 * Imports a program with `pulumi import --file`, as its README describes for an existing stack, and previews it. Returns the problems: none if
 * the preview has no changes. Needs the Pulumi CLI.
 */
export async function importByFile(
    program: string,
    service: Service,
    config: readonly string[] = [],
): Promise<string[]> {
    const folder = mkdtempSync(join(tmpdir(), "import-file-"));
    const env = {
        ...withoutPulumi(process.env),
        PULUMI_HOME: join(folder, "home"),
        PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
        PULUMI_CONFIG_PASSPHRASE: "import",
        PULUMI_SKIP_UPDATE_CHECK: "true",
        PULUMI_NODEJS_TRANSPILE_ONLY: "true",
        ACCESS_GOVERNANCE_URL: service.url,
        ACCESS_GOVERNANCE_TOKEN: service.token,
    };
    for (const name of ["home", "state"]) mkdirSync(join(folder, name));
    try {
        await pulumi(["stack", "init", "dev"]);
        for (const key of config) await pulumi(["config", "set", "--secret", key, "not what it was"]);
        await pulumi(["import", "--file", "state/import.json", "--generate-code=false", "--protect=false", "--yes"]);
        service.calls.clear();
        await pulumi(["preview", "--expect-no-changes"]);
        const writes = service.calls.writes().filter(({ operation }) => operation !== "runQuery");
        return writes.length > 0 ? [`a preview after an import made ${writes.length} writes`] : [];
    } catch (error) {
        return [error instanceof Error ? error.message : String(error)];
    } finally {
        rmSync(join(program, "Pulumi.dev.yaml"), { force: true });
        rmSync(folder, { recursive: true, force: true });
    }

    function pulumi(args: readonly string[]): Promise<void> {
        const child = spawn("pulumi", [...args, "--non-interactive", "--color", "never"], { cwd: program, env });
        let output = "";
        for (const stream of [child.stdout, child.stderr])
            stream.on("data", (text) => {
                output += text;
            });
        return new Promise((resolve, reject) => {
            child.once("error", reject);
            child.once("close", (code) => {
                if (code === 0) resolve();
                else
                    reject(
                        new Error(`pulumi ${args.slice(0, 2).join(" ")} ended with ${code}:\n${output.slice(-3000)}`),
                    );
            });
        });
    }
}
