import { appendFileSync, closeSync, lstatSync, mkdirSync, openSync, readSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * What a program will declare, announced by its process to that of the provider, because the
 * engine asks for one resource after another. It contains keys and property names but no other
 * values; the file also contains the names of looked-up objects. Nothing depends on it: without
 * it, every read waits until it is asked for, and if it is wrong, a read was unnecessary.
 */
export interface Forecast {
    /** Name of the kind. */
    readonly kind: string;
    /** Name of the resource in the program. */
    readonly name: string;
    /** Which provider of the program serves it: 0 for that of the stack's settings. */
    readonly provider: number;
    /** Key properties whose values are known. */
    readonly key: Readonly<Record<string, string>>;
    /** The properties of its key that are the id of an earlier one, with its number, the first being 0. */
    readonly ids: Readonly<Record<string, number>>;
    /** Names of the properties that the program gives. */
    readonly given: readonly string[];
}

/** An object that the program looked up: messages may speak of it by its name. */
interface Named {
    readonly id: string;
    readonly called: string;
}

/** The run writes nothing, and its program reports conflicts itself. */
interface Preview {
    readonly preview: true;
}

/**
 * The file for forecasts, by the address of the engine that runs both processes; undefined if no
 * private folder is available.
 */
export function forecastFile(engine: string): string | undefined {
    const port = /:(\d+)$/.exec(engine)?.[1];
    if (port === undefined) return undefined;
    const user = process.getuid?.();
    const folder = join(tmpdir(), `access-governance-${user ?? "user"}`);
    try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const { uid, mode } = lstatSync(folder);
        // On Windows, the temporary folder belongs to the user.
        const isPrivate = user === undefined || (uid === user && (mode & 0o170077) === S_IFDIR);
        return isPrivate ? join(folder, `${port}.jsonl`) : undefined;
    } catch {
        return undefined;
    }
}

/** The program's side: writes each forecast immediately, in order. */
export class ForecastWriter {
    private count = 0;
    private lines: string[] = [];
    private state: "new" | "open" | "closed" = "new";

    constructor(
        private readonly file: string,
        isPreview = false,
    ) {
        if (isPreview) this.add({ preview: true } satisfies Preview);
    }

    /** Returns the number of the forecast. */
    tell(forecast: Forecast): number {
        this.add(forecast);
        this.count += 1;
        return this.count - 1;
    }

    /** Records the name of an object. */
    name(id: string, called: string): void {
        this.add({ id, called } satisfies Named);
    }

    private add(line: object): void {
        if (this.lines.length === 0) queueMicrotask(() => this.flush());
        this.lines.push(`${JSON.stringify(line)}\n`);
    }

    private flush(): void {
        const text = this.lines.join("");
        this.lines = [];
        try {
            if (this.state === "new") this.open();
            if (this.state === "open") appendFileSync(this.file, text);
        } catch {
            // The disk is full or the folder was deleted: the provider then reads on demand.
            this.state = "closed";
        }
    }

    /** Replaces the forecasts of an earlier program of this engine. */
    private open(): void {
        rmSync(this.file, { force: true });
        closeSync(openSync(this.file, "wx", 0o600));
        if (files.size === 0) process.once("exit", removeAll);
        files.add(this.file);
        this.state = "open";
    }
}

/** What this process has written, and nobody reads after it. */
const files = new Set<string>();

function removeAll(): void {
    for (const file of files) rmSync(file, { force: true });
}

/** The side of the provider. */
export class ForecastReader {
    /** Names of the objects that the program looked up so far, by id. */
    readonly names = new Map<string, string>();
    /** Whether this is a preview whose program reports conflicts itself. */
    isPreview = false;
    private offset = 0;
    private inode: number | undefined;

    /** @param since earlier forecasts are ignored, as those of a killed program; in milliseconds since 1970 */
    constructor(
        private readonly file: string,
        private readonly since: number,
    ) {}

    /** The forecasts since the last call. Cheap if there are none. */
    news(): readonly Forecast[] {
        try {
            const { ino, size, mtimeMs } = statSync(this.file);
            // Another program of the same engine has its own provider.
            if (mtimeMs < this.since || ino !== (this.inode ?? ino)) return [];
            this.inode = ino;
            return size > this.offset ? this.read(size - this.offset) : [];
        } catch {
            return [];
        }
    }

    private read(length: number): readonly Forecast[] {
        const file = openSync(this.file, "r");
        try {
            const bytes = Buffer.alloc(length);
            const read = bytes.subarray(0, readSync(file, bytes, 0, length, this.offset));
            // Text after the last line break is still being written.
            const whole = read.subarray(0, read.lastIndexOf("\n") + 1);
            this.offset += whole.length;
            // The file is the user's own, and the same version of the package wrote it.
            const told = whole
                .toString()
                .split("\n")
                .filter(Boolean)
                .map((line) => JSON.parse(line) as Forecast | Named | Preview);
            return told.filter((one): one is Forecast => {
                if ("called" in one) this.names.set(one.id, one.called);
                if ("preview" in one) this.isPreview = true;
                return "key" in one;
            });
        } finally {
            closeSync(file);
        }
    }
}

/** Result of `stat` for a folder. */
const S_IFDIR = 0o040000;
