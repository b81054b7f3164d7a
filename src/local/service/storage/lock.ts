import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { StartError } from "../http/errors.js";
import { messageOf } from "./file-errors.js";

/**
 * The content of a lock file. The pid must be positive, because signals to 0 or negative pids are sent to process
 * groups.
 */
const holder = z.object({ pid: z.int().positive(), id: z.string() });

type Holder = z.infer<typeof holder>;

/**
 * The ids of the locks that this process holds. If another lock has the pid of this process, its own process has ended
 * and the pid was reused.
 */
const held = new Set<string>();

/**
 * A lock that prevents two services from using the same file. If the process that holds it has ended, another process
 * takes over the lock.
 */
export class Lock {
    private constructor(
        private readonly path: string,
        private readonly id: string,
    ) {}

    /**
     * Locks a file.
     * @throws StartError if another running process holds the lock, or if the lock file cannot be written
     */
    static take(file: string): Lock {
        const path = `${file}.lock`;
        const id = randomUUID();
        const own = `${path}.${id}`;
        try {
            try {
                // Writes a temporary file and links it, so that the lock file is never visible with incomplete content.
                writeFileSync(own, JSON.stringify({ pid: process.pid, id } satisfies Holder));
                if (!link(own, path)) takeOver(file, path, own);
            } finally {
                // This can also fail, for example if the parent is not a folder.
                rmSync(own, { force: true });
            }
        } catch (error) {
            if (error instanceof StartError) throw error;
            throw new StartError(`Cannot write ${path}: ${messageOf(error)}.`);
        }
        held.add(id);
        return new Lock(path, id);
    }

    release(): void {
        if (!held.delete(this.id)) return;
        if (holderOf(this.path)?.id === this.id) rmSync(this.path, { force: true });
    }
}

/**
 * Replaces the lock of a process that has ended. A second lock ensures that only one process does this, and the process
 * that holds the second lock checks the first lock again.
 */
function takeOver(file: string, path: string, own: string): void {
    mustBeDead(file, path);
    const second = `${path}.taking`;
    if (!link(own, second)) {
        mustBeDead(file, second);
        rmSync(second, { force: true });
        if (!link(own, second)) throw inUse(file, path, holderOf(path));
    }
    try {
        mustBeDead(file, path);
        renameSync(own, path);
    } finally {
        rmSync(second, { force: true });
    }
}

function mustBeDead(file: string, path: string): void {
    const holder = holderOf(path);
    if (holder && isAlive(holder)) throw inUse(file, path, holder);
}

function inUse(file: string, path: string, holder: Holder | undefined): StartError {
    const who = holder ? `the process ${holder.pid}` : "another process";
    return new StartError(
        `${file} is in use by ${who}: stop it first, or remove ${path} if that process is not a local service.`,
    );
}

function isAlive({ pid, id }: Holder): boolean {
    if (pid === process.pid) return held.has(id);
    try {
        process.kill(pid, 0);
        return true;
    } catch (error) {
        // EPERM means that the process exists but belongs to a different user.
        return error instanceof Error && "code" in error && error.code === "EPERM";
    }
}

/** Returns the holder of a lock, or undefined if the lock does not exist or was not written by a service. */
function holderOf(path: string): Holder | undefined {
    try {
        return holder.safeParse(JSON.parse(readFileSync(path, "utf8"))).data;
    } catch {
        return undefined;
    }
}

/** Creates a hard link. Returns false if the target already exists. */
function link(from: string, to: string): boolean {
    try {
        linkSync(from, to);
        return true;
    } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
        throw error;
    }
}
