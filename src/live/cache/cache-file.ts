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
    /** What was asked for: the name of the part, then the ids of the objects that it belongs to. */
    key: z.string(),
    /** When it was asked for, or earlier. */
    at: z.number(),
    /** When it ends by itself. */
    until: z.number().optional(),
    /** Ids that its object names: an event about them may change the answer. */
    names: z.array(z.string()),
    /** Operations of which an event must have been seen before the answer is used. */
    writtenBy: z.array(z.string()),
    answer: z.unknown(),
});

export type Entry = z.infer<typeof entrySchema>;

/** A line of the file: later ones count more. */
const lineSchema = z.union([
    entrySchema,
    /** An answer no longer holds. */
    z.strictObject({ key: z.string() }),
    /** No earlier answer holds. */
    z.object({ all: z.number() }),
    /** All audit events until then are taken into account. */
    z.object({ looked: z.number() }),
    /** A write whose audit event is to be found. */
    z.object({ written: pendingWriteSchema }),
    /** The last write, of which no event was found, and which can show nothing more. */
    z.object({ unheard: pendingWriteSchema }),
    /** An event of the last write until then was found. */
    z.object({ heard: z.number() }),
    /** Whatever the writes until then could show has been seen. */
    z.object({ settled: z.number() }),
    lessonSchema,
]);

type Line = z.infer<typeof lineSchema>;

/** Whose answers a file holds: the address alone does not tell one organization from another. */
interface Asker {
    readonly url: string;
    readonly userId: string;
}

/** Nothing is believed for longer, in milliseconds. */
const DAY_MS = 86_400_000;

/** A file is written anew once so many of its lines no longer count. */
const SPARE = 1_000;

/**
 * A cache as a file that lines are added to: a run that dies loses nothing, and two at once do not lose what the other adds. Only its user can
 * read it. @throws CacheError for a file that others may write, and what the system says of one that cannot be written.
 */
export class CacheFile {
    readonly entries = new Map<string, Entry>();
    looked: number | undefined;
    /** The last write, if no event of it has been found. */
    written: PendingWrite | undefined;
    /** Writes whose events may still show something. */
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
        // A clock that was ahead, or goes back, leaves times that are still to come.
        if (this.looked !== undefined && this.looked > now) this.entries.clear();
        for (const { key, at } of [...this.entries.values()]) {
            if (!(at > now - DAY_MS && at <= now)) this.entries.delete(key);
        }
        this.pending = this.pending.filter(({ at }) => at > now - DAY_MS);
        const isFull = lines.length > 2 * (this.entries.size + this.pending.length) + SPARE;
        if (first !== head || isFull) this.rewrite(head);
        this.inode = statSync(this.path).ino;
    }

    /** Takes note of lines: they are in the file all together, or those that come first. */
    write(...lines: readonly Line[]): void {
        for (const line of lines) this.take(line);
        if (this.added.length === 0) setImmediate(() => this.flush());
        this.added.push(...lines.map((line) => `${JSON.stringify(line)}\n`));
    }

    private flush(): void {
        // Another run may have died in the middle of its last line.
        const text = `\n${this.added.join("")}`;
        this.added = [];
        try {
            if (!this.isBroken) this.append(text);
        } catch {
            // A full disk, or a file that is gone: what comes after a line that is missing must not be added.
            this.isBroken = true;
        }
    }

    private append(text: string): void {
        const file = openSync(this.path, constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_APPEND);
        try {
            // Another run may have written it anew, for another user or another version of the package.
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
            // This class wrote it, in the same version of the package, unless a run died in the middle of it.
            this.take(lineSchema.parse(JSON.parse(text)));
        } catch {
            // What is no line counts for nothing.
        }
    }

    /** In one step, so that nobody reads half a file. */
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
        // A pipeline that unpacked it may have opened it to readers.
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
