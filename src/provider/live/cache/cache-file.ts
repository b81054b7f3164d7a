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
import { CacheError } from "../../../common/errors.js";
import { packageVersion } from "../../../common/package-version.js";
import { cacheFolder } from "./cache-folder.js";
import { Lessons, lessonSchema, type PendingWrite, pendingWriteSchema } from "./lessons.js";
import { type Look, lookSchema } from "./looks.js";

/** A cached response of the service. Times are in milliseconds since 1970, by the service's clock. */
const entrySchema = z.object({
    /** Name of the object part, followed by the ids of the objects that it belongs to. */
    key: z.string(),
    /** A time that is not later than the request. Used only to determine the age of the response. */
    at: z.number(),
    /** Id of the last snapshot of the audit events before the response. */
    look: z.string(),
    /** When the cached response expires, because it contains a date at which access ends. */
    until: z.number().optional(),
    /** Ids that the response contains. An audit event about one of them may change it. */
    names: z.array(z.string()),
    /** The response is used only after audit events of all these operations were observed. */
    writtenBy: z.array(z.string()),
    answer: z.unknown(),
});

export type Entry = z.infer<typeof entrySchema>;

/** A line of the cache file. Later lines override earlier ones. */
const lineSchema = z.union([
    entrySchema,
    /** Invalidates a cached response. */
    z.strictObject({ key: z.string() }),
    /** Invalidates all earlier responses. */
    z.object({ all: z.number() }),
    lookSchema,
    /** Id of an audit event that is missing from the list. The list is never trusted again. */
    z.object({ lost: z.string() }),
    /** A write whose audit event has not been found yet. */
    z.object({ written: pendingWriteSchema }),
    /** The last write, if no audit event for it has been found yet. */
    z.object({ unheard: pendingWriteSchema }),
    /** An event was found for the most recent write up to this time. */
    z.object({ heard: z.number() }),
    /** The writes up to this time do not have to be matched with events any more. */
    z.object({ settled: z.number() }),
    lessonSchema,
]);

type Line = z.infer<typeof lineSchema>;

/** Identifies the service and user whose responses a file contains. The URL alone does not identify an organization. */
interface Requester {
    readonly url: string;
    readonly userId: string;
}

/** Version of the file format. Files of other versions are not used. */
const FORMAT = 2;

/** Maximum age of a cached response, in milliseconds. */
const DAY_MS = 86_400_000;

/** Number of invalid lines after which a file is rewritten. */
const SPARE = 1_000;

/** Number of snapshots after which a file is rewritten. Each snapshot contains the ids of the events of one hour. */
const MOST_LOOKS = 20;

/**
 * A cache as an append-only file: a crash does not lose data, and concurrent runs keep each other's lines. Only its user can read it.
 * @throws CacheError if other users may write the file
 * @throws the operating system's error if the file cannot be written
 */
export class CacheFile {
    readonly entries = new Map<string, Entry>();
    /** The snapshots that cached responses refer to, and the last one. */
    readonly looks = new Map<string, Look>();
    lost: string | undefined;
    /** The last write, if no event for it has been found. */
    written: PendingWrite | undefined;
    /** Writes whose events have not been found yet. */
    pending: PendingWrite[] = [];
    readonly lessons = new Lessons();
    readonly path: string;
    /** Number of lines when the file was opened. An incomplete last line is not counted, because another run may still be writing it. */
    readonly lines: number;
    private readonly inode: number;
    /** For each response that was in the file when it was opened: the number of its line. */
    private readonly places = new Map<string, number>();
    private added: string[] = [];
    private isBroken = false;

    constructor(path: string | null, requester: Requester, now: number) {
        this.path = path ?? defaultPath(requester);
        mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
        const head = JSON.stringify({ ...requester, version: packageVersion(), format: FORMAT });
        const text = textOf(this.path);
        const [first, ...lines] = text.split("\n").filter(Boolean);
        for (const [place, line] of (first === head ? lines : []).entries()) this.read(line, place);
        // A time in the future indicates that a clock was ahead, or was set back.
        const expired = [...this.entries.values()].filter(({ at }) => !(at > now - DAY_MS && at <= now));
        for (const { key } of expired) this.entries.delete(key);
        this.pending = this.pending.filter(({ at }) => at > now - DAY_MS);
        const isFull = lines.length > 2 * (this.entries.size + this.pending.length) + SPARE;
        const isRewritten = first !== head || isFull || this.looks.size > MOST_LOOKS;
        this.lines = isRewritten ? this.rewrite(head) : lines.length - (text.endsWith("\n") ? 0 : 1);
        this.inode = statSync(this.path).ino;
        // Removes expired responses from the file, too. Otherwise the snapshot of this run would mark them as current (see `judged`), and a
        // run with another clock would use them.
        this.write(...expired.map(({ key }) => ({ key })));
    }

