import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { StartError } from "./errors.js";
import { messageOf } from "./file-errors.js";
import { Journal, withJournal } from "./journal.js";
import { Lock } from "./lock.js";
import { type Organization, toOrganization } from "./organization.js";
import { type Change, type Store, uuid } from "./store.js";

// Any fixed UUID: ids of an organization whose file names no namespace derive from this and the text of the file.
const FILES = "b7f0ad53-5c0f-5d0b-9d3e-1f7c52a6e0a4";

/** A journal smaller than this is not worth writing the organization anew. */
const SMALL_JOURNAL = 1_048_576;

/** The organization in a JSON file, and in the journal beside it where there is one.
 * @throws StartError when the file cannot be read or holds no organization. */
export function readOrganization(file: string): Organization {
    let text: string;
    try {
        text = readFileSync(file, "utf8");
    } catch (error) {
        throw new StartError(`Cannot read ${file}: ${messageOf(error)}.`);
    }
    const { organization, journal } = organizationIn(file, text);
    return journal === undefined ? organization : withJournal(organization, journalOf(file), journal);
}

/**
 * The organization in a JSON text, and the name of the journal that goes with it, where it is the text of a file that a service keeps.
 * @throws StartError with a sentence that begins with `source`.
 */
export function organizationIn(source: string, text: string): { organization: Organization; journal?: string } {
    let json: unknown;
    try {
        json = JSON.parse(text);
    } catch (error) {
        throw new StartError(`${source} is not JSON: ${messageOf(error)}.`);
    }
    const { journal, ...rest } = Object(json) as { journal?: unknown };
    const kept = typeof json === "object" && typeof journal === "string";
    const organization = toOrganization(source, kept ? rest : json, uuid(FILES, text));
    return kept ? { organization, journal } : { organization };
}

/** Keeps an organization in a file: each change in a journal beside it, and now and then all of it in the file. */
export class DataFile {
    readonly path: string;
    readonly #lock: Lock;
    readonly #journal: Journal;
    #store: Store | undefined;
    #unwatch: (() => void) | undefined;
    #changes: Change[] = [];
    /** The journal does not go with the file, or not with the organization. */
    #outdated = true;
    #size = 0;
    #writing: Promise<void> = Promise.resolve();
    #next: Promise<void> | undefined;

    /**
     * @param smallJournal bytes up to which a journal is only appended to; above, it may grow as large as the file
     * @throws StartError when another service has the file.
     */
    constructor(
        file: string,
        private readonly smallJournal = SMALL_JOURNAL,
    ) {
        // What is behind a link is replaced, and locked for those who come by another name.
        this.path = existsSync(file) ? realpathSync(file) : resolve(file);
        this.#lock = Lock.take(this.path);
        this.#journal = new Journal(journalOf(this.path));
    }

    /** Undefined where there is no file yet. @throws StartError */
    read(): Organization | undefined {
        return existsSync(this.path) ? readOrganization(this.path) : undefined;
    }

    /** Keeps this organization from now on. Resolves when it is in the file, so that a file that cannot be written is told at once. */
    async keep(store: Store): Promise<void> {
        this.#store = store;
        this.#unwatch = store.watch({
            changed: (changes) => {
                for (const change of changes) this.#changes.push(change);
            },
            restored: () => {
                this.#outdated = true;
            },
        });
        await this.save();
    }

    /** Resolves when everything changed so far is on the disk. Changes made while another write runs share the next one. */
    save(): Promise<void> {
        if (!this.#next) {
            const write = () => {
                this.#next = undefined;
                this.#writing = this.write();
                return this.#writing;
            };
            // A failed write was reported to whom it concerned; the next one is tried all the same.
            this.#next = this.#writing.then(write, write);
        }
        return this.#next;
    }

    /** Leaves nothing but the file, with everything in it, and lets go of it. */
    async close(): Promise<void> {
        this.#unwatch?.();
        try {
            await this.#next?.catch(() => undefined);
            await this.#writing.catch(() => undefined);
            if (this.#store) {
                await this.replaceFile(this.#store, undefined);
                await this.#journal.remove();
            }
        } catch {
            // File and journal as they are hold everything that was acknowledged.
            await this.#journal.close();
        } finally {
            this.#lock.release();
        }
    }

    private async write(): Promise<void> {
        const changes = this.#changes;
        this.#changes = [];
        if (!this.#store || (!this.#outdated && changes.length === 0)) return;
        const full = this.#journal.size > Math.max(this.smallJournal, this.#size);
        const all = this.#outdated || full;
        this.#outdated = false;
        try {
            if (all) await this.writeAll(this.#store);
            else await this.#journal.append(changes);
        } catch (error) {
            // What is lost with this write is in the organization, and is written with all of it next time.
            this.#outdated = true;
            throw new StartError(`Cannot write ${all ? this.path : journalOf(this.path)}: ${messageOf(error)}.`);
        }
    }

    /** An end between the two steps leaves a file whose journal has not begun, and one of another name, which does not count. */
    private async writeAll(store: Store): Promise<void> {
        const name = randomUUID();
        await this.replaceFile(store, name);
        await this.#journal.begin(name);
    }

    /** At every moment there is the old file or the new one, whole. */
    private async replaceFile(store: Store, journal: string | undefined): Promise<void> {
        const bytes = Buffer.from(fileText(store.view(), journal));
        const temporary = `${this.path}.new`;
        try {
            await writeThrough(temporary, bytes);
            await rename(temporary, this.path);
        } catch (error) {
            // What went wrong first tells more.
            await rm(temporary, { force: true }).catch(() => undefined);
            throw error;
        }
        await syncFolder(dirname(this.path));
        this.#size = bytes.length;
    }
}

function journalOf(file: string): string {
    return `${file}.journal`;
}

/** JSON with a line for each record. */
function fileText(organization: Organization, journal: string | undefined): string {
    const named = journal === undefined ? organization : { journal, ...organization };
    const members = Object.entries(named).map(([name, value]) => {
        const lines = Array.isArray(value) ? value.map((record) => JSON.stringify(record)) : [];
        const text = lines.length > 0 ? `[\n${lines.join(",\n")}\n]` : JSON.stringify(value);
        return `${JSON.stringify(name)}: ${text}`;
    });
    return `{\n${members.join(",\n")}\n}\n`;
}

async function writeThrough(file: string, bytes: Buffer): Promise<void> {
    const handle = await open(file, "w");
    try {
        await handle.writeFile(bytes);
        await handle.sync();
    } finally {
        await handle.close();
    }
}

/** So that the new name of a file is on the disk as well. */
async function syncFolder(folder: string): Promise<void> {
    // Windows has no such thing, and writes names through by itself.
    if (process.platform === "win32") return;
    const handle = await open(folder, "r");
    try {
        await handle.sync();
    } finally {
        await handle.close();
    }
}
