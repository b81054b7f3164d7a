import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { warm } from "../../proofs/warm/warm.js";
import type { Answer, Program } from "./scenarios.js";
import { PROBE } from "./transcript.js";

/** The folder whose `pulumi` is the local engine. */
export const STAND_IN = join(__dirname, "bin");

export interface Result {
    exitCode: number;
    stdout: string;
    stderr: string;
}

/** A folder with the project "probe" and a backend, in which `pulumi` is the local engine or the Pulumi CLI. */
export class Shell {
    readonly folder = mkdtempSync(join(tmpdir(), "shell-"));
    readonly backend = join(this.folder, "backend");
    readonly project = join(this.folder, "project");
    readonly #env: NodeJS.ProcessEnv;

    constructor(pulumi: "stand-in" | "pulumi") {
        for (const folder of [this.backend, this.project, join(this.folder, "home")]) mkdirSync(folder);
        const document = { name: "probe", main: join(PROBE, "program.js"), runtime: { name: "nodejs" } };
        writeFileSync(join(this.project, "Pulumi.yaml"), JSON.stringify(document));
        const path = process.env.PATH ?? "";
        this.#env = {
            PATH: pulumi === "stand-in" ? `${STAND_IN}${delimiter}${path}` : path,
            HOME: join(this.folder, "home"),
            PULUMI_HOME: join(this.folder, "home"),
            PULUMI_BACKEND_URL: `file://${this.backend}`,
            PULUMI_CONFIG_PASSPHRASE: "open",
            PULUMI_SKIP_UPDATE_CHECK: "true",
            PULUMI_NODEJS_TRANSPILE_ONLY: "true",
            PROBE_FOLDER: this.folder,
        };
        this.world([]);
        this.declare({ resources: [] });
    }

    declare(program: Program): void {
        writeFileSync(join(this.folder, "program.json"), JSON.stringify(program));
    }

    /** Empties the world, and sets the answers of the provider. */
    world(answers: Answer[]): void {
        writeFileSync(join(this.folder, "world.json"), JSON.stringify({ objects: {}, made: {}, answers }));
    }

    /** Whether an answer is holding back a running call. */
    isHeld(): boolean {
        return existsSync(join(this.folder, "held"));
    }

    /** Lets that call continue. */
    release(): void {
        writeFileSync(join(this.folder, "released"), "");
    }

    outside(edit: (objects: Record<string, Record<string, unknown>>) => void): void {
        const world = JSON.parse(readFileSync(join(this.folder, "world.json"), "utf8"));
        edit(world.objects);
        writeFileSync(join(this.folder, "world.json"), JSON.stringify(world));
    }

    /** Runs a command line, split at spaces. A stand-in runs it in a process that waits for such lines. */
    async type(line: string, env: NodeJS.ProcessEnv = {}): Promise<Result> {
        return this.start(line, { ...(await warm()), ...env }).ended;
    }

    /** Starts a command line in its own process group, for tests that kill it or send it a signal. */
    start(
        line: string,
        env: NodeJS.ProcessEnv = {},
    ): { child: ChildProcess; ended: Promise<Result>; said: () => string } {
        const child = spawn("pulumi", line.split(" "), {
            cwd: this.project,
            env: { ...this.#env, ...env },
            stdio: ["ignore", "pipe", "pipe"],
            detached: true,
        });
        let stdout = "";
        let stderr = "";
        child.stdout.setEncoding("utf8").on("data", (text: string) => {
            stdout += text;
        });
        child.stderr.setEncoding("utf8").on("data", (text: string) => {
            stderr += text;
        });
        const ended = new Promise<Result>((resolve, reject) => {
            child.on("error", reject);
            child.on("close", (code) => resolve({ exitCode: code ?? 255, stdout, stderr }));
        });
        return { child, ended, said: () => stdout + stderr };
    }

    remove(): void {
        rmSync(this.folder, { recursive: true });
    }
}
