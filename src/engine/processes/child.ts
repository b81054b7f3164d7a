import { type ChildProcess, spawn } from "node:child_process";
import { EngineError } from "../contract/project.js";

const living = new Set<ChildProcess>();
process.once("exit", () => {
    for (const child of living) child.kill();
});

/** A Node process that belongs to the engine: its lines and its end; it does not outlive this one. */
export class Child {
    readonly #process: ChildProcess;
    /** The exit code; 255 where a signal ended it. */
    readonly ended: Promise<number>;

    constructor(
        script: string,
        args: string[],
        options: { cwd: string; env: NodeJS.ProcessEnv; onLine: (line: string, from: "stdout" | "stderr") => void },
    ) {
        const child = spawn(process.execPath, [script, ...args], {
            cwd: options.cwd,
            env: options.env,
            // Its end tells the child that nobody is left to work for.
            stdio: ["pipe", "pipe", "pipe"],
        });
        this.#process = child;
        // A provider's process would wait for calls forever.
        living.add(child);
        child.once("close", () => living.delete(child));
        lines(child.stdout, (line) => options.onLine(line, "stdout"));
        lines(child.stderr, (line) => options.onLine(line, "stderr"));
        this.ended = new Promise((resolve, reject) => {
            child.on("error", (error) => reject(new EngineError(`Node could not be started: ${error.message}`)));
            child.on("close", (code) => resolve(code ?? 255));
        });
        // Whoever awaits the end hears of it; nobody has to.
        this.ended.catch(() => {});
    }

    /** Ends it, and waits for that. */
    async stop(): Promise<void> {
        this.#process.kill();
        await this.ended.catch(() => {});
    }
}

/** Gives each line of a stream, the last one too if nothing ends it. */
export function lines(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
    let rest = "";
    stream.setEncoding("utf8");
    stream.on("data", (chunk: string) => {
        const all = (rest + chunk).split("\n");
        rest = all.pop() ?? "";
        for (const line of all) onLine(line);
    });
    stream.on("end", () => rest && onLine(rest));
}
