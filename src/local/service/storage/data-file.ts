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

/** A smaller journal does not justify rewriting the organization. */
const SMALL_JOURNAL = 1_048_576;

/** Stores an organization in a file: each change in a journal next to it, and occasionally everything in the file. */
export class DataFile {
    readonly path: string;
    readonly #lock: Lock;
    #journal: Journal | undefined;
    #store: Store | undefined;
    #unwatch: (() => void) | undefined;
    /** Changes that no write includes yet. */
    #changes: Change[] = [];
    #size = 0;
    #writing: Promise<void> | undefined;
    #next: Promise<void> | undefined;

    /**
     * @param smallJournal bytes up to which a journal is only appended to; above, it may grow as large as the file
     * @throws StartError when another service has the file.
     */
    constructor(
        file: string,
        private readonly smallJournal = SMALL_JOURNAL,
    ) {
        // Replaces and locks the target of a link, so that other names of it are locked, too.
        this.path = existsSync(file) ? realpathSync(file) : resolve(file);
        // Opening a pipe would block forever.
        if (existsSync(this.path) && !statSync(this.path).isFile()) {
            throw new StartError(`Cannot keep the organization in ${this.path}, which is not a regular file.`);
        }
        this.#lock = Lock.take(this.path);
    }

    /**
     * Undefined if there is no file yet.
     * @param recover as in `readKept`
     * @throws StartError
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
        // It is needed until the file is written, which begins with another one under that name.
        if (journal === first) renameSync(first, place);
        return organization;
    }

    /** Keeps this organization from now on. Resolves when it is in the file, so that an unwritable file is reported immediately. */
    async keep(store: Store): Promise<void> {
        this.#store = store;
        this.#unwatch = store.watch((changes) => {
            for (const change of changes) this.#changes.push(change);
        });
        await this.begin(store);
    }

    /**
     * Resolves when everything changed so far is on the disk. Changes made while another write runs share the next one. If it rejects, all
     * changes that are not on the disk were undone in the store.
     */
    save(): Promise<void> {
        const store = this.#store;
        if (this.#next) return this.#next;
        if (!store || this.#changes.length === 0) return this.#writing ?? Promise.resolve();
        if (!this.#writing) return this.begin(store);
        // If that write fails, the changes made since are undone with its own.
        this.#next = this.#writing.then(() => this.begin(store));
        return this.#next;
    }

    /** Leaves only the file, complete, and unlocks it. */
    async close(): Promise<void> {
        try {
            await this.save().catch(() => undefined);
            this.#unwatch?.();
            if (this.#store) {
                await this.replaceFile(fileText(this.#store.view(), undefined));
                for (const file of journalsOf(this.path)) await rm(file, { force: true });
            }
        } catch {
            // File and journal as they are hold everything that was acknowledged.
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

    /** An end between the steps leaves the old file with its journal, or the new one with its journal under the second name. */
    private async writeAll(store: Store): Promise<void> {
        const [place, first] = journalsOf(this.path);
        const name = randomUUID();
        // Later changes belong to the next write.
        const text = fileText(store.view(), name);
        await this.#journal?.moveTo(place);
        const journal = await Journal.create(first, name);
        try {
            await this.replaceFile(text);
        } catch (error) {
            await journal.remove().catch(() => undefined);
            throw error;
        }
        // From here on, the file is authoritative, and nothing may fail.
        await this.#journal?.close().catch(() => undefined);
        this.#journal = journal;
        // It is found under the second name as well, and is moved before there is another one.
        await journal.moveTo(place).catch(() => undefined);
    }

    /** At any time, either the old or the new file is complete. */
    private async replaceFile(text: string): Promise<void> {
        const bytes = Buffer.from(text);
        const temporary = `${this.path}.new`;
        try {
            await writeFile(temporary, bytes, { flush: true });
            await rename(temporary, this.path);
        } catch (error) {
            // The first error is more informative.
            await rm(temporary, { force: true }).catch(() => undefined);
            throw error;
        }
        this.#size = bytes.length;
        await syncFolder(dirname(this.path));
    }
}

/** Syncs the folder, so that the new name of a file is on disk. Systems that cannot, such as Windows, write names through. */
async function syncFolder(folder: string): Promise<void> {
    const handle = await open(folder, "r").catch(() => undefined);
    await handle?.sync().catch(() => undefined);
    await handle?.close();
}
