import { randomUUID } from "node:crypto";
import { existsSync, realpathSync, renameSync, statSync } from "node:fs";
import { open, rename, rm, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { FileLock, type LockHolder } from "../../../common/file-lock.js";
import { StartError } from "../http/errors.js";
import { fileText, journalsOf, readWithJournal } from "./file.js";
import { messageOf } from "./file-errors.js";
import { Journal } from "./journal.js";
import type { Organization } from "./organization.js";
import type { Change, Store } from "./store.js";

/** Default of `smallJournal`, in bytes. */
const SMALL_JOURNAL = 1_048_576;

/**
 * Stores an organization in a file. Each change is appended to a journal next to the file. When the journal becomes large, the whole file
 * is rewritten.
 */
export class DataFile {
    readonly path: string;
    readonly #lock: FileLock;
    #journal: Journal | undefined;
    #store: Store | undefined;
    #unwatch: (() => void) | undefined;
    /** Changes that are not yet part of a write. */
    #changes: Change[] = [];
    #size = 0;
    #writing: Promise<void> | undefined;
    #next: Promise<void> | undefined;

    /**
     * @param smallJournal size in bytes that the journal can always reach before the file is rewritten. If the file is larger, the journal
     * can become as large as the file.
     * @throws StartError if another service is using the file
     */
    constructor(
        file: string,
        private readonly smallJournal = SMALL_JOURNAL,
    ) {
        // Resolves symbolic links, so that services that use different links to the same file share a lock.
        this.path = existsSync(file) ? realpathSync(file) : resolve(file);
        // Only regular files are allowed: opening a named pipe, for example, would block forever.
        if (existsSync(this.path) && !statSync(this.path).isFile()) {
            throw new StartError(`Cannot store the organization in ${this.path}: it is not a regular file.`);
        }
        this.#lock = locked(this.path);
    }

    /**
     * Reads the organization. Returns undefined if the file does not exist yet.
     * @param recover see `readWithJournal`
     * @throws StartError as in `readWithJournal`, or if only the journal exists
     */
    read(recover = false): Organization | undefined {
        const [place, first] = journalsOf(this.path);
        if (!existsSync(this.path)) {
            if (!existsSync(place)) return undefined;
            throw new StartError(
                `${this.path} is missing, but its journal ${place} exists: restore the file, or move the journal to another folder to start over.`,
            );
        }
        const { organization, journal } = readWithJournal(this.path, recover);
        // Renames the journal, because the next write of the file creates a new journal with this name, and the old one is needed until
        // then.
        if (journal === first) renameSync(first, place);
        return organization;
    }

    /**
     * Starts to save all changes of the store. Writes the file first, so that the promise rejects immediately if the file cannot be
     * written.
     */
    async keep(store: Store): Promise<void> {
        this.#store = store;
        this.#unwatch = store.watch((changes) => {
            for (const change of changes) this.#changes.push(change);
        });
        await this.begin(store);
    }

    /**
     * Resolves when all previous changes are on disk. Changes that are made during a write are saved by the next write. If the promise
     * rejects, all unsaved changes in the store have been undone.
     */
    save(): Promise<void> {
        const store = this.#store;
        if (this.#next) return this.#next;
        if (!store || this.#changes.length === 0) return this.#writing ?? Promise.resolve();
        if (!this.#writing) return this.begin(store);
        // If the current write fails, the changes that were made since it started are also undone.
        this.#next = this.#writing.then(() => this.begin(store));
        return this.#next;
    }

    /** Writes the whole organization to the file, deletes the journal, and releases the lock. */
    async close(): Promise<void> {
        try {
            await this.save().catch(() => undefined);
            this.#unwatch?.();
            if (this.#store) {
                await this.replaceFile(fileText(this.#store.view(), undefined));
                for (const file of journalsOf(this.path)) await rm(file, { force: true });
            }
        } catch {
            // The existing file and journal already contain all acknowledged changes.
        } finally {
            await this.#journal?.close().catch(() => undefined);
            this.#lock.release();
        }
    }

    private begin(store: Store): Promise<void> {
        this.#next = undefined;
        const writing = this.write(store).finally(() => {
            this.#writing = undefined;
        });
        this.#writing = writing;
        return writing;
    }

    private async write(store: Store): Promise<void> {
        const changes = this.#changes;
        this.#changes = [];
        const journal = this.#journal;
        const appends =
            journal !== undefined &&
            !journal.broken &&
            journal.size <= Math.max(this.smallJournal, this.#size) &&
            !changes.some((change) => "restoredFrom" in change);
        try {
            await (appends ? journal.append(changes) : this.writeAll(store));
        } catch (error) {
            store.undo([...changes, ...this.#changes]);
            this.#changes = [];
            this.#next = undefined;
            const [file] = appends ? journalsOf(this.path) : [this.path];
            throw new StartError(`Cannot write ${file}: ${messageOf(error)}.`);
        }
    }

    /**
     * Writes the file and creates a new, empty journal. If the process is killed in between, one of two states remains: the old file with
     * its journal, or the new file with its journal under the second name.
     */
    private async writeAll(store: Store): Promise<void> {
        const [place, first] = journalsOf(this.path);
        const name = randomUUID();
        // The text is created before the first await; later changes belong to the next write.
        const text = fileText(store.view(), name);
        await this.#journal?.moveTo(place);
        const journal = await Journal.create(first, name);
        try {
            await this.replaceFile(text);
        } catch (error) {
            await journal.remove().catch(() => undefined);
            throw error;
        }
        // The new file is valid from here on, so later errors must not be reported as a failed write.
        await this.#journal?.close().catch(() => undefined);
        this.#journal = journal;
        // If renaming fails, the journal is still found under its second name, and it is renamed before the next journal is created.
        await journal.moveTo(place).catch(() => undefined);
    }

    /** Replaces the file atomically. */
    private async replaceFile(text: string): Promise<void> {
        const bytes = Buffer.from(text);
        const temporary = `${this.path}.new`;
        try {
            await writeFile(temporary, bytes, { flush: true });
            await rename(temporary, this.path);
        } catch (error) {
            // An error from `rm` must not hide the original error.
            await rm(temporary, { force: true }).catch(() => undefined);
            throw error;
        }
        this.#size = bytes.length;
        await syncFolder(dirname(this.path));
    }
}

/**
 * Syncs a folder, so that a renamed file has its new name on disk. Systems that cannot sync folders, such as Windows, store names
 * immediately.
 */
async function syncFolder(folder: string): Promise<void> {
    const handle = await open(folder, "r").catch(() => undefined);
    await handle?.sync().catch(() => undefined);
    await handle?.close();
}

function locked(file: string): FileLock {
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
        throw new StartError(`Cannot write ${path}: ${messageOf(error)}.`);
    }
}
