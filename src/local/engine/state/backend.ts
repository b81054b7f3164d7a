import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { EngineError, isRecord } from "../contract/project.js";
import type { Deployment } from "../contract/stack.js";
import { withLock } from "./lock.js";

/** The full name of a stack in a backend. */
export interface StackName {
    project: string;
    stack: string;
}

/** The organization name of all stacks in a `file://` backend. */
export const ORGANIZATION = "organization";

export const fullName = ({ project, stack }: StackName): string => `${ORGANIZATION}/${project}/${stack}`;

/**
 * A folder that contains the state of stacks, in the layout of the Pulumi CLI's `file://` backend. The CLI can use the same folder and
 * respects the same locks, but this class does not write history and backups as the CLI does.
 */
export class Backend {
    readonly folder: string;

    constructor(folder: string) {
        this.folder = resolve(folder);
    }

    /** Returns the deployment of a stack, or undefined if the stack does not exist. */
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
        // Without this file, the CLI assumes the legacy layout, which does not have projects.
        if (!existsSync(meta)) writeWhole(meta, "version: 1\n");
        const checkpoint = { stack: fullName(name), latest: deployment };
        writeWhole(this.#file(name), JSON.stringify({ version: 3, checkpoint }));
    }

    /**
     * Runs a function that changes a stack while holding the lock of the stack.
     * @throws StackLocked if the stack is already locked
     */
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

/** Writes a file atomically: readers see either the old or the new content. */
function writeWhole(file: string, text: string): void {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
}
