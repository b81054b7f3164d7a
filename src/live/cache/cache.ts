import type { Client } from "../../api/client.js";
import { CacheFile, type Entry } from "./cache-file.js";
import { type Changes, changesSince, idsIn } from "./changes.js";

/** What a cache needs of its run. */
export interface CacheOptions {
    readonly client: Client;
    /** Where it is kept; null for the folder of this user that may be emptied at any time. */
    readonly path: string | null;
    /** Id of the user whose token it is; undefined if the service does not say. */
    readonly userId: () => Promise<string | undefined>;
    /** Prints a line for people. */
    readonly say: (line: string) => void;
}

/** An audit event may be listed so many milliseconds after what it tells of. */
const LATE_MS = 15 * 60_000;

/** An answer may be so many milliseconds behind what was written before it. */
const LAG_MS = 60_000;

/** A page of audit events is worth reading for so many answers. */
const WORTH_A_PAGE = 10;

/**
 * Answers of earlier runs, as far as no audit event since then touches them. Where the events cannot tell, nothing of it counts. It serves
 * nothing but the question whether something differs: what does is read again.
 */
export class Cache {
    private readonly file: Promise<CacheFile | undefined>;
    private lastWrite: Client["lastWrite"];

    constructor(private readonly options: CacheOptions) {
        this.file = this.open().catch((error: unknown) => {
            options.say(`The cache is not used: ${error instanceof Error ? error.message : error}`);
            return undefined;
        });
    }

    /** The answer, if it still holds. */
    async recall(key: string): Promise<unknown> {
        const entry = (await this.file)?.entries.get(key);
        return entry && this.options.client.now() < (entry.until ?? Number.POSITIVE_INFINITY)
            ? entry.answer
            : undefined;
    }

    /** Keeps an answer that was asked for at `at`, in the service's milliseconds since 1970. */
    keep(key: string, { answer, object }: { answer: unknown; object: object }, at: number): void {
        const until = endOf(answer, at);
        const names = idsIn(object).filter((id) => !key.includes(id));
        void this.file.then((file) => file?.write({ key, at, ...(until && { until }), names, answer }));
    }

    /** The answer is no longer what the service would say. */
    forget(key: string): void {
        void this.file.then((file) => file?.entries.has(key) && file.write({ key }));
    }

    /** Something was written: an audit event is to tell of it. */
    wrote(): void {
        const { lastWrite } = this.options.client;
        if (!lastWrite || lastWrite === this.lastWrite) return;
        this.lastWrite = lastWrite;
        void this.file.then((file) => file?.write({ written: lastWrite }));
    }

    private async open(): Promise<CacheFile> {
        const { client, path, say } = this.options;
        const userId = await this.options.userId();
        if (userId === undefined) throw new Error("the service does not say whose token this is.");
        const now = client.now();
        const file = new CacheFile(path, { url: client.url, userId }, now);
        const entries = [...file.entries.values()];
        // What was written is waited for until its event comes.
        const waiting = { looked: now, ...(file.written && { written: file.written }) };
        if (entries.length === 0) {
            file.write(waiting);
            return file;
        }
        const since = Math.min(file.looked ?? 0, file.written?.at ?? Number.POSITIVE_INFINITY) - LATE_MS;
        const changes = await changesSince(client, new Date(since), Math.ceil(entries.length / WORTH_A_PAGE));
        const why = changes.unclear ?? unheard(file, changes);
        if (why !== undefined) {
            say(`Nothing of the cache counts, and everything is read: ${why}`);
            file.write({ all: now }, waiting);
            return file;
        }
        const touched = entries.filter((entry) => changes.touch(entry, entry.at - LAG_MS));
        file.write(...touched.map(({ key }) => ({ key })), { looked: now });
        if (file.entries.size > 0) say(summary([...file.entries.values()], touched.length, changes.count, now));
        return file;
    }
}

/** Why the events do not tell everything: what the last run wrote is not among them. */
function unheard({ written }: CacheFile, changes: Changes): string | undefined {
    if (!written || changes.name(written.id, written.at - LAG_MS)) return undefined;
    const time = new Date(written.at).toISOString();
    return `the audit events do not tell of what this program wrote at ${time} (${written.id}).`;
}

function summary(held: readonly Entry[], touched: number, events: number, now: number): string {
    const oldest = held.reduce((least, { at }) => Math.min(least, at), now);
    return (
        `${counted(held.length, "answer")} from the cache, read up to ${ageText(now - oldest)} ago, ` +
        `since when ${counted(events, "audit event")} touched ${counted(touched, "other")}. \`--refresh\` reads everything.`
    );
}

function counted(count: number, noun: string): string {
    return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function ageText(milliseconds: number): string {
    const minutes = Math.ceil(milliseconds / 60_000);
    return minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}

/** When an answer ends by itself: a date in it that was to come when it was asked for. */
function endOf(answer: unknown, at: number): number | undefined {
    const dates = JSON.stringify(answer).match(DATE) ?? [];
    const ends = dates.map((date) => Date.parse(date)).filter((time) => time > at - LAG_MS);
    return ends.length > 0 ? Math.min(...ends) : undefined;
}

const DATE = /\d{4}-\d\d-\d\dT\d\d:\d\d(:[\d.]+)?(Z|[+-]\d\d:?\d\d)/g;
