import { randomUUID } from "node:crypto";
import type { Client } from "../../../api/client.js";
import { CallError } from "../../../api/errors.js";
import type { Event } from "../../../api/generated/types.gen.js";
import type { Write } from "../../../api/write.js";
import { CacheError } from "../../../common/errors.js";
import { Patience } from "../patience.js";
import { CacheFile, type Entry } from "./cache-file.js";
import { changesOf, doubtIn, type Events, eventsSince, isListed, isNamed } from "./changes.js";
import { idsIn } from "./ids.js";
import { isBy, lessonsFrom, type PendingWrite, settledUntil, timeOf } from "./lessons.js";
import { isOfProbe, LAG_MS, type Look, laterThan, lookOf, lostFrom, newestOf, WINDOW_MS } from "./looks.js";
import { probe } from "./probe.js";
import { foreignText, lostText, silentText, summary, unheardText, unprovenText } from "./texts.js";
import { touchedBy } from "./touched.js";

/** Options of a cache. */
export interface CacheOptions {
    readonly client: Client;
    /** Path of the cache file. Null: the default file in the user's cache folder. */
    readonly path: string | null;
    /** Whether each run is allowed to create and delete a tag. Otherwise it could not be checked that the audit events are up to date. */
    readonly mayProbe: boolean;
    /** Id of the user that the token belongs to; undefined if the service does not return it. */
    readonly userId: () => Promise<string | undefined>;
    /** How long to wait for the audit events of the tag. */
    readonly patience?: Patience;
    /** Prints a line for the user. */
    readonly say: (line: string) => void;
}

/**
 * Time after which the missing event of a write is no longer expected, and maximum difference between clocks when grants expire, in
 * milliseconds.
 */
const LATE_MS = 15 * 60_000;

/** Number of cached responses that justify reading one page of audit events. */
const WORTH_A_PAGE = 10;

/** Maximum number of pages of audit events to read if the cache is empty. */
const FIRST_PAGES = 10;

/** Maximum number of times to read the audit events again if they do not contain this run's tag. */
const MOST_WAITS = 2;

/** Maximum number of writes whose events have not been found yet. If a run exceeds it, its writes are not matched with events. */
const MOST_PENDING = 10_000;

/** A response that `Live` received. */
interface Reading {
    readonly key: string;
    readonly answer: unknown;
    /** The object that the cached part belongs to. */
    readonly object: object;
    /** See `PartOptions`. */
    readonly writtenBy: readonly string[];
    /** Id of the snapshot of the audit events before the request was sent. */
    readonly look: string | undefined;
}

/** An open cache file, the user of the token, and the start of this run by the service's clock. */
interface Opened {
    readonly file: CacheFile;
    readonly userId: string;
    readonly since: number;
}

/** The audit events, including those of this run's tag. */
interface Listed extends Events {
    /** Ids of the events about the tag. */
    readonly probed: ReadonlySet<string>;
    /** Timestamp of the first event about the tag of this run. */
    readonly at: number;
}

/**
 * Responses from earlier runs that no later audit event affects. Used only to check that an object has not changed: everything that differs
 * is read again.
 *
 * A response is used only if the audit events would have shown a change. As evidence, they must contain an event that this run caused, all
 * events that an earlier run saw, and an event that another user or the console caused. The API does not document its event types, so their
 * meaning is determined from observations: the file stores the writes of this program, and a later run looks for their events among those
 * that it reads anyway. An event of an unknown form invalidates all older responses.
 */
export class Cache {
    /** Start of this run by the local clock. */
    private readonly begun = Date.now();
    private readonly patience: Patience;
    private opened: Promise<Opened | undefined> | undefined;
    private checked: Promise<unknown> | undefined;
    private done: string | undefined;
    private isOverfull = false;

    constructor(private readonly options: CacheOptions) {
        this.patience = options.patience ?? new Patience();
        options.client.onWrite((write) => this.wrote(write));
    }

    /** Id of this run's snapshot of the audit events; undefined until it is complete, or if the events turned out to be unreliable. */
    get look(): string | undefined {
        return this.done;
    }

