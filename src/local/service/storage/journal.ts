import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { crc32 } from "node:zlib";
import type { Change } from "./store.js";

/**
 * A file with the changes that were made since an organization was last written to its data file. The first line contains the journal's
 * name, which is also in the data file, and the number of writes. It has a fixed length so that it can be updated in place. Each following
 * line is one write, with its number, checksum and changes, so missing and modified lines are detected. If the process is killed during a
 * write, the last line is incomplete and not included in the number of writes. The changes in that line were never acknowledged.
 */
export class Journal {
    /** Size in bytes. */
    size = 0;
    /** Whether the file may contain parts of a failed write. If so, it cannot be appended to. */
    broken = false;
    #writes = 0;

    private constructor(
        private file: string,
        private readonly name: string,
        private readonly handle: FileHandle,
    ) {}

    /** Creates an empty journal. Replaces an existing file. */
    static async create(file: string, name: string): Promise<Journal> {
        const journal = new Journal(file, name, await open(file, "w"));
        try {
            journal.size = await journal.write(headingOf(name, 0), 0);
            await journal.handle.sync();
            return journal;
        } catch (error) {
            await journal.remove();
            throw error;
        }
    }

    /** Appends a write. If the promise resolves, the changes are on disk; if it rejects, they are not. */
    async append(changes: readonly Change[]): Promise<void> {
        const number = this.#writes + 1;
        try {
            const length = await this.write(lineOf(this.name, number, changes), this.size);
            await this.handle.sync();
            // The number of writes is updated after the line is on disk, so it is never too high. It is synced to disk by the next write.
            await this.write(headingOf(this.name, number), 0);
            this.size += length;
            this.#writes = number;
        } catch (error) {
            await this.removeFailed();
            throw error;
        }
    }

    /** Renames the file. */
    async moveTo(file: string): Promise<void> {
        if (file === this.file) return;
        await rename(this.file, file);
        this.file = file;
    }

    async close(): Promise<void> {
        await this.handle.close();
    }

    async remove(): Promise<void> {
        await this.handle.close();
        await rm(this.file, { force: true });
    }

    /** Removes the parts of a failed write. */
    private async removeFailed(): Promise<void> {
        try {
            await this.handle.truncate(this.size);
            await this.write(headingOf(this.name, this.#writes), 0);
        } catch {
            this.broken = true;
        }
    }

    private async write(text: string, at: number): Promise<number> {
        const bytes = Buffer.from(text);
        let sent = 0;
        while (sent < bytes.length) {
            sent += (await this.handle.write(bytes, sent, bytes.length - sent, at + sent)).bytesWritten;
        }
        return bytes.length;
    }
}

/** Returns a checksum of eight hexadecimal digits. It detects damage by a disk or an editor, but not deliberate changes. */
export function checksumOf(text: string): string {
    return crc32(text).toString(16).padStart(8, "0");
}

function headingOf(journal: string, count: number): string {
    const writes = `${count}`.padStart(12, "0");
    return `${JSON.stringify({ journal, writes, checksum: checksumOf(`${journal} ${writes}`) })}\n`;
}

function lineOf(journal: string, number: number, changes: readonly Change[]): string {
    const text = `[${changes.map(textOf).join(",")}]`;
    return `${number} ${checksumOf(`${journal} ${number} ${text}`)} ${text}\n`;
}

function textOf(change: Change): string {
    // Restored organizations are written to the data file instead.
    if ("restoredFrom" in change) throw new TypeError("A journal cannot contain a restored organization.");
    if ("idsOf" in change) return JSON.stringify({ ids_of: change.idsOf, made: change.made });
    const { table, key, record } = change;
    return JSON.stringify(record ? { put: table, record } : { delete: table, key });
}
