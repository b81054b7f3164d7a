import { existsSync, realpathSync, statSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { FileLock, type LockHolder } from "../../../common/file-lock.js";
import { StartError } from "../http/errors.js";
import type { Organization } from "./organization.js";
import { fileErrorText, organizationText, readOrganizationFile } from "./organization-file.js";
import type { Store } from "./store.js";

/** Stores an organization in a file. Each save writes the whole file. */
export class DataFile {
    readonly path: string;
    readonly #lock: FileLock;
    #store: Store | undefined;
    /** The organization as it is on disk. */
    #saved: Store | undefined;
    /** Whether the store has changes that are not part of a write. */
    #changed = false;
    /** The current write, if any. */
    #writing = Promise.resolve();
    /** A write that starts as soon as the current one has ended. */
    #next: Promise<void> | undefined;

    /** @throws StartError if the path is not a regular file, or if another service is using the file */
    constructor(file: string) {
        // Resolves symbolic links, so that services that use different links to the same file share a lock.
        this.path = existsSync(file) ? realpathSync(file) : resolve(file);
        // Only regular files are allowed: opening a named pipe, for example, would block forever.
        if (existsSync(this.path) && !statSync(this.path).isFile()) {
            throw new StartError(`Cannot store the organization in ${this.path}: it is not a regular file.`);
        }
        this.#lock = takeLock(this.path);
    }

    /** Reads the organization. Returns undefined if the file does not exist yet. @throws StartError as in `readOrganizationFile` */
    read(): Organization | undefined {
        return existsSync(this.path) ? readOrganizationFile(this.path) : undefined;
    }

    /**
     * Starts to save all changes of the store. Writes the file first, so that the promise rejects immediately if the file cannot be
     * written.
     */
    async keep(store: Store): Promise<void> {
        this.#store = store;
        this.#saved = store.copy();
        this.#changed = true;
        store.watch(() => {
            this.#changed = true;
        });
        await this.save();
    }

    /**
     * Resolves when all previous changes are on disk. Changes that are made during a write are saved together by the next write. If the
     * promise rejects, all unsaved changes in the store have been undone.
     */
    save(): Promise<void> {
        const store = this.#store;
        if (!store || !this.#changed) return this.#next ?? this.#writing;
        // If the current write fails, the changes that were made since it started are also undone.
        this.#next ??= this.#writing.then(() => {
            this.#next = undefined;
            this.#changed = false;
            this.#writing = this.write(store);
            return this.#writing;
        });
        return this.#next;
    }

    /** Waits until all changes are saved, and releases the lock. */
    async close(): Promise<void> {
        // A failed write was already reported to the call that made the change.
        await this.save().catch(() => undefined);
        this.#store = undefined;
        this.#lock.release();
    }

    private async write(store: Store): Promise<void> {
        // Both are created before the first await; later changes belong to the next write.
        const copy = store.copy();
        const text = organizationText(store.view());
        try {
            await replaceFile(this.path, text);
            this.#saved = copy;
        } catch (error) {
            if (this.#saved) store.revert(this.#saved);
            this.#changed = false;
            this.#next = undefined;
            throw new StartError(`Cannot write ${this.path}: ${fileErrorText(error)}.`);
        } finally {
            this.#writing = Promise.resolve();
        }
    }
}

/**
 * Writes a file completely or not at all, even if the process is killed. The temporary file always has the same name, so that the next
 * write replaces one that was left by a killed process.
 */
async function replaceFile(file: string, text: string): Promise<void> {
    const temporary = `${file}.new`;
    try {
        await writeFile(temporary, text, { flush: true });
        await rename(temporary, file);
    } catch (error) {
        // An error from `rm` must not hide the original error.
        await rm(temporary, { force: true }).catch(() => undefined);
        throw error;
    }
}

function takeLock(file: string): FileLock {
    const path = `${file}.lock`;
    const inUse = (holder?: LockHolder): StartError => {
        const who = holder ? `process ${holder.pid}` : "another process";
        return new StartError(
            `${file} is in use by ${who}: stop it first, or remove ${path} if that process is not a local service.`,
        );
    };
    try {
        return FileLock.take(path, inUse);
    } catch (error) {
        if (error instanceof StartError) throw error;
        throw new StartError(`Cannot write ${path}: ${fileErrorText(error)}.`);
    }
}
