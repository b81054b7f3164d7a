import { appendFileSync, closeSync, lstatSync, mkdirSync, openSync, readSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A resource that a program will declare. The program's process announces it to the provider's process, so that the provider can read
 * several objects at once; the engine requests them one by one. It contains keys and property names but no other values; the forecast file
 * also contains the names of looked-up objects, and the ids that resources refer to. Forecasts only improve performance: without one, each read starts only when the engine
 * requests the resource, and a wrong forecast costs one unnecessary read.
 */
export interface Forecast {
    /** Name of the kind. */
    readonly kind: string;
    /** Name of the resource in the program. */
    readonly name: string;
    /** Number of the provider that serves the resource. 0: the provider with the stack's settings. */
    readonly provider: number;
    /** Key properties whose values are known. */
    readonly key: Readonly<Record<string, string>>;
    /** Key properties that contain the id of a resource that was forecast earlier, each with the number of that forecast, from 0. */
    readonly ids: Readonly<Record<string, number>>;
    /** Names of the properties that the program sets. */
    readonly given: readonly string[];
}

/** The objects whose ids the program passes to a resource, so that a message about a deleted object can name everything that refers to it. */
export interface Mentions {
    /** Name of the kind. */
    readonly kind: string;
    /** Name of the resource in the program. */
    readonly name: string;
    /** The ids, without those of other resources of the program. */
    readonly mentions: readonly string[];
}

/** An object that the program looked up. Announced so that messages can show its name. */
interface LookedUpObject {
    readonly id: string;
    readonly called: string;
}

/** Announces a preview in which the program itself reports conflicts. */
interface Preview {
    readonly preview: true;
}

/**
 * Returns the path of the forecast file. It is derived from the engine's address, which both processes know. Undefined if no private folder
 * is available.
 */
export function forecastFile(engine: string): string | undefined {
    const port = /:(\d+)$/.exec(engine)?.[1];
    if (port === undefined) return undefined;
    const user = process.getuid?.();
    const folder = join(tmpdir(), `access-governance-${user ?? "user"}`);
    try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const { uid, mode } = lstatSync(folder);
        // On Windows, the temporary folder already belongs to the user.
        const isPrivate = user === undefined || (uid === user && (mode & 0o170077) === S_IFDIR);
        return isPrivate ? join(folder, `${port}.jsonl`) : undefined;
    } catch {
        return undefined;
    }
}

/** Writer of the forecast file, used by the program. Writes each forecast immediately, in order. */
export class ForecastWriter {
    private count = 0;
    private lines: string[] = [];
    private state: "new" | "open" | "closed" = "new";

    constructor(
        private readonly file: string,
        isPreview = false,
    ) {
        if (isPreview) this.append({ preview: true } satisfies Preview);
    }

    /** Writes a forecast. Returns its number. */
    add(forecast: Forecast): number {
        this.append(forecast);
        this.count += 1;
        return this.count - 1;
    }

    /** Records the name of an object. */
    name(id: string, called: string): void {
        this.append({ id, called } satisfies LookedUpObject);
    }

    /** Records the ids that a resource contains. */
    mention(mentions: Mentions): void {
        if (mentions.mentions.length > 0) this.append(mentions);
    }

    private append(line: object): void {
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
            // The disk may be full, or the folder deleted. The provider then reads each object when the engine requests it.
            this.state = "closed";
        }
    }

    /** Replaces the forecasts of an earlier program run by this engine. */
    private open(): void {
        rmSync(this.file, { force: true });
        closeSync(openSync(this.file, "wx", 0o600));
        if (files.size === 0) process.once("exit", removeAll);
        files.add(this.file);
        this.state = "open";
    }
}

/** Files that this process has written. They are deleted when it exits. */
const files = new Set<string>();

function removeAll(): void {
    for (const file of files) rmSync(file, { force: true });
}

/** Reader of the forecast file, used by the provider. */
export class ForecastReader {
    /** Names of the objects that the program has looked up so far, by id. */
    readonly names = new Map<string, string>();
    /** The ids that resources contain so far. */
    readonly mentions: Mentions[] = [];
    /** Whether this is a preview in which the program itself reports conflicts. */
    isPreview = false;
    private offset = 0;
    private inode: number | undefined;

    /** @param since time in milliseconds since 1970; a file that was last written before it comes from a killed program, and is ignored */
    constructor(
        private readonly file: string,
        private readonly since: number,
    ) {}

    /** Returns the forecasts added since the last call. Fast if there are none. */
    poll(): readonly Forecast[] {
        try {
            const { ino, size, mtimeMs } = statSync(this.file);
            // Forecasts of another program are ignored, because each program of an engine has its own provider.
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
            // The text after the last line break is still being written.
            const whole = read.subarray(0, read.lastIndexOf("\n") + 1);
            this.offset += whole.length;
            // The content is trusted: only this user can write the file, and the same version of the package wrote it.
            const lines = whole
                .toString()
                .split("\n")
                .filter(Boolean)
                .map((line) => JSON.parse(line) as Forecast | Mentions | LookedUpObject | Preview);
            return lines.filter((one): one is Forecast => {
                if ("called" in one) this.names.set(one.id, one.called);
                if ("mentions" in one) this.mentions.push(one);
                if ("preview" in one) this.isPreview = true;
                return "key" in one;
            });
        } finally {
            closeSync(file);
        }
    }
}

/** File type and permission bits that `stat` returns for a private folder. */
const S_IFDIR = 0o040000;
