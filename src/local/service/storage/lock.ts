import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { StartError } from "../http/errors.js";
import { messageOf } from "./file-errors.js";

/** Signals to 0 and below go to groups of processes. */
const holder = z.object({ pid: z.int().positive(), id: z.string() });

type Holder = z.infer<typeof holder>;

/** Locks of this process. Any other lock with its pid belongs to a dead process whose pid was reused. */
const held = new Set<string>();

/** Keeps two services off one file. A lock whose process was killed is taken over. */
export class Lock {
    private constructor(
        private readonly path: string,
        private readonly id: string,
    ) {}

    /** @throws StartError if a living process holds it, or it cannot be written. */
    static take(file: string): Lock {
        const path = `${file}.lock`;
        const id = randomUUID();
        const own = `${path}.${id}`;
        try {
            try {
                // It appears under its name atomically, with all of its text.
                writeFileSync(own, JSON.stringify({ pid: process.pid, id } satisfies Holder));
                if (!link(own, path)) takeOver(file, path, own);
            } finally {
                // Fails, too, if the parent is not a folder.
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

/** Only one process may replace a dead lock: the holder of the second lock checks the first again. */
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
    return new StartError(`${file} is in use by ${who}: end it first, or remove ${path} if it is no service.`);
}

function isAlive({ pid, id }: Holder): boolean {
    if (pid === process.pid) return held.has(id);
    try {
        process.kill(pid, 0);
        return true;
    } catch (error) {
        // A process of another user is also alive.
        return error instanceof Error && "code" in error && error.code === "EPERM";
    }
}

/** Undefined if there is no lock, or none written by a service. */
function holderOf(path: string): Holder | undefined {
    try {
        return holder.safeParse(JSON.parse(readFileSync(path, "utf8"))).data;
    } catch {
        return undefined;
    }
}

/** False if the name is taken. */
function link(from: string, to: string): boolean {
    try {
        linkSync(from, to);
        return true;
    } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
        throw error;
    }
}
