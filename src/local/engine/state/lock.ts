import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import { join } from "node:path";
import { EngineError } from "../contract/project.js";

/** Thrown if another process is changing the stack, or if a process was killed before it released its lock. */
export class StackLocked extends EngineError {
    constructor(locks: { file: string; owner: Owner }[]) {
        const owners = locks.map(({ file, owner }) => {
            const { username, hostname, pid, timestamp } = owner;
            const time = timestamp.replace(/\.\d+/, "");
            return `\n  file://${file}: created by ${username}@${hostname} (pid ${pid}) at ${time}`;
        });
        super(
            `the stack is currently locked by ${locks.length} lock(s). Either wait for the other process(es) to end or delete the lock file with \`pulumi cancel\`.${owners.join("")}`,
        );
    }
}

interface Owner {
    pid: number;
    username: string;
    hostname: string;
    timestamp: string;
}

/**
 * Runs a function while holding a lock. A lock is a file in the lock folder of the stack; the lock is held only if there are no other files
 * in that folder. If a process is killed, its lock file stays until a user removes it, because other machines cannot check whether the
 * process is still running.
 * @throws StackLocked if the stack is already locked
 */
export async function withLock<T>(folder: string, work: () => T | Promise<T>): Promise<T> {
    refuseIfHeld(folder);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `${randomUUID()}.json`);
    const { username } = userInfo();
    const timestamp = new Date().toISOString();
    const owner: Owner = { pid: process.pid, username, hostname: hostname(), timestamp };
    writeFileSync(file, JSON.stringify(owner));
    try {
        // Checks again, because another process may have created its lock file in the meantime.
        refuseIfHeld(folder, file);
        return await work();
    } finally {
        rmSync(file, { force: true });
    }
}

function refuseIfHeld(folder: string, own?: string): void {
    const locks = lockFiles(folder)
        .filter((file) => file !== own)
        .flatMap((file) => {
            const owner = ownerOf(file);
            return owner ? [{ file, owner }] : [];
        });
    if (locks.length > 0) throw new StackLocked(locks);
}

function lockFiles(folder: string): string[] {
    try {
        return readdirSync(folder)
            .filter((file) => file.endsWith(".json"))
            .map((file) => join(folder, file));
    } catch {
        return []; // The lock folder does not exist.
    }
}

/** Returns the owner of a lock, or undefined if the lock has been released. */
function ownerOf(file: string): Owner | undefined {
    try {
        return JSON.parse(readFileSync(file, "utf8")) as Owner; // written by withLock or by the Pulumi CLI
    } catch (error) {
        if (error instanceof SyntaxError) return { pid: 0, username: "?", hostname: "?", timestamp: "?" };
        return undefined;
    }
}
