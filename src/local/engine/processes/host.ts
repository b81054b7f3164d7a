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

/** A running script. */
export interface Running {
    /** The exit code; 255 after a signal. */
    readonly ended: Promise<number>;
    /** Ends a script that has no pending calls, so that its process can be reused. */
    release(): Promise<void>;
    /** Ends the script and its process immediately. */
    stop(): Promise<void>;
}

/**
 * Runs a script in an idle process that ran it before, or in a new one. Processes are reused because loading the SDK takes
 * several times longer than most programs. No process outlives this one.
 */
export function run(script: Script): Running {
    const key = keyOf(script);
    const host = idle.find((one) => one.key === key);
    if (!host) return new Host(key, script.env).run(script);
    idle.splice(idle.indexOf(host), 1);
    return host.run(script, script.env);
}

/** Milliseconds that a script has to end before its process gets SIGTERM, and that the process then has before SIGKILL. */
const GRACE_MS = 1_000;

/** Maximum number of idle processes. Each uses a few hundred megabytes. */
const MOST_IDLE = 8;

const idle: Host[] = [];
const running = new Set<ChildProcess>();
process.once("exit", () => {
    // A program may ignore SIGTERM.
    for (const child of running) child.kill("SIGKILL");
});

interface Job {
    onLine: Script["onLine"];
    mark: string;
    marked: Set<Output>;
    resolve(exitCode: number): void;
    reject(error: Error): void;
}

/** A Node process that runs scripts one after the other. Its code is in host-process.js. */
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
        running.add(child);
        child.stdin.on("error", () => {}); // "close" follows
        lines(child.stdout, (line) => this.#line(line, "stdout"));
        lines(child.stderr, (line) => this.#line(line, "stderr"));
        child.on("error", (error) => this.#job?.reject(new EngineError(`Node could not be started: ${error.message}`)));
        child.on("close", (code) => {
            running.delete(child);
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
        // Callers that await `ended` get the error. If no caller does, it must not be an unhandled rejection.
        ended.catch(() => {});
        this.#send({ script: path, args, cwd, env, mark });
        const stop = async () => {
            if (this.#job !== job) return void (await ended.catch(() => {}));
            this.#process.kill();
            const timer = setTimeout(() => this.#process.kill("SIGKILL"), GRACE_MS);
            await ended.catch(() => {});
            clearTimeout(timer);
        };
        const release = async () => {
            if (this.#job !== job) return;
            this.#send({});
            const timer = setTimeout(stop, GRACE_MS);
            await ended.catch(() => {});
            clearTimeout(timer);
        };
        return { ended, stop, release: this.key === undefined ? stop : release };
    }

    #send(message: object): void {
        this.#process.stdin?.write(`${JSON.stringify(message)}\n`);
    }

    #line(line: string, from: Output): void {
        const job = this.#job;
        if (!job) return;
        const [text = "", exitCode] = line.split(job.mark);
        if (text || exitCode === undefined) job.onLine(text, from);
        if (exitCode === undefined) return;
        job.marked.add(from);
        if (job.marked.size === 2) this.#end(Number(exitCode));
    }

    #end(exitCode: number): void {
        const job = this.#job;
        this.#job = undefined;
        if (running.has(this.#process) && this.key !== undefined) {
            idle.push(this);
            this.#hold(false);
            for (const oldest of idle.splice(0, idle.length - MOST_IDLE)) oldest.#process.kill();
        } else this.#process.kill();
        job?.resolve(exitCode);
    }

    /** Sets whether the child process keeps this process alive. */
    #hold(held: boolean): void {
        const { stdin, stdout, stderr } = this.#process;
        const sockets = [stdin, stdout, stderr].filter((stream) => stream instanceof Socket);
        for (const handle of [this.#process, ...sockets])
            if (held) handle.ref();
            else handle.unref();
    }
}

/**
 * Scripts with the same key can share a process. Undefined if NODE_OPTIONS preloads modules, because these must be loaded
 * before each script.
 */
function keyOf({ path, env }: Script): string | undefined {
    if (/(^|\s)(-r|--(require|import|(experimental-)?loader))\b/.test(env.NODE_OPTIONS ?? "")) return undefined;
    const readAtStart = Object.entries(env).filter(([name]) => /^(NODE_|TZ$|LANG|LC_|SSL_)/.test(name));
    return JSON.stringify([process.execPath, path, readAtStart.sort(([a], [b]) => (a < b ? -1 : 1))]);
}
