import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { EngineError, isRecord } from "../contract/project.js";
import type { Deployment } from "../contract/stack.js";
import { withLock } from "./lock.js";

/** Identifies a stack in a backend. */
export interface StackName {
    project: string;
    stack: string;
}

/** The organization of every stack of a backend in a folder. */
export const ORGANIZATION = "organization";

export const fullName = ({ project, stack }: StackName): string => `${ORGANIZATION}/${project}/${stack}`;

/**
 * A folder that stores the state of stacks, in the layout of the Pulumi CLI's `file://` backend.
 * The CLI can read it, and uses the same locks. Only the CLI writes history and backups.
 */
export class Backend {
    readonly folder: string;

    constructor(folder: string) {
        this.folder = resolve(folder);
    }

    /** The deployment of a stack; undefined if the stack does not exist. */
    read(name: StackName): Deployment | undefined {
        const file = this.#file(name);
        if (!existsSync(file)) return undefined;
        const document = parsed(file);
        const checkpoint = isRecord(document) && document.version === 3 ? document.checkpoint : undefined;
        if (!isRecord(checkpoint))
            throw new EngineError(`${file} is not a version 3 checkpoint: upgrade it with a recent Pulumi CLI.`);
        return { version: 3, deployment: isRecord(checkpoint.latest) ? checkpoint.latest : {} };
    }

    write(name: StackName, { deployment }: Deployment): void {
        const meta = join(this.folder, ".pulumi", "meta.yaml");
        // Without this file, the CLI assumes the old layout without projects.
        if (!existsSync(meta)) writeWhole(meta, "version: 1\n");
        const checkpoint = { stack: fullName(name), latest: deployment };
        writeWhole(this.#file(name), JSON.stringify({ version: 3, checkpoint }));
    }

    /** Runs work that changes a stack while holding its lock. @throws StackLocked if the stack is already locked */
    locked<T>(name: StackName, work: () => T | Promise<T>): Promise<T> {
        return withLock(join(this.folder, ".pulumi", "locks", fullName(name)), work);
    }

    #file({ project, stack }: StackName): string {
        return join(this.folder, ".pulumi", "stacks", project, `${stack}.json`);
    }
}

function parsed(file: string): unknown {
    try {
        return JSON.parse(readFileSync(file, "utf8"));
    } catch (error) {
        throw new EngineError(
            `${file} cannot be read (${error instanceof Error ? error.message : String(error)}): restore it from a backup.`,
        );
    }
}

/** Writes a file atomically: a reader finds the old or the new content, never a part. */
function writeWhole(file: string, text: string): void {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
}
