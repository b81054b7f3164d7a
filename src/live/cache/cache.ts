import type { Client } from "../../api/client.js";
import type { Event } from "../../api/generated/types.gen.js";
import type { Write } from "../../api/write.js";
import { CacheError } from "../../errors.js";
import { CacheFile, type Entry } from "./cache-file.js";
import { changesOf, doubtIn, eventsSince, isNamed, timeOf } from "./changes.js";
import { idsIn } from "./ids.js";
import { lessonsFrom, type PendingWrite, settledUntil } from "./lessons.js";
import { touchedBy } from "./touched.js";

/** Input of a cache. */
export interface CacheOptions {
    readonly client: Client;
    /** Path of the file; null for the default one in the user's cache folder. */
    readonly path: string | null;
    /** Id of the user of the token; undefined if the service does not return it. */
    readonly userId: () => Promise<string | undefined>;
    /** Prints a line for people. */
    readonly say: (line: string) => void;
}

/** Maximum delay between a change and its audit event in the list, in milliseconds. */
const LATE_MS = 15 * 60_000;

/** Maximum lag of an answer behind an earlier write, in milliseconds. */
const LAG_MS = 60_000;

/** Number of cached answers that justify reading a page of audit events. */
const WORTH_A_PAGE = 10;

/** Maximum pending writes. A run with more teaches nothing. */
const MOST_PENDING = 10_000;

/** An answer from `Live`. */
interface Reading {
    readonly key: string;
    readonly answer: unknown;
    /** The object that the part belongs to. */
    readonly object: object;
    /** See `PartOptions`. */
    readonly writtenBy: readonly string[];
}

/** An open file, the user of its token, and the start of this run by the service's clock. */
interface Opened {
    readonly file: CacheFile;
    readonly userId: string;
    readonly since: number;
}

/**
 * Answers of earlier runs that no later audit event affects. Used only to detect differences: whatever differs is read
 * again.
 *
 * The API does not list its event types, so each one is learned: the file remembers the writes of this program, and a later run looks for their
 * events among those that it reads anyway. An event of an unknown form invalidates every older answer.
 */
export class Cache {
    /** Start of this run by the local clock. Answers read before the file is open count as this old. */
    private readonly begun = Date.now();
    private opened: Promise<Opened | undefined> | undefined;
    private checked: Promise<unknown> | undefined;
    /** Keys of the parts that this run read. */
    private readonly kept = new Set<string>();
    private isOverfull = false;

    constructor(private readonly options: CacheOptions) {
        options.client.onWrite((write) => this.wrote(write));
    }

    /** Returns the answer if it is still valid. */
    async recall(key: string): Promise<unknown> {
        this.checked ??= this.with((opened) => this.check(opened));
        await this.checked;
        const file = (await this.opened)?.file;
        const entry = file?.entries.get(key);
        if (!entry || !file?.lessons.shows(entry.writtenBy)) return undefined;
        return this.options.client.now() < (entry.until ?? Number.POSITIVE_INFINITY) ? entry.answer : undefined;
    }

    /** Stores an answer that this run requested. */
    keep({ key, answer, object, writtenBy }: Reading): void {
        void this.with(({ file, since }) => {
            const until = endOf(answer, since);
            const names = idsIn(object).filter((id) => !key.includes(id));
            this.kept.add(key);
            // The object may have been read long before, and a later event may have changed both.
            file.write({ key, at: since, ...(until && { until }), names, writtenBy: [...writtenBy], answer });
        });
    }

    /** Removes an answer that is no longer valid. */
    forget(key: string): void {
        if (this.opened) void this.with(({ file }) => file.entries.has(key) && file.write({ key }));
    }

    /** Remembers a write, so that a later run can find its event. */
    private wrote(write: Write): void {
        const { operation, from, at } = write;
        const touched = touchedBy(write);
        if (touched.length === 0) return;
        void this.with(({ file }) => {
            const pending = { operation, from, at, touched };
            const isOver = file.pending.length >= MOST_PENDING;
            // If only some writes were remembered, the events of others could be taken for theirs.
            if (isOver && !this.isOverfull) file.write({ settled: Number.MAX_SAFE_INTEGER });
            this.isOverfull ||= isOver;
            file.write(this.isOverfull ? { unheard: pending } : { written: pending });
        });
    }