    /** The most recent snapshot in the file. */
    get lastLook(): Look | undefined {
        return [...this.looks.values()].at(-1);
    }

    /** Appends lines. If this fails, the file may contain only the first of them. */
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
            // The disk may be full, or the file deleted. Stop writing, so that no line follows a missing one.
            this.isBroken = true;
        }
    }

    private append(text: string): void {
        const file = openSync(this.path, constants.O_WRONLY | constants.O_APPEND | SAFELY);
        try {
            // Another run may have replaced the file with that of another user or package version.
            this.isBroken = fstatSync(file).ino !== this.inode;
            if (!this.isBroken) appendFileSync(file, text);
        } finally {
            closeSync(file);
        }
    }

    private take(line: Line, place = Number.POSITIVE_INFINITY): void {
        if ("all" in line) this.entries.clear();
        else if ("answer" in line) {
            this.entries.set(line.key, line);
            this.places.set(line.key, place);
        } else if ("key" in line) this.entries.delete(line.key);
        else if ("judged" in line) {
            this.looks.set(line.look, line);
            for (const [key, entry] of this.entries) {
                // Another run may have added responses since.
                if ((this.places.get(key) ?? 0) < line.judged) this.entries.set(key, { ...entry, look: line.look });
            }
        } else if ("lost" in line) this.lost = line.lost;
        else if ("written" in line) {
            if (!mayBeProbe(line.written)) this.written = line.written;
            this.pending.push(line.written);
        } else if ("unheard" in line) this.written = line.unheard;
        else if ("heard" in line) {
            if (this.written && this.written.at <= line.heard) this.written = undefined;
        } else if ("settled" in line) this.pending = this.pending.filter(({ at }) => at > line.settled);
        else this.lessons.add(line);
    }

    private read(text: string, place: number): void {
        try {
            // Written by this class in the same version of the package. A line may be incomplete if a run was killed.
            this.take(lineSchema.parse(JSON.parse(text)), place);
        } catch {
            // Incomplete lines are ignored.
        }
    }

    /** Replaces the file atomically. Returns its number of lines. */
    private rewrite(head: string): number {
        const used = new Set([...this.entries.values()].map(({ look }) => look)).add(this.lastLook?.look ?? "");
        const looks = [...this.looks.values()].filter(({ look }) => used.has(look));
        const lines: Line[] = [...this.lessons.all(), ...looks.map((look) => ({ ...look, judged: 0 }))];
        lines.push(...this.entries.values(), ...this.pending.map((written) => ({ written })));
        lines.push(this.written ? { unheard: this.written } : { heard: Number.MAX_SAFE_INTEGER });
        if (this.lost !== undefined) lines.push({ lost: this.lost });
        const temporary = `${this.path}.${randomUUID()}`;
        const text = [head, ...lines.map((line) => JSON.stringify(line))].map((line) => `${line}\n`).join("");
        writeFileSync(temporary, text, { mode: 0o600, flag: "wx" });
        renameSync(temporary, this.path);
        return lines.length;
    }
}

/** Whether a write may belong to the probe (see `probe`). */
function mayBeProbe({ operation }: PendingWrite): boolean {
    return operation === "createTag" || operation === "deleteTag";
}

/** Refuses symbolic links, and does not block on a named pipe. */
const SAFELY = constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Returns the text of a file, or an empty string if the file does not exist. */
function textOf(path: string): string {
    let file: number;
    try {
        file = openSync(path, constants.O_RDONLY | SAFELY);
    } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
        throw error;
    }
    try {
        const stat = fstatSync(file);
        if (!stat.isFile()) throw new CacheError(`${path} is not a regular file. Specify a different file.`);
        const { uid, mode } = stat;
        if (process.getuid && (uid !== process.getuid() || (mode & 0o022) !== 0)) {
            throw new CacheError(`other users can write to ${path}. Delete it.`);
        }
        // Other users may be able to read the file after a pipeline unpacked it.
        if ((mode & 0o077) !== 0) fchmodSync(file, 0o600);
        return readFileSync(file, "utf8");
    } finally {
        closeSync(file);
    }
}

function defaultPath({ url, userId }: Requester): string {
    const name = createHash("sha256").update(`${url} ${userId}`).digest("hex").slice(0, 16);
    return join(cacheFolder(), `${name}.jsonl`);
}
