import { type ChildProcess, spawn } from "node:child_process";
import { Socket } from "node:net";
import { join } from "node:path";
import { EngineError } from "../contract/project.js";
import { lines } from "./lines.js";

/** A script from the Pulumi SDK that runs a program or serves a provider. */
export interface HostedScript {
    path: string;
    args: string[];
    cwd: string;
    env: NodeJS.ProcessEnv;
    onLine: (line: string, from: Output) => void;
}

export type Output = "stdout" | "stderr";

/** A running script. */
export interface Running {
    /** Resolves to the exit code, or to 255 if the process was terminated by a signal. */
    readonly ended: Promise<number>;
    /** Ends a script that has no pending calls. Its process can then be reused. */
    release(): Promise<void>;
    /** Terminates the script and its process immediately. */
    stop(): Promise<void>;
}

/**
 * Runs a script in an idle process that has run the same script before, or in a new process. Processes are reused because loading the SDK
 * takes several times longer than running most programs. All processes are killed when this process exits.
 */
export function runHosted(script: HostedScript): Running {
    const key = hostKey(script);
    const host = idle.find((one) => one.key === key);
    if (!host) return new Host(key, script.env).run(script);
    idle.splice(idle.indexOf(host), 1);
    return host.run(script, script.env);
}

/**
 * Time in milliseconds that a script has to end before its process receives SIGTERM. The process then has the same time before it receives
 * SIGKILL.
 */
const GRACE_MS = 5_000;

/** Maximum number of idle processes. Each process uses a few hundred megabytes. */
const MOST_IDLE = 8;

const idle: Host[] = [];
const running = new Set<ChildProcess>();
process.once("exit", () => {
    // A program may ignore SIGTERM, so SIGKILL is used here.
    for (const child of running) child.kill("SIGKILL");
});

interface Job {
    onLine: HostedScript["onLine"];
    mark: string;
    marked: Set<Output>;
    resolve(exitCode: number): void;
    reject(error: Error): void;
}

/** A Node.js process that runs scripts one after another. The code that it runs is in host-process.js. */
class Host {
    readonly #process: ChildProcess;
    #job: Job | undefined;
    #jobs = 0;

    constructor(
        /** Scripts with this key can run in the process. Undefined if the process can run only one script. */
        readonly key: string | undefined,
        env: NodeJS.ProcessEnv,
    ) {
        const child = spawn(process.execPath, [join(__dirname, "host-process.js")], {
            env,
            stdio: ["pipe", "pipe", "pipe"],
        });
        this.#process = child;
        running.add(child);
        child.stdin.on("error", () => {}); // The "close" event follows.
        lines(child.stdout, (line) => this.#line(line, "stdout"));
        lines(child.stderr, (line) => this.#line(line, "stderr"));
        child.on("error", (error) => this.#job?.reject(new EngineError(`Node could not be started: ${error.message}`)));
        child.on("close", (code) => {
            running.delete(child);
            if (idle.includes(this)) idle.splice(idle.indexOf(this), 1);
            this.#end(code ?? 255);
        });
    }

    run({ path, args, cwd, onLine }: HostedScript, env?: NodeJS.ProcessEnv): Running {
        this.#jobs += 1;
        const mark = `\u0000end of ${this.#jobs}: `;
        this.#hold(true);
        const ended = new Promise<number>((resolve, reject) => {
            this.#job = { onLine, mark, marked: new Set(), resolve, reject };
        });
        const job = this.#job;
        // Prevents an unhandled rejection if no caller awaits `ended`. Callers that await it still receive the error.
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

    /** Sets whether the child process keeps the event loop of this process running. */
    #hold(held: boolean): void {
        const { stdin, stdout, stderr } = this.#process;
        const sockets = [stdin, stdout, stderr].filter((stream) => stream instanceof Socket);
        for (const handle of [this.#process, ...sockets])
            if (held) handle.ref();
            else handle.unref();
    }
}

/**
 * Returns a key that identifies processes in which a script can run, or undefined if the script needs a new process. A new process is
 * required if NODE_OPTIONS preloads modules, because they must be loaded again for each script.
 */
function hostKey({ path, env }: HostedScript): string | undefined {
    if (/(^|\s)(-r|--(require|import|(experimental-)?loader))\b/.test(env.NODE_OPTIONS ?? "")) return undefined;
    const readAtStart = Object.entries(env).filter(([name]) => /^(NODE_|TZ$|LANG|LC_|SSL_)/.test(name));
    return JSON.stringify([process.execPath, path, readAtStart.sort(([a], [b]) => (a < b ? -1 : 1))]);
}
