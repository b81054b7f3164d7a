import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { StartError } from "../http/errors.js";
import { messageOf } from "./file-errors.js";

/** The content of a lock file. The pid must be positive, because signals to 0 or below go to process groups. */
const holder = z.object({ pid: z.int().positive(), id: z.string() });

type Holder = z.infer<typeof holder>;

/** The locks of this process. Any other lock with this pid belongs to a dead process, whose pid was reused. */
const held = new Set<string>();

/** Prevents two services from using one file. A lock is taken over if its process is dead. */
export class Lock {
    private constructor(
        private readonly path: string,
        private readonly id: string,
    ) {}

    /** Locks a file. @throws StartError if another running process holds the lock, or if it cannot be written */
    static take(file: string): Lock {
        const path = `${file}.lock`;
        const id = randomUUID();
        const own = `${path}.${id}`;
        try {
            try {
                // Writes a temporary file and links it, so that the lock appears atomically and complete.
                writeFileSync(own, JSON.stringify({ pid: process.pid, id } satisfies Holder));
                if (!link(own, path)) takeOver(file, path, own);
            } finally {
                // May fail too, for example if the parent is not a folder.
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

/** Replaces the lock of a dead process. A second lock ensures that only one process does so; its holder checks the first lock again. */
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
        // EPERM means that the process exists but belongs to another user.
        return error instanceof Error && "code" in error && error.code === "EPERM";
    }
}

/** The holder of a lock. Undefined if there is no lock, or if a service did not write it. */
function holderOf(path: string): Holder | undefined {
    try {
        return holder.safeParse(JSON.parse(readFileSync(path, "utf8"))).data;
    } catch {
        return undefined;
    }
}

/** Creates a hard link. False if the target exists. */
function link(from: string, to: string): boolean {
    try {
        linkSync(from, to);
        return true;
    } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
        throw error;
    }
}