    /** Returns the cached response if it is still valid. */
    async recall(key: string): Promise<unknown> {
        this.checked ??= this.with((opened) => this.check(opened));
        await this.checked;
        const file = (await this.opened)?.file;
        const entry = this.done === undefined ? undefined : file?.entries.get(key);
        if (!entry || !file?.lessons.shows(entry.writtenBy)) return undefined;
        return this.options.client.now() < (entry.until ?? Number.POSITIVE_INFINITY) ? entry.answer : undefined;
    }

    /**
     * Stores a response if it was requested after this run read the audit events. Earlier responses are not stored, because it is unknown
     * which events came after them.
     */
    keep({ key, answer, object, writtenBy, look }: Reading): void {
        if (look === undefined) return;
        void this.with(({ file, since }) => {
            const until = endOf(answer, since);
            const names = idsIn(object).filter((id) => !key.includes(id));
            file.write({ key, at: since, look, ...(until && { until }), names, writtenBy: [...writtenBy], answer });
        });
    }

    /** Removes a cached response that is no longer valid. */
    forget(key: string): void {
        if (this.opened) void this.with(({ file }) => file.entries.has(key) && file.write({ key }));
    }

    /** Records a write, so that a later run can find its event. */
    private wrote(write: Write): void {
        const { operation, from, at } = write;
        const touched = touchedBy(write);
        if (touched.length === 0) return;
        void this.with(({ file }) => {
            const pending = { operation, from, at, touched };
            const isOver = file.pending.length >= MOST_PENDING;
            // Storing only some of the writes would be wrong: events of other writes could be mistaken for theirs.
            if (isOver && !this.isOverfull) file.write({ settled: Number.MAX_SAFE_INTEGER });
            this.isOverfull ||= isOver;
            file.write(this.isOverfull ? { unheard: pending } : { written: pending });
        });
    }

    /** Runs `work` once the cache file is open. If it cannot be opened, prints the reason once and does not run `work`. */
    private async with<T>(work: (opened: Opened) => T): Promise<T | undefined> {
        this.opened ??= this.open().catch((error: unknown) => {
            this.options.say(`The cache is not used: ${error instanceof Error ? error.message : error}`);
            return undefined;
        });
        const opened = await this.opened;
        return opened && work(opened);
    }

    private async open(): Promise<Opened> {
        const { client, path, mayProbe } = this.options;
        if (!mayProbe) {
            throw new CacheError(
                "access-governance:cacheProbe is not set. Set it to true to let each run create and delete a tag, which shows whether the audit events are up to date, or remove access-governance:cache.",
            );
        }
        const userId = await this.options.userId();
        if (userId === undefined) throw new CacheError("the service does not return the user of the token.");
        const since = client.now() - (Date.now() - this.begun);
        return { file: new CacheFile(path, { url: client.url, userId }, since), userId, since };
    }

    /** Reads the audit events and invalidates the cached responses that they affect. */
    private async check({ file, userId, since }: Opened): Promise<void> {
        const { client, say } = this.options;
        const entries = [...file.entries.values()];
        const looks = [...new Set(entries.map(({ look }) => look))].flatMap((look) => file.looks.get(look) ?? []);
        const readAll = (why: string): void => {
            if (entries.length > 0) file.write({ all: since });
            say(`The cache is not used, and everything is read from the service: ${why}`);
        };
        if (file.lost !== undefined) return readAll(lostText(file.lost, file.path));
        const tagId = await probe(client, say).catch(errorText);
        if (typeof tagId !== "string")
            return readAll(`the tag that shows whether the audit events are up to date ${tagId.text}`);
        const elapsed = Date.now() - this.begun;
        const pending = [...file.pending];
        const { written } = file;
        const unseen = looks.length > 0 ? looks.map(({ from }) => from) : [since - WINDOW_MS];
        const first = Math.min(...unseen, ...pending.map(({ from }) => from - LAG_MS));
        const most = entries.length === 0 ? FIRST_PAGES : Math.ceil(entries.length / WORTH_A_PAGE);
        const { events, probed, at, unclear } = await this.listed(first, most, tagId);
        if (unclear !== undefined) {
            file.write({ settled: since });
            return readAll(unclear);
        }
        const lost = lostFrom(looks, events);
        if (lost !== undefined) {
            file.write({ lost });
            return readAll(lostText(lost, file.path));
        }
        this.learn(file, pending, events, userId, since);
        const listed = newestOf(events.filter((event) => !isBy(event, userId)));
        const foreign = listed ?? file.lastLook?.foreign;
        const isHeard = !written || (await this.isHeard(written, events, first));
        if (written && isHeard) file.write({ heard: written.at });
        const seesOthers = listed !== undefined || (foreign !== undefined && (await isListed(client, foreign)));
        const id = randomUUID();
        const look = lookOf(events, { probed, at, elapsed }, { look: id, foreign, judged: file.lines });
        const others = events.filter(({ event_id }) => !probed.has(event_id));
        if (!isHeard && entries.length > 0) readAll(unheardText(written));
        else if (!seesOthers && entries.length > 0) readAll(foreignText(foreign?.id));
        else this.judge(file, entries, looks, others, since);
        file.write(look);
        this.done = id;
    }

