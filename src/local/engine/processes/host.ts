import { type ChildProcess, spawn } from "node:child_process";
import { Socket } from "node:net";
import { join } from "node:path";
import { EngineError } from "../contract/project.js";
import { lines } from "./lines.js";

/** A script of the SDK that runs a program or serves a provider. */
export interface Script {
    path: string;
    args: string[];
    cwd: string;
    env: NodeJS.ProcessEnv;
    onLine: (line: string, from: Output) => void;
}

export type Output = "stdout" | "stderr";

/** A script that runs. */
export interface Running {
    /** The exit code; 255 after a signal. */
    readonly ended: Promise<number>;
    /** Ends it once it only waits for further calls. */
    release(): Promise<void>;
    /** Ends it at once. */
    stop(): Promise<void>;
}

/**
 * Runs a script in a new process, or in one that ran it before: loading the SDK takes several times
 * longer than most programs. No process outlives this one.
 */
export function run(script: Script): Running {
    const key = keyOf(script);
    const host = idle.find((one) => one.key === key);
    if (!host) return new Host(key, script.env).run(script);
    idle.splice(idle.indexOf(host), 1);
    return host.run(script, script.env);
}

/** Milliseconds that a process has to exit before it is stopped or killed. */
const PATIENCE_MS = 1_000;

/** Each takes some hundred megabytes. */
const MOST_IDLE = 8;

const idle: Host[] = [];
const living = new Set<ChildProcess>();
process.once("exit", () => {
    // A program may ignore the signal that asks it to end.
    for (const child of living) child.kill("SIGKILL");
});

interface Job {
    onLine: Script["onLine"];
    mark: string;
    marked: Set<Output>;
    resolve(exitCode: number): void;
    reject(error: Error): void;
}

/** A Node process that runs scripts one after the other; host-process.js is its other side. */
class Host {
    readonly #process: ChildProcess;
    #job: Job | undefined;
    #jobs = 0;

    constructor(
        /** Undefined if the process can run only one script. */
        readonly key: string | undefined,
        env: NodeJS.ProcessEnv,
    ) {
        const child = spawn(process.execPath, [join(__dirname, "host-process.js")], {
            env,
            stdio: ["pipe", "pipe", "pipe"],
        });
        this.#process = child;
        living.add(child);
        child.stdin.on("error", () => {}); // "close" follows
        lines(child.stdout, (line) => this.#line(line, "stdout"));
        lines(child.stderr, (line) => this.#line(line, "stderr"));
        child.on("error", (error) => this.#job?.reject(new EngineError(`Node could not be started: ${error.message}`)));
        child.on("close", (code) => {
            living.delete(child);
            if (idle.includes(this)) idle.splice(idle.indexOf(this), 1);
            this.#end(code ?? 255);
        });
    }

    run({ path, args, cwd, onLine }: Script, env?: NodeJS.ProcessEnv): Running {
        this.#jobs += 1;
        const mark = `\u0000end of ${this.#jobs}: `;
        this.#hold(true);
        const ended = new Promise<number>((resolve, reject) => {
            this.#job = { onLine, mark, marked: new Set(), resolve, reject };
        });
        const job = this.#job;
        // Callers that await the end get the error. Without one, it must not be an unhandled
        // rejection.
        ended.catch(() => {});
        this.#tell({ script: path, args, cwd, env, mark });
        const stop = async () => {
            if (this.#job !== job) return void (await ended.catch(() => {}));
            this.#process.kill();
            const timer = setTimeout(() => this.#process.kill("SIGKILL"), PATIENCE_MS);
            await ended.catch(() => {});
            clearTimeout(timer);
        };
        const release = async () => {
            if (this.#job !== job) return;
            this.#tell({});
            const timer = setTimeout(stop, PATIENCE_MS);
            await ended.catch(() => {});
            clearTimeout(timer);
        };
        return { ended, stop, release: this.key === undefined ? stop : release };
    }

    #tell(message: object): void {
        this.#process.stdin?.write(`${JSON.stringify(message)}\n`);
    }

    #line(line: string, from: Output): void {
        const job = this.#job;
        if (!job) return;
        const [said = "", exitCode] = line.split(job.mark);
        if (said || exitCode === undefined) job.onLine(said, from);
        if (exitCode === undefined) return;
        job.marked.add(from);
        if (job.marked.size === 2) this.#end(Number(exitCode));
    }

    #end(exitCode: number): void {
        const job = this.#job;
        this.#job = undefined;
        if (living.has(this.#process) && this.key !== undefined) {
            idle.push(this);
            this.#hold(false);
            for (const oldest of idle.splice(0, idle.length - MOST_IDLE)) oldest.#process.kill();
        } else this.#process.kill();
        job?.resolve(exitCode);
    }

    /** Whether this process stays alive for it. */
    #hold(held: boolean): void {
        const { stdin, stdout, stderr } = this.#process;
        const sockets = [stdin, stdout, stderr].filter((stream) => stream instanceof Socket);
        for (const handle of [this.#process, ...sockets])
            if (held) handle.ref();
            else handle.unref();
    }
}

/**
 * Key of the scripts that can share a process. Undefined if NODE_OPTIONS preloads modules, because
 * these expect to see each script from its start.
 */
function keyOf({ path, env }: Script): string | undefined {
    if (/(^|\s)(-r|--(require|import|(experimental-)?loader))\b/.test(env.NODE_OPTIONS ?? "")) return undefined;
    const readAtStart = Object.entries(env).filter(([name]) => /^(NODE_|TZ$|LANG|LC_|SSL_)/.test(name));
    return JSON.stringify([process.execPath, path, readAtStart.sort(([a], [b]) => (a < b ? -1 : 1))]);
}
