import { randomUUID } from "node:crypto";
import { existsSync, realpathSync, renameSync, statSync } from "node:fs";
import { open, rename, rm, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { StartError } from "../http/errors.js";
import { fileText, journalsOf, readKept } from "./file.js";
import { messageOf } from "./file-errors.js";
import { Journal } from "./journal.js";
import { Lock } from "./lock.js";
import type { Organization } from "./organization.js";
import type { Change, Store } from "./store.js";

/** Default of `smallJournal`, in bytes. */
const SMALL_JOURNAL = 1_048_576;

/** Stores an organization in a file. Each change is appended to a journal next to it; when the journal is large, the whole file is rewritten. */
export class DataFile {
    readonly path: string;
    readonly #lock: Lock;
    #journal: Journal | undefined;
    #store: Store | undefined;
    #unwatch: (() => void) | undefined;
    /** Changes that are not part of a write yet. */
    #changes: Change[] = [];
    #size = 0;
    #writing: Promise<void> | undefined;
    #next: Promise<void> | undefined;

    /**
     * @param smallJournal size in bytes up to which the journal may always grow before the file is rewritten; a larger file allows a
     * journal of its own size
     * @throws StartError if another service uses the file
     */
    constructor(
        file: string,
        private readonly smallJournal = SMALL_JOURNAL,
    ) {
        // Resolves symbolic links, so that services that use different links to one file share a lock.
        this.path = existsSync(file) ? realpathSync(file) : resolve(file);
        // For example, opening a named pipe would block forever.
        if (existsSync(this.path) && !statSync(this.path).isFile()) {
            throw new StartError(`Cannot store the organization in ${this.path}: it is not a regular file.`);
        }
        this.#lock = Lock.take(this.path);
    }

    /**
     * Reads the organization. Undefined if there is no file yet.
     * @param recover as in `readKept`
     * @throws StartError as `readKept` does, or if only the journal exists
     */
    read(recover = false): Organization | undefined {
        const [place, first] = journalsOf(this.path);
        if (!existsSync(this.path)) {
            if (!existsSync(place)) return undefined;
            throw new StartError(
                `${this.path} is missing, but its journal ${place} exists: restore the file, or move the journal away to start over.`,
            );
        }
        const { organization, journal } = readKept(this.path, recover);
        // Moves the journal out of the way: the next write of the file creates a new journal with this name, and the old one is needed
        // until then.
        if (journal === first) renameSync(first, place);
        return organization;
    }

    /** Stores this organization from now on. Resolves when the file is written, so that a file that cannot be written is reported immediately. */
    async keep(store: Store): Promise<void> {
        this.#store = store;
        this.#unwatch = store.watch((changes) => {
            for (const change of changes) this.#changes.push(change);
        });
        await this.begin(store);
    }

    /**
     * Resolves when all changes so far are on disk. Changes during a write share the next write. If it rejects, all changes that are not on disk
     * have been undone in the store.
     */
    save(): Promise<void> {
        const store = this.#store;
        if (this.#next) return this.#next;
        if (!store || this.#changes.length === 0) return this.#writing ?? Promise.resolve();
        if (!this.#writing) return this.begin(store);
        // If the current write fails, it also undoes the changes since it started.
        this.#next = this.#writing.then(() => this.begin(store));
        return this.#next;
    }

    /** Writes everything to the file, removes the journal, and releases the lock. */
    async close(): Promise<void> {
        try {
            await this.save().catch(() => undefined);
            this.#unwatch?.();
            if (this.#store) {
                await this.replaceFile(fileText(this.#store.view(), undefined));
                for (const file of journalsOf(this.path)) await rm(file, { force: true });
            }
        } catch {
            // The existing file and journal contain all acknowledged changes.
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
     * Writes the file with a new, empty journal. If the process dies between two steps, the old file and its journal exist, or the new file and
     * its journal under the second name.
     */
    private async writeAll(store: Store): Promise<void> {
        const [place, first] = journalsOf(this.path);
        const name = randomUUID();
        // Taken before the first await: later changes belong to the next write.
        const text = fileText(store.view(), name);
        await this.#journal?.moveTo(place);
        const journal = await Journal.create(first, name);
        try {
            await this.replaceFile(text);
        } catch (error) {
            await journal.remove().catch(() => undefined);
            throw error;
        }
        // From here on, the new file is valid, so errors must not be reported as a failed write.
        await this.#journal?.close().catch(() => undefined);
        this.#journal = journal;
        // If this fails, the journal is still found under its second name, and it is moved before the next one is created.
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
            // An error of `rm` must not hide the first error.
            await rm(temporary, { force: true }).catch(() => undefined);
            throw error;
        }
        this.#size = bytes.length;
        await syncFolder(dirname(this.path));
    }
}

/**
 * Syncs a folder, so that a renamed file is on disk under its new name. Systems that cannot sync folders, such as Windows, write names
 * immediately.
 */
async function syncFolder(folder: string): Promise<void> {
    const handle = await open(folder, "r").catch(() => undefined);
    await handle?.sync().catch(() => undefined);
    await handle?.close();
}