    /** Removes the cached responses that later events may have changed, and prints a summary of the remaining ones. */
    private judge(
        file: CacheFile,
        entries: readonly Entry[],
        looks: readonly Look[],
        events: readonly Event[],
        now: number,
    ): void {
        const { say } = this.options;
        const judgements = new Map(looks.map((look) => [look.look, judgementOf(file, look, events)]));
        const held: Entry[] = [];
        for (const entry of entries) {
            const judgement = judgements.get(entry.look);
            if (judgement && judgement.doubt === undefined && !judgement.isChanged(entry)) held.push(entry);
            else file.write({ key: entry.key });
        }
        const used = [...judgements.values()];
        const doubt = used.find((judgement) => judgement.doubt !== undefined)?.doubt;
        if (held.length === 0 && doubt !== undefined)
            say(`The cache is not used, and everything is read from the service: ${doubt}`);
        const later = new Set(used.flatMap((judgement) => judgement.later));
        const proven = held.filter(({ writtenBy }) => file.lessons.shows(writtenBy));
        const unproven = held.filter((entry) => !proven.includes(entry));
        if (proven.length > 0) say(summary(proven, entries.length - held.length, later.size, now));
        if (unproven.length > 0) say(unprovenText(unproven));
    }

    /** Reads the audit events, several times if necessary, until they contain this run's tag. */
    private async listed(first: number, most: number, tagId: string): Promise<Listed> {
        for (let waits = 0; ; waits += 1) {
            const { events, ...rest } = await eventsSince(this.options.client, first, most);
            const own = events.filter((event) => isOfProbe(event, tagId));
            const at = Math.min(...own.map(timeOf).filter((time) => !Number.isNaN(time)));
            const listed = { events, probed: new Set(own.map(({ event_id }) => event_id)), at, ...rest };
            if (rest.unclear !== undefined || Number.isFinite(at)) return listed;
            if (waits === MOST_WAITS) return { ...listed, unclear: silentText(tagId) };
            await this.patience.wait(waits);
        }
    }

    /** Whether the audit events contain an event for the last write. */
    private async isHeard({ at, touched: [ids = []] }: PendingWrite, events: readonly Event[], first: number) {
        const since = at - LAG_MS;
        const [id = ""] = ids;
        const isHere = events.some((event) => !(timeOf(event) < since) && idsIn(event.sub_events).includes(id));
        return isHere || (first > since && (await isNamed(this.options.client, id, since)));
    }

    /** Stores what the events reveal about earlier writes, and forgets the writes that no longer have to be matched. */
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
}

/** Determines which cached responses are affected by the events after a snapshot. */
function judgementOf(file: CacheFile, look: Look, events: readonly Event[]) {
    const later = laterThan(look, events);
    return { later, doubt: doubtIn(later, (event) => file.lessons.knows(event)), isChanged: changesOf(later) };
}

function errorText(error: unknown): { readonly text: string } {
    if (!(error instanceof CallError)) throw error;
    return { text: `could not be created. ${error.message}` };
}

/**
 * Returns when a response expires: shortly before its first future date, because the clock by which grants expire may be ahead.
 */
function endOf(answer: unknown, at: number): number | undefined {
    const dates = JSON.stringify(answer).match(DATE) ?? [];
    const ends = dates.map((date) => Date.parse(date) - LATE_MS).filter((time) => time > at - 2 * LATE_MS);
    return ends.length > 0 ? Math.min(...ends) : undefined;
}

const DATE = /\d{4}-\d\d-\d\dT\d\d:\d\d(:[\d.]+)?(Z|[+-]\d\d:?\d\d)/g;
