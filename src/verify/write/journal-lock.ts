import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { RunInProgressError } from "../../common/errors.js";

/** A lock that allows only one process to use a journal. The lock of a dead process is replaced. */
export class JournalLock {
    private constructor(private readonly file: string) {}

    /** @throws RunInProgressError if the process that holds the lock may be alive */
    static take(file: string): JournalLock {
        // A hard link appears together with its content, so no process sees a lock without a holder.
        const own = `${file}.${process.pid}`;
        writeFileSync(own, JSON.stringify({ pid: process.pid, host: hostname() }), { mode: 0o600 });
        try {
            for (let attempt = 0; attempt < 2; attempt += 1) {
                try {
                    linkSync(own, file);
                    return new JournalLock(file);
                } catch (error) {
                    if (!isExisting(error)) throw error;
                    const holder = holderOf(file);
                    if (holder && mayBeAlive(holder)) throw inProgress(file, holder);
                    rmSync(file, { force: true });
                }
            }
            throw inProgress(file, holderOf(file));
        } finally {
            rmSync(own, { force: true });
        }
    }

    release(): void {
        rmSync(this.file, { force: true });
    }
}

interface Holder {
    readonly pid: number;
    readonly host: string;
}

function inProgress(file: string, holder: Holder | undefined): RunInProgressError {
    const who = holder ? `process ${holder.pid} on ${holder.host}` : "another process";
    return new RunInProgressError(
        `Another run is in progress (${who}). Wait until it ends. If that process is another program, delete ${file}.`,
    );
}

/** The holder of a lock. Undefined if the lock was released. */
function holderOf(file: string): Holder | undefined {
    try {
        const { pid, host } = JSON.parse(readFileSync(file, "utf8")) as Partial<Holder>;
        return typeof pid === "number" && typeof host === "string" ? { pid, host } : undefined;
    } catch {
        return undefined;
    }
}

function mayBeAlive({ pid, host }: Holder): boolean {
    // Processes on another machine cannot be checked.
    if (host !== hostname()) return true;
    if (pid === process.pid) return true;
    try {
        process.kill(pid, 0);
        return true;
    } catch (error) {
        return (error as NodeJS.ErrnoException).code !== "ESRCH";
    }
}

function isExisting(error: unknown): boolean {
    return error instanceof Error && (error as NodeJS.ErrnoException).code === "EEXIST";
}
