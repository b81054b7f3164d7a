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

/** Input of a cache. */
export interface CacheOptions {
    readonly client: Client;
    /** Path of the file; null for the default one in the user's cache folder. */
    readonly path: string | null;
    /** Whether each run may create and delete a tag. Without it, nothing shows that the audit events are up to date. */
    readonly mayProbe: boolean;
    /** Id of the user of the token; undefined if the service does not return it. */
    readonly userId: () => Promise<string | undefined>;
    /** How long to wait for the event of the tag. */
    readonly patience?: Patience;
    /** Prints a line for people. */
    readonly say: (line: string) => void;
}

/** Time after which the missing event of a write is no longer expected, and maximum lag of the service's clock, in milliseconds. */
const LATE_MS = 15 * 60_000;

/** Number of cached answers that justify reading a page of audit events. */
const WORTH_A_PAGE = 10;

/** Maximum number of pages of audit events to read if nothing is cached. */
const FIRST_PAGES = 10;

/** Maximum number of times that the audit events are read again until they contain this run's tag. */
const MOST_WAITS = 2;

/** Maximum pending writes. Nothing is learned from a run with more. */
const MOST_PENDING = 10_000;

/** An answer from `Live`. */
interface Reading {
    readonly key: string;
    readonly answer: unknown;
    /** The object that the part belongs to. */
    readonly object: object;
    /** See `PartOptions`. */
    readonly writtenBy: readonly string[];
    /** The cache's `look` before the request was sent. */
    readonly look: string | undefined;
}

/** An open file, the user of its token, and the start of this run by the service's clock. */
interface Opened {
    readonly file: CacheFile;
    readonly userId: string;
    readonly since: number;
}

/** The audit events, including that of this run's tag. */
interface Listed extends Events {
    /** Ids of the events of the tag. */
    readonly probed: ReadonlySet<string>;
    /** Time of the first of them, by the clock of the events. */
    readonly at: number;
}

/**
 * Answers of earlier runs that no later audit event affects. Used only to detect differences: everything that differs is
 * read again.
 *
 * An answer is used only if the audit events would have shown a change. As evidence, they must contain an event that this
 * run caused, all events that an earlier run saw, and an event that another user or the console caused. The API does not
 * document its event types, so they are learned: the file stores the writes of this program, and a later run looks for
 * their events among those that it reads anyway. An event of an unknown form invalidates all older answers.
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

    /** Id of this run's look at the audit events; undefined before it ended, or if the events turned out to be unreliable. */
    get look(): string | undefined {
        return this.done;
    }

    /** Returns the answer if it is still valid. */
    async recall(key: string): Promise<unknown> {
        this.checked ??= this.with((opened) => this.check(opened));
        await this.checked;
        const file = (await this.opened)?.file;
        const entry = this.done === undefined ? undefined : file?.entries.get(key);
        if (!entry || !file?.lessons.shows(entry.writtenBy)) return undefined;
        return this.options.client.now() < (entry.until ?? Number.POSITIVE_INFINITY) ? entry.answer : undefined;
    }

    /**
     * Stores an answer that this run requested after it read the audit events. For earlier requests, it is unknown which events
     * are later.
     */
    keep({ key, answer, object, writtenBy, look }: Reading): void {
        if (look === undefined) return;
        void this.with(({ file, since }) => {
            const until = endOf(answer, since);
            const names = idsIn(object).filter((id) => !key.includes(id));
            file.write({ key, at: since, look, ...(until && { until }), names, writtenBy: [...writtenBy], answer });
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
            // If only some writes were stored, events of other writes could be mistaken for theirs.
            if (isOver && !this.isOverfull) file.write({ settled: Number.MAX_SAFE_INTEGER });
            this.isOverfull ||= isOver;
            file.write(this.isOverfull ? { unheard: pending } : { written: pending });
        });
    }

    /** Runs `work` once the file is open. If it cannot be opened, prints the reason once and does nothing. */
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
                "to check that the audit events are up to date, a run must cause one itself. Set access-governance:cacheProbe to true to let each run create and delete a tag, or remove access-governance:cache.",
            );
        }
        const userId = await this.options.userId();
        if (userId === undefined) throw new CacheError("the service does not return the user of the token.");
        const since = client.now() - (Date.now() - this.begun);
        return { file: new CacheFile(path, { url: client.url, userId }, since), userId, since };
    }

    /** Reads the audit events and invalidates the answers that they affect. */
    private async check({ file, userId, since }: Opened): Promise<void> {
        const { client, say } = this.options;
        const entries = [...file.entries.values()];
        const looks = [...new Set(entries.map(({ look }) => look))].flatMap((look) => file.looks.get(look) ?? []);
        const readAll = (why: string): void => {
            if (entries.length > 0) file.write({ all: since });
            say(`The cache is not used, and everything is read: ${why}`);
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

    /** Removes the answers that later events may have changed, and prints a summary of the others. */
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
        if (held.length === 0 && doubt !== undefined) say(`The cache is not used, and everything is read: ${doubt}`);
        const later = new Set(used.flatMap((judgement) => judgement.later));
        const proven = held.filter(({ writtenBy }) => file.lessons.shows(writtenBy));
        const unproven = held.filter((entry) => !proven.includes(entry));
        if (proven.length > 0) say(summary(proven, entries.length - held.length, later.size, now));
        if (unproven.length > 0) say(unprovenText(unproven));
    }

    /** Reads the audit events until they contain this run's tag. */
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

    /** Whether an event names an object of the last write. */
    private async isHeard({ at, touched: [ids = []] }: PendingWrite, events: readonly Event[], first: number) {
        const since = at - LAG_MS;
        const [id = ""] = ids;
        const isHere = events.some((event) => !(timeOf(event) < since) && idsIn(event.sub_events).includes(id));
        return isHere || (first > since && (await isNamed(this.options.client, id, since)));
    }

    /** Stores what can be learned from the events about earlier writes, and forgets the writes from which nothing more can be learned. */
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

/** Effect of later events on the answers of one look. */
function judgementOf(file: CacheFile, look: Look, events: readonly Event[]) {
    const later = laterThan(look, events);
    return { later, doubt: doubtIn(later, (event) => file.lessons.knows(event)), isChanged: changesOf(later) };
}

function errorText(error: unknown): { readonly text: string } {
    if (!(error instanceof CallError)) throw error;
    return { text: `cannot be created. ${error.message}` };
}

/**
 * When an answer expires: shortly before the first date in it that was in the future when it was requested. Shortly before,
 * because the clock that ends grants may be ahead.
 */
function endOf(answer: unknown, at: number): number | undefined {
    const dates = JSON.stringify(answer).match(DATE) ?? [];
    const ends = dates.map((date) => Date.parse(date) - LATE_MS).filter((time) => time > at - 2 * LATE_MS);
    return ends.length > 0 ? Math.min(...ends) : undefined;
}

const DATE = /\d{4}-\d\d-\d\dT\d\d:\d\d(:[\d.]+)?(Z|[+-]\d\d:?\d\d)/g;
