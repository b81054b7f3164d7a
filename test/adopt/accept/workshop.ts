import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { runPreview } from "../../../src/adopt/accept/preview-run.js";
import { findPulumi, withoutPulumi } from "../../../src/local/engine/pulumi.js";
import type { Organization, Service } from "../../../src/local/service/index.js";
import type { PreviewDocument } from "../../../src/review/report/document.js";
import { warm } from "../../proofs/warm/warm.js";

const HOUR_MS = 3_600_000;
const root = join(__dirname, "../../..");

/** A copy of a program in a separate folder, and the service it manages. The Pulumi CLI runs the program; without a CLI, the local engine does. */
export class Workshop {
    readonly #home = mkdtempSync(join(tmpdir(), "accept-"));
    /** The folder of the program. */
    readonly folder = join(this.#home, "program");
    #start: Organization | undefined;

    private constructor(
        readonly service: Service,
        private kept: string,
    ) {}

    /** The folder that the program is copied from. */
    get program(): string {
        return this.kept;
    }

    /** @param program the folder that the program is copied from */
    static async open(program: string, service: Service): Promise<Workshop> {
        const workshop = new Workshop(service, program);
        symlinkSync(join(root, "node_modules"), join(workshop.#home, "node_modules"));
        mkdirSync(join(workshop.#home, "state"));
        workshop.reset();
        const compilerOptions = { target: "es2022", module: "nodenext", strict: true, resolveJsonModule: true };
        writeFileSync(join(workshop.#home, "tsconfig.json"), JSON.stringify({ compilerOptions }));
        await workshop.expect("stack", "init", "dev");
        return workshop;
    }

    /** Restores the program and the service to the state after `up`. */
    reset(): void {
        rmSync(this.folder, { recursive: true, force: true });
        cpSync(this.kept, this.folder, { recursive: true });
        if (this.#start) this.service.store.restore(this.#start);
        this.service.calls.clear();
    }

    /** Deploys the program and saves the state that `reset` restores. */
    async up(): Promise<void> {
        await this.expect("up", "--yes", "--skip-preview");
        // A missing object counts as not yet visible if it was just written, and as deleted if it is older.
        this.service.clock.advance(HOUR_MS);
        this.#start = this.service.snapshot();
        this.kept = join(this.#home, "kept");
        cpSync(this.folder, this.kept, { recursive: true });
        this.service.calls.clear();
    }

    /** @throws FailedPreviewError */
    async preview(): Promise<PreviewDocument> {
        return runPreview(this.folder, "dev", await this.environment());
    }

    async close(): Promise<void> {
        await this.service.close();
        rmSync(this.#home, { recursive: true, force: true });
    }

    /** Runs a Pulumi command and returns its output. @throws Error unless it exits with 0 */
    async expect(...args: readonly string[]): Promise<string> {
        const env = await this.environment();
        return new Promise((resolve, reject) => {
            const child = spawn("pulumi", [...args, "--non-interactive"], { cwd: this.folder, env });
            let output = "";
            for (const stream of [child.stdout, child.stderr])
                stream.setEncoding("utf8").on("data", (text: string) => {
                    output += text;
                });
            child.on("error", reject);
            child.on("close", (code) => {
                if (code === 0) resolve(output);
                else reject(new Error(`pulumi ${args.join(" ")} exited with ${code}:\n${output.slice(-3000)}`));
            });
        });
    }

    /** The environment of the Pulumi commands. */
    async environment(): Promise<NodeJS.ProcessEnv> {
        const { ACCESS_GOVERNANCE_URL: _, OPAL_AUTH_TOKEN: __, ...own } = withoutPulumi(process.env);
        const isLocal = findPulumi(false) === undefined;
        return {
            ...own,
            ...(isLocal && (await warm())),
            PATH: [...(isLocal ? [join(root, "test/local/engine/bin")] : []), own.PATH].join(delimiter),
            HOME: this.#home,
            PULUMI_HOME: join(this.#home, "home"),
            PULUMI_BACKEND_URL: `file://${join(this.#home, "state")}`,
            PULUMI_CONFIG_PASSPHRASE: "open",
            PULUMI_SKIP_UPDATE_CHECK: "true",
            PULUMI_NODEJS_TRANSPILE_ONLY: "true",
            ACCESS_GOVERNANCE_URL: this.service.url,
            ACCESS_GOVERNANCE_TOKEN: this.service.token,
        };
    }
}