    /** Runs `work` once the file is open. If it cannot be opened, prints why, once, and does nothing. */
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
        return { file: new CacheFile(path, { url: client.url, userId }, since), userId, since };
    }

    /** Invalidates the answers that audit events affect. */
    private async check({ file, userId, since }: Opened): Promise<void> {
        const { client, say } = this.options;
        const entries = [...file.entries.values()].filter(({ key }) => !this.kept.has(key));
        if (entries.length === 0) {
            file.write({ looked: since });
            return;
        }
        const { written, pending } = file;
        const unseen = (file.looked ?? 0) - LATE_MS;
        const first = Math.min(unseen, ...pending.map(({ from }) => from - LAG_MS));
        const { events, unclear } = await eventsSince(client, first, Math.ceil(entries.length / WORTH_A_PAGE));
        if (unclear === undefined) this.learn(file, pending, events, userId, since);
        else file.write({ settled: since });
        const isHeard = !written || (await this.isHeard(written, events, first));
        if (written && isHeard) file.write({ heard: written.at });
        // Earlier runs have judged older events. An event with an unreadable time counts as recent.
        const recent = events.filter((event) => !(timeOf(event) < unseen));
        const doubt = doubtIn(recent, (event) => file.lessons.knows(event));
        const isOld = ({ at }: Entry): boolean => doubt !== undefined && !(doubt.until < at - LAG_MS);
        const why =
            unclear ?? (isHeard ? undefined : unheard(written)) ?? (entries.every(isOld) ? doubt?.why : undefined);
        if (why !== undefined) {
            say(`The cache is not used, and everything is read: ${why}`);
            file.write({ all: since }, { looked: since });
            return;
        }
        const isTouched = changesOf(events);
        const touched = entries.filter((entry) => isOld(entry) || isTouched(entry, entry.at - LAG_MS));
        file.write(...touched.map(({ key }) => ({ key })), { looked: since });
        const rest = entries.filter((entry) => file.entries.get(entry.key) === entry);
        const held = rest.filter(({ writtenBy }) => file.lessons.shows(writtenBy));
        const unproven = rest.filter((entry) => !held.includes(entry));
        if (held.length > 0) say(summary(held, touched.length, recent.length, since));
        if (unproven.length > 0) say(unprovenText(unproven));
    }

    /** Stores what the events teach about earlier writes, and forgets the writes that can teach nothing more. */
    private learn(
        file: CacheFile,
        pending: readonly PendingWrite[],
        events: readonly Event[],
        userId: string,
        now: number,
    ): void {
        const isFinal = ({ at }: PendingWrite): boolean => at + LATE_MS <= now;
        const lessons = lessonsFrom(pending, events, userId, isFinal).filter((lesson) => file.lessons.isNew(lesson));
        file.write(...lessons);
        const settled = settledUntil(pending, isFinal);
        if (settled !== undefined) file.write({ settled });
    }

    /** Whether an event names an object of the last write. */
    private async isHeard({ at, touched: [ids = []] }: PendingWrite, events: readonly Event[], first: number) {
        const since = at - LAG_MS;
        const [id = ""] = ids;
        const isListed = events.some((event) => !(timeOf(event) < since) && idsIn(event.sub_events).includes(id));
        return isListed || (first > since && (await isNamed(this.options.client, id, since)));
    }
}

/** Why the events are incomplete: the last write of the program is missing. */
function unheard({ at, touched: [ids = []] }: PendingWrite): string {
    return `no audit event reports what this program wrote at ${new Date(at).toISOString()} (${ids[0]}).`;
}

function unprovenText(entries: readonly Entry[]): string {
    const operations = [...new Set(entries.flatMap(({ writtenBy }) => writtenBy))].sort().join(", ");
    return `${counted(entries.length, "answer")} from the cache not used: the audit events of ${operations} have not been learned yet.`;
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

/** When an answer expires: at the first date in it that was in the future when it was requested. */
function endOf(answer: unknown, at: number): number | undefined {
    const dates = JSON.stringify(answer).match(DATE) ?? [];
    const ends = dates.map((date) => Date.parse(date)).filter((time) => time > at - LAG_MS);
    return ends.length > 0 ? Math.min(...ends) : undefined;
}

const DATE = /\d{4}-\d\d-\d\dT\d\d:\d\d(:[\d.]+)?(Z|[+-]\d\d:?\d\d)/g;
