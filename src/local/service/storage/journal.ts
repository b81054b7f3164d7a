import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { crc32 } from "node:zlib";
import type { Change } from "./store.js";

/**
 * The changes since an organization was written to its file. The first line names the journal, as that file does, and says how many writes
 * follow. It has a fixed length, so it is updated in place. Each further line is one write: its number, its checksum, its changes.
 * So a line that is missing or altered is noticed, and a line that was cut short by the end of the process is the last one, and one too many:
 * its changes were never acknowledged.
 */
export class Journal {
    /** Bytes. */
    size = 0;
    /** Whether the file may hold what an append failed to write, so that nothing can be appended any more. */
    broken = false;
    #writes = 0;

    private constructor(
        private file: string,
        private readonly name: string,
        private readonly handle: FileHandle,
    ) {}

    /** Creates an empty journal, replacing the file. */
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

    /** Resolves when the changes are on the disk; if it rejects, they are not. */
    async append(changes: readonly Change[]): Promise<void> {
        const number = this.#writes + 1;
        try {
            const length = await this.write(lineOf(this.name, number, changes), this.size);
            await this.handle.sync();
            // After the line, so that it never promises too much. The next sync writes it to disk.
            await this.write(headingOf(this.name, number), 0);
            this.size += length;
            this.#writes = number;
        } catch (error) {
            await this.takeBack();
            throw error;
        }
    }

    /** Gives the file another name. */
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

    private async takeBack(): Promise<void> {
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

/** Checksum against damage by a disk or an editor. Eight hexadecimal digits; no protection against tampering. */
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
    // What replaces everything is written to the file itself.
    if ("restoredFrom" in change) throw new TypeError("A journal holds changes of one organization.");
    if ("idsOf" in change) return JSON.stringify({ ids_of: change.idsOf, made: change.made });
    const { table, key, record } = change;
    return JSON.stringify(record ? { put: table, record } : { delete: table, key });
}
