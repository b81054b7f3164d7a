import type { Client, Write } from "../../api/client.js";
import { CacheError } from "../../errors.js";
import { CacheFile, type Entry } from "./cache-file.js";
import { changesSince, idsIn, isNamed } from "./changes.js";

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

/** A file, and when this run began by the service's clock. */
interface Opened {
    readonly file: CacheFile;
    readonly since: number;
}

/**
 * Answers of earlier runs, as far as no audit event since then touches them. Where the events cannot tell, nothing of it counts. It serves
 * nothing but the question whether something differs: what does is read again.
 */
export class Cache {
    /** Not before something is asked for: what was read until then is as old as this. */
    private readonly begun = Date.now();
    private opened: Promise<Opened | undefined> | undefined;
    private checked: Promise<unknown> | undefined;
    private lastWrite: Write | undefined;
    /** What this run read. */
    private readonly kept = new Set<string>();

    constructor(private readonly options: CacheOptions) {}

    /** The answer, if it still holds. */
    async recall(key: string): Promise<unknown> {
        this.checked ??= this.with(({ file, since }) => this.check(file, since));
        await this.checked;
        const entry = (await this.opened)?.file.entries.get(key);
        return entry && this.options.client.now() < (entry.until ?? Number.POSITIVE_INFINITY)
            ? entry.answer
            : undefined;
    }

    /** Keeps an answer that was asked for in this run, with the object that it belongs to. */
    keep(key: string, answer: unknown, object: object): void {
        void this.with(({ file, since }) => {
            const until = endOf(answer, since);
            const names = idsIn(object).filter((id) => !key.includes(id));
            this.kept.add(key);
            // The object may have been read long before, and an event since then may have changed both.
            file.write({ key, at: since, ...(until && { until }), names, answer });
        });
    }

    /** The answer is no longer what the service would say. */
    forget(key: string): void {
        if (this.opened) void this.with(({ file }) => file.entries.has(key) && file.write({ key }));
    }

    /** Something was written: an audit event is to tell of it. */
    wrote(): void {
        const { lastWrite } = this.options.client;
        if (!lastWrite || lastWrite === this.lastWrite) return;
        this.lastWrite = lastWrite;
        void this.with(({ file }) => file.write({ written: lastWrite }));
    }

    /** Works on the file once it is open; nothing is done if it cannot be had, which is said once. */
    private async with<T>(work: (opened: Opened) => T): Promise<T | undefined> {
        this.opened ??= this.open().catch((error: unknown) => {
            this.options.say(`The cache is not used: ${error instanceof Error ? error.message : error}`);
            return undefined;
        });
        const opened = await this.opened;
        return opened && work(opened);
    }

    private async open(): Promise<Opened> {
        const { client, path } = this.options;
        const userId = await this.options.userId();
        if (userId === undefined) throw new CacheError("the service does not say whose token this is.");
        const since = client.now() - (Date.now() - this.begun);
        return { file: new CacheFile(path, { url: client.url, userId }, since), since };
    }

    /** Drops what audit events touch. */
    private async check(file: CacheFile, since: number): Promise<void> {
        const { client, say } = this.options;
        const entries = [...file.entries.values()].filter(({ key }) => !this.kept.has(key));
        if (entries.length === 0) {
            file.write({ looked: since });
            return;
        }
        const { written } = file;
        const [changes, isHeard] = await Promise.all([
            changesSince(client, (file.looked ?? 0) - LATE_MS, Math.ceil(entries.length / WORTH_A_PAGE)),
            written ? isNamed(client, written.id, written.at - LAG_MS) : true,
        ]);
        if (written && isHeard) file.write({ heard: written.at });
        const why = changes.unclear ?? (isHeard || !written ? undefined : unheard(written));
        if (why !== undefined) {
            say(`Nothing of the cache counts, and everything is read: ${why}`);
            file.write({ all: since }, { looked: since });
            return;
        }
        const touched = entries.filter((entry) => changes.touch(entry, entry.at - LAG_MS));
        file.write(...touched.map(({ key }) => ({ key })), { looked: since });
        const held = entries.filter((entry) => file.entries.get(entry.key) === entry);
        if (held.length > 0) say(summary(held, touched.length, changes.count, since));
    }
}

/** Why the events do not tell everything: what the program wrote last is not among them. */
function unheard({ at, id }: Write): string {
    return `the audit events do not tell of what this program wrote at ${new Date(at).toISOString()} (${id}).`;
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
