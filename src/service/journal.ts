import { readFileSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { z } from "zod";
import { StartError } from "./errors.js";
import { messageOf } from "./file-errors.js";
import { layouts, type Organization, type Records } from "./organization.js";
import { type Change, createStore, type Store } from "./store.js";

/**
 * The changes since an organization was written to its file. The first line names the journal, as that file does: a journal of another
 * name is of an earlier state of the file, and counts no more. Each further line is what was written at once, so a line that is torn is
 * the last one, and nobody was told that its changes are kept.
 */
export class Journal {
    #handle: FileHandle | undefined;
    #size = 0;

    constructor(private readonly file: string) {}

    /** Bytes. */
    get size(): number {
        return this.#size;
    }

    /** Starts anew: earlier changes are in the file. */
    async begin(name: string): Promise<void> {
        this.#handle ??= await open(this.file, "w");
        await this.#handle.truncate();
        this.#size = 0;
        await this.write(JSON.stringify({ journal: name } satisfies z.infer<typeof heading>));
    }

    /** Resolves when the changes are on the disk. After a failure the journal has to begin anew. */
    async append(changes: readonly Change[]): Promise<void> {
        await this.write(`[${changes.map(lineOf).join(",")}]`);
    }

    async close(): Promise<void> {
        await this.#handle?.close();
        this.#handle = undefined;
    }

    async remove(): Promise<void> {
        await this.close();
        await rm(this.file, { force: true });
    }

    private async write(line: string): Promise<void> {
        if (!this.#handle) throw new StartError(`${this.file} is closed.`);
        const bytes = Buffer.from(`${line}\n`);
        let sent = 0;
        while (sent < bytes.length) {
            const rest = bytes.length - sent;
            sent += (await this.#handle.write(bytes, sent, rest, this.#size + sent)).bytesWritten;
        }
        await this.#handle.sync();
        this.#size += bytes.length;
    }
}

/**
 * The organization with the changes of the journal, if it is the one of this name.
 * @throws StartError when it cannot be read, or is damaged elsewhere than at its end.
 */
export function withJournal(organization: Organization, file: string, name: string): Organization {
    const lines = linesOf(file);
    if (heading.safeParse(parsed(lines[0] ?? "")).data?.journal !== name) return organization;
    const store = createStore(organization);
    for (const [i, line] of lines.entries()) {
        if (i === 0) continue;
        const changes = z.array(change).safeParse(parsed(line));
        if (!changes.success || !changes.data.every((one) => redo(store, one))) {
            throw new StartError(`${file} is damaged: line ${i + 1} holds no changes of an organization.`);
        }
    }
    return store.view();
}

const heading = z.object({ journal: z.string() });

const table = z.custom<keyof Records>((name) => typeof name === "string" && Object.hasOwn(layouts, name));
const change = z.union([
    z.object({ put: table, record: z.unknown() }),
    z.object({ delete: table, key: z.string() }),
    z.object({ ids_of: z.string(), made: z.int() }),
]);

function lineOf(one: Change): string {
    if ("idsOf" in one) return JSON.stringify({ ids_of: one.idsOf, made: one.made });
    const { table: name, key, record } = one;
    return JSON.stringify(record ? { put: name, record } : { delete: name, key });
}

/** Positions are those of one run; the order of the changes makes the same order again. False for what cannot have been written. */
function redo(store: Store, one: z.infer<typeof change>): boolean {
    if ("ids_of" in one) {
        store.follow({ idsOf: one.ids_of, made: one.made });
        return true;
    }
    if ("delete" in one) {
        const table = store[one.delete];
        const record = table.find(...one.key.split("\n"));
        // It comes from the table that it is deleted from.
        if (record) table.delete(record as never);
        return true;
    }
    const record = layouts[one.put].schema.safeParse(one.record);
    // The schema is that of the records of this table.
    if (record.success) store[one.put].set(record.data as never);
    return record.success;
}

/** Without one at the end that no newline ends: the write of it was cut short. */
function linesOf(file: string): string[] {
    try {
        return readFileSync(file, "utf8").split("\n").slice(0, -1);
    } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
        throw new StartError(`Cannot read ${file}: ${messageOf(error)}.`);
    }
}

function parsed(line: string): unknown {
    try {
        return JSON.parse(line);
    } catch {
        return undefined;
    }
}
