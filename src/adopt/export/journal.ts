import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { foreignJson } from "../../api/transport/json.js";

/** Maximum age of the reads of an interrupted inventory, in milliseconds. */
const RESUMABLE_MS = 60 * 60_000;

/** Stores the reads of an inventory in a file, so that an interrupted inventory can resume. */
export class ReadJournal {
    /** Start of the interrupted inventory, as an ISO date; undefined if there is none. */
    readonly begun: string | undefined;
    private readonly entries = new Map<string, unknown>();
    private pending: string[] = [];

    /**
     * @param file path of the journal; an old journal, or one of another organization, is discarded
     * @param of identifies the organization: URL and user
     */
    constructor(
        private readonly file: string,
        of: string,
        now = Date.now(),
    ) {
        const [head, ...lines] = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
        const begun = head === undefined ? undefined : headOf(head);
        const isFresh = begun?.of === of && now - begun.at <= RESUMABLE_MS;
        this.begun = isFresh ? new Date(begun.at).toISOString() : undefined;
        if (!isFresh) {
            writeFileSync(file, `${JSON.stringify({ of, at: now })}\n`, { mode: 0o600 });
            return;
        }
        // Ends an incomplete last line, so that it does not damage the next line.
        if (lines.at(-1) !== "") this.pending.push("");
        for (const line of lines) {
            // The last line may be incomplete.
            const entry = foreignJson(line)?.value;
            if (Array.isArray(entry) && typeof entry[0] === "string") this.entries.set(entry[0], entry[1]);
        }
    }

    /** Number of reads from the interrupted inventory. */
    get size(): number {
        return this.entries.size;
    }

    recall(key: string): unknown {
        return this.entries.get(key);
    }

    keep(key: string, value: unknown): void {
        this.pending.push(JSON.stringify([key, value]));
        if (this.pending.length >= 100) this.flush();
    }

    /** Writes the entries that are still in memory. */
    flush(): void {
        if (this.pending.length > 0) appendFileSync(this.file, `${this.pending.join("\n")}\n`);
        this.pending = [];
    }

    /** Deletes the journal. Called when all reads are complete. */
    done(): void {
        this.pending = [];
        rmSync(this.file, { force: true });
    }
}

function headOf(line: string): { of: unknown; at: number } | undefined {
    const head = foreignJson(line)?.value;
    if (typeof head !== "object" || head === null || !("of" in head) || !("at" in head)) return undefined;
    return { of: head.of, at: Number(head.at) };
}
