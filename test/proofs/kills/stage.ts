import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { withoutPulumi } from "../../../src/local/engine/pulumi.js";
import type { Organization } from "../../../src/local/service/index.js";
import { STAND_IN } from "../../local/engine/shell.js";
import { warm } from "../warm/warm.js";
import type { Declared } from "./declared.js";
import { below, kill } from "./processes.js";

const ROOT = join(__dirname, "../../..");
const MAIN = join(ROOT, "dist/cli/main.js");
const TOKEN = "local-token";

/** Seconds after which a command is considered hung. */
const LIMIT_S = 600;

/** Result of a command. */
export interface Ended {
    readonly exitCode: number;
    readonly stdout: string;
    /** Stdout and stderr. */
    readonly output: string;
}

/** A local service with a data file, and a stack, in separate processes that can be killed. */
export class Stage {
    readonly #folder = mkdtempSync(join(tmpdir(), "kills-"));
    readonly #env: NodeJS.ProcessEnv;
    readonly #running = new Set<ChildProcess>();
    #service: ChildProcess | undefined;
    #url = "";
    /** Completed writes since the last call of `writes`. */
    #writes = 0;
    #onWrite: (() => void) | undefined;

    private constructor(engine: "pulumi" | "local") {
        const path = process.env.PATH ?? "";
        this.#env = {
            ...withoutPulumi(process.env),
            PATH: engine === "local" ? `${STAND_IN}${delimiter}${path}` : path,
            PULUMI_HOME: join(this.#folder, "home"),
            PULUMI_BACKEND_URL: `file://${join(this.#folder, "state")}`,
            PULUMI_CONFIG_PASSPHRASE: "kills",
            PULUMI_SKIP_UPDATE_CHECK: "true",
            PULUMI_NODEJS_TRANSPILE_ONLY: "true",
            DECLARED: join(this.#folder, "declared.json"),
            ACCESS_GOVERNANCE_TOKEN: TOKEN,
            OPAL_AUTH_TOKEN: "",
        };
        for (const name of ["home", "state", "project"]) mkdirSync(join(this.#folder, name));
        const document = {
            name: "kills",
            main: join(ROOT, "test/programs/kills/index.js"),
            runtime: { name: "nodejs", options: { typescript: false } },
        };
        writeFileSync(join(this.#folder, "project/Pulumi.yaml"), JSON.stringify(document));
    }

    /** Starts a service with a new organization and creates an empty stack. */
    static async open(engine: "pulumi" | "local"): Promise<Stage> {
        const stage = new Stage(engine);
        await stage.startService();
        const { exitCode, output } = await stage.pulumi(["stack", "init", "dev"]);
        if (exitCode !== 0) throw new Error(`pulumi stack init: ${output}`);
        return stage;
    }

    declare(declared: Declared): void {
        writeFileSync(this.#env.DECLARED ?? "", JSON.stringify(declared));
    }

    /** Restarts the service with its data and the same URL. */
    async startService(): Promise<void> {
        const port = this.#url ? new URL(this.#url).port : "0";
        const data = join(this.#folder, "organization.json");
        const args = [MAIN, "serve", "--port", port, "--data", data, "--verbose"];
        const child = spawn(process.execPath, args, { env: this.#env, stdio: ["ignore", "pipe", "pipe"] });
        this.#service = this.#follow(child);
        let said = "";
        child.stderr.setEncoding("utf8").on("data", (text: string) => {
            said += text;
        });
        const lines = createInterface(child.stdout);
        const url = await new Promise<string>((resolve, reject) => {
            lines.on("line", (line) => {
                const [address] = /http:\/\/\S+\/v1/.exec(line) ?? [];
                if (address) resolve(address);
                if (!/^(POST|PUT|DELETE) /.test(line)) return;
                this.#writes += 1;
                this.#onWrite?.();
            });
            child.once("close", (code) => reject(new Error(`The service ended with ${code}: ${said}`)));
        });
        this.#url = url;
        this.#env.ACCESS_GOVERNANCE_URL = url;
    }

    async killService(): Promise<void> {
        const child = this.#service;
        if (!child) return;
        const closed = once(child, "close");
        child.kill("SIGKILL");
        await closed;
    }

    /** Reads the data of the service, independently of all runs. */
    async snapshot(): Promise<Organization> {
        const address = `${new URL(this.#url).origin}/control/snapshot`;
        const response = await fetch(address, { headers: { authorization: `Bearer ${TOKEN}` } });
        if (!response.ok) throw new Error(`GET /control/snapshot: ${response.status} ${await response.text()}`);
        return (await response.json()) as Organization; // response type of the local service
    }

    /** Resolves after `count` more writes. Never resolves if there are fewer. */
    async writes(count: number): Promise<void> {
        this.#writes = 0;
        if (count === 0) return;
        await new Promise<void>((resolve) => {
            this.#onWrite = () => {
                if (this.#writes >= count) resolve();
            };
        });
        this.#onWrite = undefined;
    }

    /** Runs a command of the Pulumi CLI or of its stand-in. */
    async pulumi(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
        return this.start(args, { ...(await warm()), ...env }).ended;
    }

    /** Starts a command in a process group, so that it can be killed with its child processes. */
    start(
        args: readonly string[],
        env: NodeJS.ProcessEnv = {},
    ): { readonly pid: number; readonly ended: Promise<Ended> } {
        return this.#run("pulumi", [...args, "--non-interactive", "--color", "never"], env);
    }

    /** Follows the recovery steps in docs/reliability.md for a state in a folder, up to `pulumi up`. */
    async recover(): Promise<Ended> {
        const recover = `${JSON.stringify(process.execPath)} ${JSON.stringify(MAIN)} recover`;
        const state = JSON.stringify(join(this.#folder, "state"));
        const cleared = `find ${state} -name '*.attrs' -empty -delete`;
        const script = [cleared, "pulumi cancel --yes", `pulumi stack export | ${recover} | pulumi stack import`].join(
            "\n",
        );
        return this.#run("bash", ["-e", "-o", "pipefail", "-c", script], await warm()).ended;
    }

    /** Kills all processes and deletes the folder. */
    close(): void {
        const roots = [...this.#running].flatMap(({ pid }) => pid ?? []);
        for (const pid of [...below(roots).map(({ pid }) => pid), ...roots]) kill(pid);
        rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }

    #run(
        command: string,
        args: string[],
        env: NodeJS.ProcessEnv = {},
    ): { readonly pid: number; readonly ended: Promise<Ended> } {
        const cwd = join(this.#folder, "project");
        const child = spawn(command, args, { cwd, env: { ...this.#env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
        this.#follow(child);
        let stdout = "";
        let output = "";
        child.stdout.setEncoding("utf8").on("data", (text: string) => {
            stdout += text;
            output += text;
        });
        child.stderr.setEncoding("utf8").on("data", (text: string) => {
            output += text;
        });
        const ended = new Promise<Ended>((resolve, reject) => {
            const timer = setTimeout(() => {
                if (child.pid) kill(child.pid);
                output += `\nkilled: it had not ended after ${LIMIT_S} s`;
            }, LIMIT_S * 1000);
            child.once("error", reject);
            // Not "close", since remaining child processes may keep its output open.
            child.once("exit", (code) => {
                clearTimeout(timer);
                // Output that is already in the pipe is read before an immediate, also if the timer is late.
                setTimeout(() => setImmediate(() => resolve({ exitCode: code ?? 255, stdout, output })), 50);
            });
        });
        if (child.pid === undefined) return { pid: 0, ended };
        return { pid: child.pid, ended };
    }

    #follow<Child extends ChildProcess>(child: Child): Child {
        this.#running.add(child);
        child.once("exit", () => this.#running.delete(child));
        return child;
    }
}
