import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { withoutPulumi } from "../../src/engine/pulumi.js";
import { warm } from "../../test/warm/warm.js";
import type { Clone } from "./repository.js";

const root = join(__dirname, "../..");

/** What a job of a CI came to. */
export interface Job {
    readonly code: number;
    readonly log: string;
    /** The comment that it would put under a pull request. */
    readonly report: string;
}

/** Runs the scripts of examples/pipelines as a CI does: in a clone, with a few variables. */
export class Pipeline {
    constructor(
        private readonly engine: "pulumi" | "local",
        /** Where Pulumi's own files and the state of the stacks go. */
        private readonly folder: string,
        private readonly token: string,
    ) {}

    /** A script of the pipelines, as a job runs it. */
    run(
        clone: Clone,
        script: "preview" | "up" | "drift",
        variables: Readonly<Record<string, string>> = {},
    ): Promise<Job> {
        return this.command(clone, "bash", [join("access", `${script}.sh`)], variables);
    }

    /** A command that somebody types once, before there is a pipeline. */
    pulumi(clone: Clone, ...args: string[]): Promise<Job> {
        return this.command(clone, "pulumi", [...args, "--non-interactive"]);
    }

    private async command(
        { folder }: Clone,
        name: string,
        args: readonly string[],
        variables: Readonly<Record<string, string>> = {},
    ): Promise<Job> {
        const { ACCESS_GOVERNANCE_URL: _, OPAL_AUTH_TOKEN: __, ...own } = withoutPulumi(process.env);
        const env = {
            ...own,
            ...(this.engine === "local" && (await warm())),
            PATH: this.path(),
            PULUMI_HOME: join(this.folder, "home"),
            PULUMI_BACKEND_URL: `file://${join(this.folder, "state")}`,
            PULUMI_CONFIG_PASSPHRASE: "gitops",
            PULUMI_NODEJS_TRANSPILE_ONLY: "true",
            ACCESS_GOVERNANCE_TOKEN: this.token,
            ...variables,
        };
        return new Promise((resolve, reject) => {
            const child = spawn(name, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
            let log = "";
            for (const stream of [child.stdout, child.stderr])
                stream.setEncoding("utf8").on("data", (text: string) => {
                    log += text;
                });
            child.on("error", reject);
            child.on("close", (code) => {
                const report = join(folder, "access-report.md");
                resolve({ code: code ?? 255, log, report: existsSync(report) ? readFileSync(report, "utf8") : "" });
            });
        });
    }

    /** With the local engine in the place of the Pulumi CLI, or with the CLI as it is. */
    private path(): string {
        const path = process.env.PATH ?? "";
        return this.engine === "local" ? [join(root, "test/engine/bin"), path].join(delimiter) : path;
    }
}
