import { createHash } from "node:crypto";
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
    writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

/** An answer of the service. Times are the service's, in milliseconds since 1970. */
export interface Entry {
    /** What was asked for: the name of the part, then the ids of the objects that it belongs to. */
    readonly key: string;
    /** When it was asked for. */
    readonly at: number;
    /** When it ends by itself. */
    readonly until?: number;
    /** Ids that its object names: an event about them may change the answer. */
    readonly names: readonly string[];
    readonly answer: unknown;
}

/** A write that the service answered: the time, and the id of the object. */
export interface Written {
    readonly at: number;
    readonly id: string;
}

/** A line of the file: later ones count more. */
type Line =
    | Entry
    /** An answer no longer holds. */
    | { readonly key: string }
    /** No earlier answer holds. */
    | { readonly all: number }
    /** All audit events until then are taken into account, but that of a write that none told of yet. */
    | { readonly looked: number; readonly written?: Written }
    | { readonly written: Written };

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
 * read it. @throws Error for a file that others may write, or that cannot be written.
 */
export class CacheFile {
    readonly entries = new Map<string, Entry>();
    looked: number | undefined;
    written: Written | undefined;
    private readonly path: string;
    private added: string[] = [];
    private isBroken = false;

    constructor(path: string | null, asker: Asker, now: number) {
        this.path = path ?? defaultPath(asker);
        mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
        const head = JSON.stringify({ ...asker, version: packageVersion() });
        const [first, ...lines] = linesOf(this.path);
        for (const line of first === head ? lines : []) this.read(line);
        for (const { key, at } of [...this.entries.values()]) if (at < now - DAY_MS) this.entries.delete(key);
        const isFull = lines.length > 2 * this.entries.size + SPARE;
        if (first !== head || isFull) this.rewrite(head);
    }

    /** Takes note of lines: they are in the file all together, or those that come first. */
    write(...lines: readonly Line[]): void {
        for (const line of lines) this.take(line);
        if (this.added.length === 0) setImmediate(() => this.flush());
        this.added.push(...lines.map((line) => `${JSON.stringify(line)}\n`));
    }

    private flush(): void {
        const text = this.added.join("");
        this.added = [];
        try {
            if (!this.isBroken) appendFileSync(this.path, text);
        } catch {
            // A full disk: what comes after a line that is missing must not be added.
            this.isBroken = true;
        }
    }

    private take(line: Line): void {
        if ("all" in line) this.entries.clear();
        else if ("answer" in line) this.entries.set(line.key, line);
        else if ("key" in line) this.entries.delete(line.key);
        else {
            if ("looked" in line) this.looked = line.looked;
            this.written = line.written;
        }
    }

    private read(text: string): void {
        try {
            // This class wrote it, in the same version of the package.
            this.take(JSON.parse(text) as Line);
        } catch {
            // A run died in the middle of a line.
        }
    }

    /** In one step, so that nobody reads half a file. */
    private rewrite(head: string): void {
        const lines: Line[] = [...this.entries.values()];
        if (this.looked !== undefined)
            lines.push({ looked: this.looked, ...(this.written && { written: this.written }) });
        const passing = `${this.path}.${process.pid}`;
        const text = [head, ...lines.map((line) => JSON.stringify(line))].map((line) => `${line}\n`).join("");
        writeFileSync(passing, text, { mode: 0o600, flag: "wx" });
        renameSync(passing, this.path);
    }
}

/** The lines of a file; none if it does not exist. */
function linesOf(path: string): string[] {
    let file: number;
    try {
        file = openSync(path, constants.O_RDWR | constants.O_NOFOLLOW | constants.O_APPEND);
    } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
        throw error;
    }
    try {
        const { uid, mode } = fstatSync(file);
        if (process.getuid && (uid !== process.getuid() || (mode & 0o022) !== 0)) {
            throw new Error(`others may write ${path}. Delete it.`);
        }
        // A pipeline that unpacked it may have opened it to readers.
        if ((mode & 0o077) !== 0) fchmodSync(file, 0o600);
        const text = readFileSync(file, "utf8");
        // What comes next must not go on in a line that was broken off.
        if (text !== "" && !text.endsWith("\n")) appendFileSync(file, "\n");
        return text.split("\n").filter(Boolean);
    } finally {
        closeSync(file);
    }
}

/** In the folder of this user for what may be deleted at any time. */
function defaultPath({ url, userId }: Asker): string {
    const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
    const mac = process.platform === "darwin" && join(homedir(), "Library/Caches");
    const folder = XDG_CACHE_HOME || LOCALAPPDATA || mac || join(homedir(), ".cache");
    const name = createHash("sha256").update(`${url} ${userId}`).digest("hex").slice(0, 16);
    return join(folder, "access-governance", `${name}.jsonl`);
}

function packageVersion(): string {
    const manifest = readFileSync(join(__dirname, "../../../package.json"), "utf8");
    return (JSON.parse(manifest) as { version: string }).version;
}
