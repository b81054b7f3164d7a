import { createHash } from "node:crypto";
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { homedir, hostname } from "node:os";
import { dirname, join, resolve } from "node:path";
import { foreignJson } from "../../api/transport/json.js";
import { JournalError, PlainError, RunInProgressError } from "../../common/errors.js";
import { FileLock, type LockHolder } from "../../common/file-lock.js";

/** The organization and user to which a journal belongs: the address of the service, and the user who creates the objects. */
export interface Home {
    readonly url: string;
    readonly userId: string;
}

/** All objects of one kind and name. */
export interface JournalEntry {
    readonly kind: string;
    readonly name: string;
    /**
     * Ids of objects that were created and not deleted. There may be several, because a replacement can have the name of the replaced
     * object.
     */
    readonly ids: ReadonlySet<string>;
    /** Whether a creation was announced, but its result was not recorded. */
    readonly isPending: boolean;
    /** Whether the objects remain because the API cannot delete them. */
    readonly isKept: boolean;
}

interface MutableEntry extends JournalEntry {
    ids: Set<string>;
    isPending: boolean;
    isKept: boolean;
}

const EVENTS = ["announced", "created", "refused", "deleted", "not found", "kept"] as const;

interface JournalLine {
    readonly event: (typeof EVENTS)[number];
    readonly kind: string;
    readonly name: string;
    readonly id?: string;
}

/** Returns the default file for a journal. */
export function journalFile({ url, userId }: Home): string {
    const home = createHash("sha256").update(`${url} ${userId}`).digest("hex").slice(0, 16);
    return join(stateFolder(), "verify-write", `${home}.jsonl`);
}

/**
 * A record on disk of the objects that this tool creates in one organization, with a line before and after each creation. With it, the next
 * run can delete objects that a killed run left. Each line is synced to disk before the method returns.
 */
export class TrialJournal {
    private readonly entries = new Map<string, MutableEntry>();

    private constructor(
        readonly file: string,
        private readonly fd: number,
        private readonly lock: FileLock,
    ) {}

    /** Reads a journal without changing it, for example for a plan. @throws JournalError */
    static read(file: string, home: Home): readonly JournalEntry[] {
        return existsSync(file) ? [...entriesIn(readLines(file), file, home).values()] : [];
    }

    /**
     * Opens the journal of this process, or creates it.
     * @throws JournalError if the file belongs to another organization or cannot be written
     * @throws RunInProgressError if another process has it open
     */
    static open(file: string, home: Home): TrialJournal {
        const path = resolve(file);
        return orJournalError(path, () => {
            mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
            const lock = locked(`${path}.lock`);
            try {
                const lines = existsSync(path) ? readLines(path) : [];
                const entries = entriesIn(lines, path, home);
                const journal = new TrialJournal(path, openSync(path, "a", 0o600), lock);
                if (lines.length === 0) journal.append(JSON.stringify(home));
                // Ends a line that a killed process left incomplete.
                else if (lines.at(-1) !== "") journal.append("");
                for (const [key, entry] of entries) journal.entries.set(key, entry);
                syncFolder(dirname(path));
                return journal;
            } catch (error) {
                lock.release();
                throw error;
            }
        });
    }

    /** Returns the entries whose objects may exist, in the order of their announcement. */
    get all(): readonly JournalEntry[] {
        return [...this.entries.values()];
    }

    /** Returns the objects that may exist and can be deleted. */
    get open(): readonly JournalEntry[] {
        return this.all.filter(isOpen);
    }

    /** Announces a creation. Must return before the call is sent. @throws JournalError */
    announce(kind: string, name: string): void {
        const line = { event: "announced", kind, name } as const;
        this.append(journalText(line));
        apply(this.entries, line);
    }

    created(kind: string, name: string, id: string): void {
        this.write({ event: "created", kind, name, id });
    }

    deleted(kind: string, name: string, id: string): void {
        this.write({ event: "deleted", kind, name, id });
    }

    /** Records that an announced creation was not sent, or that the service refused it. */
    refused(kind: string, name: string): void {
        this.write({ event: "refused", kind, name });
    }

    /** Records that no object with this name was found. The name stays in the journal, because the object may become visible later. */
    notFound(kind: string, name: string): void {
        this.write({ event: "not found", kind, name });
    }

    kept(kind: string, name: string): void {
        this.write({ event: "kept", kind, name });
    }

