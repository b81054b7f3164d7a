import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { withoutPulumi } from "../../src/local/engine/pulumi.js";
import { warm } from "../../test/proofs/warm/warm.js";
import type { Clone } from "./repository.js";

const root = join(__dirname, "../..");

/** The result of a CI job. */
export interface Job {
    readonly code: number;
    readonly log: string;
    /** The comment that it would post to a pull request. */
    readonly report: string;
}

interface Surroundings {
    readonly variables?: Readonly<Record<string, string>>;
    /** Folders of commands that replace others, on the local engine. */
    readonly standIns?: readonly string[];
    /** Called with the whole output so far, each time that it grows. */
    readonly onLog?: ((log: string) => void) | undefined;
}

/** Runs the scripts of examples/pipelines like a CI system: in a clone, with a few variables. */
export class Pipeline {
    constructor(
        private readonly engine: "pulumi" | "local",
        /** Folder for Pulumi's own files and the state of the stacks. */
        private readonly folder: string,
        /** Address and token in the environment of every job. */
        private readonly access: { readonly url: string; readonly token: string },
    ) {}

    /** Runs a script of the pipelines, like a job. */
    run(
        clone: Clone,
        script: "preview" | "up" | "drift",
        variables: Readonly<Record<string, string>> = {},
        onLog?: (log: string) => void,
    ): Promise<Job> {
        // Only the preview really starts npx and the command of the package, because each takes a second.
        const standIns = script === "preview" ? [] : ["test/pipelines/bin"];
        return this.command(clone, "bash", [join("access", `${script}.sh`)], { variables, standIns, onLog });
    }

    /** Runs a Pulumi command, as someone does once before there is a pipeline. */
    pulumi(clone: Clone, ...args: string[]): Promise<Job> {
        return this.command(clone, "pulumi", [...args, "--non-interactive"]);
    }

    private async command(
        { folder }: Clone,
        name: string,
        args: readonly string[],
        { variables = {}, standIns = [], onLog = () => {} }: Surroundings = {},
    ): Promise<Job> {
        const { OPAL_AUTH_TOKEN: _, ...own } = withoutPulumi(process.env);
        const env = {
            ...own,
            ...(this.engine === "local" && (await warm())),
            PATH: this.path(standIns),
            PULUMI_HOME: join(this.folder, "home"),
            PULUMI_BACKEND_URL: `file://${join(this.folder, "state")}`,
            PULUMI_CONFIG_PASSPHRASE: "gitops",
            PULUMI_NODEJS_TRANSPILE_ONLY: "true",
            ACCESS_GOVERNANCE_URL: this.access.url,
            ACCESS_GOVERNANCE_TOKEN: this.access.token,
            ...variables,
        };
        return new Promise((resolve, reject) => {
            const child = spawn(name, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
            let log = "";
            for (const stream of [child.stdout, child.stderr])
                stream.setEncoding("utf8").on("data", (text: string) => {
                    log += text;
                    onLog(log);
                });
            child.on("error", reject);
            child.on("close", (code) => {
                const report = join(folder, "access-report.md");
                resolve({ code: code ?? 255, log, report: existsSync(report) ? readFileSync(report, "utf8") : "" });
            });
        });
    }

    /** The PATH, on which the local engine may replace the Pulumi CLI. */
    private path(standIns: readonly string[]): string {
        const path = process.env.PATH ?? "";
        const folders = this.engine === "local" ? ["test/local/engine/bin", ...standIns] : [];
        return [...folders.map((folder) => join(root, folder)), path].join(delimiter);
    }
}
