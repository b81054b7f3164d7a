import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { z } from "zod";

/** The process that holds a lock. The pid must be positive, because signals to 0 or negative pids are sent to process groups. */
const holder = z.object({ pid: z.int().positive(), id: z.string().default(""), host: z.string().optional() });

export type LockHolder = z.infer<typeof holder>;

/**
 * The ids of the locks that this process holds. If another lock has the pid of this process, its own process has ended and the pid was
 * reused.
 */
const held = new Set<string>();

/** A lock file that only one process can hold at a time. If that process has ended, another one takes over the lock. */
export class FileLock {
    private constructor(
        private readonly path: string,
        private readonly id: string,
    ) {}

    /**
     * @param path the lock file
     * @param inUse creates the error to throw if another process holds the lock, or may hold it
     * @param host name of this machine, if several machines can use the file. A process on another machine may always be alive.
     */
    static take(path: string, inUse: (holder: LockHolder | undefined) => Error, host?: string): FileLock {
        const own: LockHolder = { pid: process.pid, id: randomUUID(), ...(host !== undefined && { host }) };
        const file = `${path}.${own.id}`;
        try {
            // Writes a temporary file and links it, so that the lock file is never visible with incomplete content.
            writeFileSync(file, JSON.stringify(own), { mode: 0o600 });
            if (!hardLink(file, path)) takeOver(file, path, inUse);
        } finally {
            // This can also fail, for example if the parent is not a folder.
            rmSync(file, { force: true });
        }
        held.add(own.id);
        return new FileLock(path, own.id);
    }

    release(): void {
        if (!held.delete(this.id)) return;
        if (holderOf(this.path)?.id === this.id) rmSync(this.path, { force: true });
    }
}

/**
 * Replaces the lock of a process that has ended. A second lock ensures that only one process does this, and the process that holds the
 * second lock checks the first lock again.
 */
function takeOver(own: string, path: string, inUse: (holder: LockHolder | undefined) => Error): void {
    const mustBeDead = (lock: string): void => {
        const found = holderOf(lock);
        if (found && mayBeAlive(found)) throw inUse(found);
    };
    mustBeDead(path);
    const second = `${path}.taking`;
    if (!hardLink(own, second)) {
        mustBeDead(second);
        rmSync(second, { force: true });
        if (!hardLink(own, second)) throw inUse(holderOf(path));
    }
    try {
        mustBeDead(path);
        renameSync(own, path);
    } finally {
        rmSync(second, { force: true });
    }
}

function mayBeAlive({ pid, id, host = hostname() }: LockHolder): boolean {
    // Processes on another machine cannot be checked.
    if (host !== hostname()) return true;
    if (pid === process.pid) return held.has(id);
    try {
        process.kill(pid, 0);
        return true;
    } catch (error) {
        // EPERM means that the process exists but belongs to a different user.
        return error instanceof Error && "code" in error && error.code === "EPERM";
    }
}

/** Returns the holder of a lock, or undefined if the lock does not exist or its content is invalid. */
function holderOf(path: string): LockHolder | undefined {
    try {
        return holder.safeParse(JSON.parse(readFileSync(path, "utf8"))).data;
    } catch {
        return undefined;
    }
}

/** Creates a hard link. Returns false if the target already exists. */
function hardLink(from: string, to: string): boolean {
    try {
        linkSync(from, to);
        return true;
    } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
        throw error;
    }
}