    /** Closes the file, and deletes it if none of its objects can exist. */
    close(): void {
        closeSync(this.fd);
        const isNeeded = this.all.some((entry) => isOpen(entry) || entry.isKept || entry.ids.size === 0);
        if (!isNeeded) rmSync(this.file, { force: true });
        this.lock.release();
    }

    /**
     * Writes a line, but ignores errors: a full disk must not stop a cleanup. Without the line, the next run looks for the object again.
     */
    private write(line: JournalLine): void {
        apply(this.entries, line);
        try {
            this.append(journalText(line));
        } catch (error) {
            if (!(error instanceof JournalError)) throw error;
        }
    }

    private append(text: string): void {
        orJournalError(this.file, () => {
            writeSync(this.fd, `${text}\n`);
            fsyncSync(this.fd);
        });
    }
}

/** Whether an entry may have objects to delete. */
export function isOpen({ ids, isPending, isKept }: JournalEntry): boolean {
    return (isPending || ids.size > 0) && !isKept;
}

function locked(path: string): FileLock {
    const inUse = (holder?: LockHolder): RunInProgressError => {
        const who = holder ? `process ${holder.pid} on ${holder.host ?? hostname()}` : "another process";
        return new RunInProgressError(
            `Another run is in progress (${who}). Wait until it ends. If that process is another program, delete ${path}.`,
        );
    };
    return FileLock.take(path, inUse, hostname());
}

function journalText(line: JournalLine): string {
    return JSON.stringify({ at: new Date().toISOString(), ...line });
}

function apply(entries: Map<string, MutableEntry>, { event, kind, name, id }: JournalLine): void {
    const key = JSON.stringify([kind, name]);
    const entry = entries.get(key) ?? { kind, name, ids: new Set(), isPending: false, isKept: false };
    entries.set(key, entry);
    if (event === "announced") entry.isPending = true;
    if (event === "not found" || event === "refused") entry.isPending = false;
    if (event === "kept") entry.isKept = true;
    if (event === "created" && id !== undefined) {
        entry.ids.add(id);
        entry.isPending = false;
    }
    if (event === "deleted" && id !== undefined) entry.ids.delete(id);
    const isOver = event === "deleted" || event === "refused";
    if (isOver && !entry.isPending && entry.ids.size === 0) entries.delete(key);
}

function readLines(file: string): readonly string[] {
    return orJournalError(file, () => readFileSync(file, "utf8").split("\n"));
}

/** @throws JournalError if the journal belongs to another organization or user */
function entriesIn([head, ...lines]: readonly string[], file: string, home: Home): Map<string, MutableEntry> {
    const entries = new Map<string, MutableEntry>();
    if (head === undefined || head === "") return entries;
    const found: unknown = foreignJson(head)?.value;
    if (JSON.stringify(found) !== JSON.stringify(home)) {
        throw new JournalError(
            `The journal ${file} belongs to another organization or user. Use another file with --journal.`,
        );
    }
    for (const text of lines) {
        const line: unknown = foreignJson(text)?.value;
        // The last line may be incomplete. In that case, the creation was not sent.
        if (isLine(line)) apply(entries, line);
    }
    return entries;
}

function isLine(value: unknown): value is JournalLine {
    if (typeof value !== "object" || value === null) return false;
    const { event, kind, name, id } = value as Partial<Record<keyof JournalLine, unknown>>;
    const texts = [kind, name].every((text) => typeof text === "string");
    return texts && EVENTS.some((one) => one === event) && (id === undefined || typeof id === "string");
}

/** Syncs a folder to disk. Otherwise, a new file may be lost in a power failure. */
function syncFolder(folder: string): void {
    // Windows cannot open folders.
    if (process.platform === "win32") return;
    const fd = openSync(folder, "r");
    fsyncSync(fd);
    closeSync(fd);
}

function orJournalError<T>(file: string, work: () => T): T {
    try {
        return work();
    } catch (error) {
        if (error instanceof PlainError || !(error instanceof Error)) throw error;
        throw new JournalError(
            `The journal ${file} cannot be used: ${error.message}. Use another file with --journal.`,
        );
    }
}

/** Returns the folder for files of this user that later runs need. */
function stateFolder(): string {
    const { XDG_STATE_HOME, LOCALAPPDATA } = process.env;
    const mac = process.platform === "darwin" && join(homedir(), "Library/Application Support");
    return join(XDG_STATE_HOME || LOCALAPPDATA || mac || join(homedir(), ".local/state"), "access-governance");
}
