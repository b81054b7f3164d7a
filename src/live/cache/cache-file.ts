import { createHash, randomUUID } from "node:crypto";
import {
    appendFileSync,
    closeSync,
    constants,
    fchmodSync,
    fstatSync,
    mkdirSync,
    openSync,
    readFileSync,
    renameSync,
    statSync,
    writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { CacheError } from "../../errors.js";
import { packageVersion } from "../../package-version.js";
import { cacheFolder } from "./cache-folder.js";
import { Lessons, lessonSchema, type PendingWrite, pendingWriteSchema } from "./lessons.js";

/** An answer of the service. Times are the service's, in milliseconds since 1970. */
const entrySchema = z.object({
    /** Name of the part, followed by the ids of the objects that it belongs to. */
    key: z.string(),
    /** When the request was sent, or earlier. */
    at: z.number(),
    /** When the answer expires, because it contains a date. */
    until: z.number().optional(),
    /** Ids that the object refers to: an event about them may change the answer. */
    names: z.array(z.string()),
    /** Operations that must have been seen to cause events before the answer is used. */
    writtenBy: z.array(z.string()),
    answer: z.unknown(),
});

export type Entry = z.infer<typeof entrySchema>;

/** A line of the file. Later lines override earlier ones. */
const lineSchema = z.union([
    entrySchema,
    /** Invalidates an answer. */
    z.strictObject({ key: z.string() }),
    /** Invalidates all earlier answers. */
    z.object({ all: z.number() }),
    /** All audit events until then have been processed. */
    z.object({ looked: z.number() }),
    /** A write whose audit event has not been found yet. */
    z.object({ written: pendingWriteSchema }),
    /** The last write, if no event of it was found and it can teach nothing more. */
    z.object({ unheard: pendingWriteSchema }),
    /** An event of the last write until then was found. */
    z.object({ heard: z.number() }),
    /** The writes until then can teach nothing more. */
    z.object({ settled: z.number() }),
    lessonSchema,
]);

type Line = z.infer<typeof lineSchema>;

/** Identifies whose answers a file holds. The address alone does not identify an organization. */
interface Asker {
    readonly url: string;
    readonly userId: string;
}

/** Maximum age of an answer, in milliseconds. */
const DAY_MS = 86_400_000;

/** Number of invalid lines after which a file is rewritten. */
const SPARE = 1_000;

/**
 * A cache as an append-only file: a crash loses nothing, and concurrent runs keep each other's lines. Only its user can
 * read it. @throws CacheError if others may write the file, and the error of the system if it cannot be written
 */
export class CacheFile {
    readonly entries = new Map<string, Entry>();
    looked: number | undefined;
    /** The last write, if no event of it has been found. */
    written: PendingWrite | undefined;
    /** Writes whose events may still teach something. */
    pending: PendingWrite[] = [];
    readonly lessons = new Lessons();
    private readonly path: string;
    private readonly inode: number;
    private added: string[] = [];
    private isBroken = false;

    constructor(path: string | null, asker: Asker, now: number) {
        this.path = path ?? defaultPath(asker);
        mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
        const head = JSON.stringify({ ...asker, version: packageVersion() });
        const [first, ...lines] = linesOf(this.path);
        for (const line of first === head ? lines : []) this.read(line);
        // A clock that was ahead, or was set back, leaves times in the future.
        if (this.looked !== undefined && this.looked > now) this.entries.clear();
        for (const { key, at } of [...this.entries.values()]) {
            if (!(at > now - DAY_MS && at <= now)) this.entries.delete(key);
        }
        this.pending = this.pending.filter(({ at }) => at > now - DAY_MS);
        const isFull = lines.length > 2 * (this.entries.size + this.pending.length) + SPARE;
        if (first !== head || isFull) this.rewrite(head);
        this.inode = statSync(this.path).ino;
    }

    /** Appends lines. After a failure, the file contains the first ones. */
    write(...lines: readonly Line[]): void {
        for (const line of lines) this.take(line);
        if (this.added.length === 0) setImmediate(() => this.flush());
        this.added.push(...lines.map((line) => `${JSON.stringify(line)}\n`));
    }

    private flush(): void {
        // Another run may have been killed while it wrote its last line.
        const text = `\n${this.added.join("")}`;
        this.added = [];
        try {
            if (!this.isBroken) this.append(text);
        } catch {
            // The disk is full or the file was deleted. Lines after a missing one must not be added.
            this.isBroken = true;
        }
    }

    private append(text: string): void {
        const file = openSync(this.path, constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_APPEND);
        try {
            // Another run may have rewritten it, for another user or another version of the package.
            this.isBroken = fstatSync(file).ino !== this.inode;
            if (!this.isBroken) appendFileSync(file, text);
        } finally {
            closeSync(file);
        }
    }

    private take(line: Line): void {
        if ("all" in line) this.entries.clear();
        else if ("answer" in line) this.entries.set(line.key, line);
        else if ("key" in line) this.entries.delete(line.key);
        else if ("looked" in line) this.looked = line.looked;
        else if ("written" in line) {
            this.written = line.written;
            this.pending.push(line.written);
        } else if ("unheard" in line) this.written = line.unheard;
        else if ("heard" in line) {
            if (this.written && this.written.at <= line.heard) this.written = undefined;
        } else if ("settled" in line) this.pending = this.pending.filter(({ at }) => at > line.settled);
        else this.lessons.add(line);
    }

    private read(text: string): void {
        try {
            // Written by this class in the same version of the package, unless a run was killed while writing
            this.take(lineSchema.parse(JSON.parse(text)));
        } catch {
            // Incomplete lines are ignored.
        }
    }

    /** Replaces the file in one step, so that no reader sees half of it. */
    private rewrite(head: string): void {
        const lines: Line[] = [...this.lessons.all(), ...this.entries.values()];
        if (this.looked !== undefined) lines.push({ looked: this.looked });
        lines.push(...this.pending.map((written) => ({ written })));
        lines.push(this.written ? { unheard: this.written } : { heard: Number.MAX_SAFE_INTEGER });
        const passing = `${this.path}.${randomUUID()}`;
        const text = [head, ...lines.map((line) => JSON.stringify(line))].map((line) => `${line}\n`).join("");
        writeFileSync(passing, text, { mode: 0o600, flag: "wx" });
        renameSync(passing, this.path);
    }
}

/** The lines of a file; none if it does not exist. */
function linesOf(path: string): string[] {
    let file: number;
    try {
        file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
        throw error;
    }
    try {
        const { uid, mode } = fstatSync(file);
        if (process.getuid && (uid !== process.getuid() || (mode & 0o022) !== 0)) {
            throw new CacheError(`others may write ${path}. Delete it.`);
        }
        // A pipeline that unpacked it may have made it readable to others.
        if ((mode & 0o077) !== 0) fchmodSync(file, 0o600);
        return readFileSync(file, "utf8").split("\n").filter(Boolean);
    } finally {
        closeSync(file);
    }
}

function defaultPath({ url, userId }: Asker): string {
    const name = createHash("sha256").update(`${url} ${userId}`).digest("hex").slice(0, 16);
    return join(cacheFolder(), `${name}.jsonl`);
}
