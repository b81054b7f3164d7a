import type { CallOptions, Client } from "../../api/client.js";
import { CallError, ForbiddenError } from "../../api/errors.js";
import { Waits } from "../../api/transport/waits.js";
import { isId } from "../../common/ids.js";
import { type Phrase, prose } from "../../common/phrase.js";
import type { Properties } from "../../common/properties.js";
import { type ChangedSubject, changedByText, type LastChange, lastChange } from "../live/last-change.js";
import type { Kind } from "../shapes/kind.js";

/**
 * Maximum wait for the author of a change, per response and in total, in milliseconds. Kept short, because the author is only shown as
 * additional information.
 */
const AUTHOR_TIMEOUTS_MS = { each: 2_000, all: 5_000 };

/** An object that differs from the state. */
export interface ChangedObject {
    readonly kind: Kind;
    readonly id: string;
    readonly event: ChangedSubject["event"];
    /** Id of the user who created the object, from the state. */
    readonly createdBy: string | undefined;
    /** Time of the oldest event to read, in milliseconds since 1970. Default: 30 days ago. */
    readonly since?: number | undefined;
    /** Looks for writes of the whole set that a membership belongs to. Their events do not name the members that they removed. */
    readonly ofSet?: true;
    /** Ids by which events name the object. Default: its id, or the ids in the key of a membership. */
    readonly names?: readonly string[];
}

/** Returns the change to look for if an object of the state no longer exists. If objects of the kind can expire, it may be any change. */
export function lossOf(kind: Kind, id: string, { createdBy, written, outputs = {} }: LostState): ChangedObject {
    const since = Date.parse(written ?? "") - CLOCK_MS;
    const event = kind.ends ? "ending" : "deletion";
    const names = kind.namesInEvents?.(outputs);
    return { kind, id, event, createdBy, since: Number.isNaN(since) ? undefined : since, ...(names ? { names } : {}) };
}

/** What the state says about an object that no longer exists. */
interface LostState {
    readonly createdBy?: string | undefined;
    readonly written?: string | undefined;
    readonly outputs?: Properties;
}

/** Maximum difference between the time of a write in the state and that of its audit event, in milliseconds. */
export const CLOCK_MS = 2 * 60_000;

/** The last change of an object, and whether this program may have made it. */
export interface Author extends LastChange {
    /**
     * Whether a run of this program may have made the change. True if it was made with an API token, and its user created the object or the
     * creator is unknown.
     */
    readonly mayBeOwn: boolean;
}

/**
 * Finds out who changed an object outside the program, and when, with one call for each object. If the author is only shown to the user, no
 * further calls are made after one that fails or is slow. If a decision depends on the author, the wait is not limited any more than for
 * other reads.
 */
export class Authors {
    private readonly waits: Waits;
    private readonly known = new Map<string, Promise<Author | undefined>>();
    private readonly decided = new Map<string, Promise<Author | undefined>>();
    private isSilent = false;
    /** Whether the token is not authorized to read audit events. */
    private isRefused = false;

    constructor(
        private readonly client: Client,
        private readonly patience = AUTHOR_TIMEOUTS_MS,
    ) {
        this.waits = new Waits(patience.all);
    }

    /** Returns the author to show to the user; undefined if the audit events do not contain the author or were not read. */
    of(changed: ChangedObject): Promise<Author | undefined> {
        const key = changeKey(changed);
        const author = this.known.get(key) ?? this.askSoon(changed);
        this.known.set(key, author);
        return author;
    }

    /** Returns the address or name of a user who no longer exists, from the events of what the user did. */
    async actorCalled(userId: string): Promise<string | undefined> {
        const query = { actor_filter: userId, page_size: 1 };
        const events = await this.soon((options) => this.client.call("getEvents", { query }, options));
        const [event] = events?.results ?? [];
        return event?.actor_email || event?.actor_name || undefined;
    }

    /** Like `of`, but for decisions: undefined only if the audit events do not contain the author or could not be read. */
    evidence(changed: ChangedObject): Promise<Author | undefined> {
        const key = changeKey(changed);
        const author = this.decided.get(key) ?? this.decide(changed, this.known.get(key));
        this.decided.set(key, author);
        this.known.set(key, author);
        return author;
    }

    /** Like `of`, formatted as a line of text with a relative time. */
    async textOf(changed: ChangedObject): Promise<string | undefined> {
        const author = await this.of(changed);
        const text = author && changedByText(author, this.client.now());
        return text && Authors.phrase(author, changed.event, prose`${text}`).toString();
    }

    /** Whether an audit event shows that another user or the console created the object. */
    async isCreatedByOthers(object: Omit<ChangedObject, "event">): Promise<boolean> {
        const creator = await this.evidence({ ...object, event: "creation" });
        return creator?.isKnown === true && !creator.mayBeOwn;
    }

    /** Formats the author of a change, for example `deleted by` followed by `who`. */
    static phrase({ isKnown, isOther, mayBeOwn, type }: Author, event: ChangedSubject["event"], who: Phrase): Phrase {
        const doubt = mayBeOwn ? prose`, with an API token that may belong to this program` : "";
        if (!isKnown && !isOther) return prose`its last audit event is "${type}", by ${who}${doubt}`;
        const isDeletion = isKnown && (event === "deletion" || event === "ending");
        return prose`${isDeletion ? prose`deleted` : prose`last changed`} by ${who}${doubt}`;
    }

    private async decide(changed: ChangedObject, known?: Promise<Author | undefined>): Promise<Author | undefined> {
        const author = await known;
        if (author || this.isRefused) return author;
        return this.ask(changed).catch((error: unknown) => this.failed(error));
    }

    private askSoon(changed: ChangedObject): Promise<Author | undefined> {
        return this.soon((options) => this.ask(changed, options));
    }

    /** Makes a call with little patience. Returns undefined if it fails, or if an earlier one failed. */
    private async soon<T>(call: (options: CallOptions) => Promise<T>): Promise<T | undefined> {
        const left = this.waits.leftMs;
        if (this.isSilent || left <= 0) return undefined;
        const begin = Date.now();
        try {
            const signal = AbortSignal.timeout(Math.min(this.patience.each, left));
            return await call({ retries: 0, signal });
        } catch (error) {
            return this.failed(error);
        } finally {
            if (this.waits.add(begin, Date.now()) === undefined) this.isSilent = true;
        }
    }

    private async ask(
        { kind, id, event, createdBy, since, ofSet, names }: ChangedObject,
        options?: CallOptions,
    ): Promise<Author | undefined> {
        const key = kind.keyOf(id);
        const ids = names ?? (kind.shape === "membership" ? kind.key.map((name) => String(key[name])) : [id]);
        const subject = ofSet
            ? { ids: [kind.rootOf(id)], operations: setsOf(kind), event, since }
            : { ids: ids.filter(isId), operations: kind.operations, event, since };
        const change = await lastChange(this.client, subject, options);
        if (!change) return undefined;
        const { token, userId } = change;
        const mayBeOwn = token !== undefined && (createdBy === undefined || createdBy === userId);
        return { ...change, mayBeOwn };
    }

    private failed(error: unknown): undefined {
        if (!(error instanceof CallError)) throw error;
        this.isSilent = true;
        if (error instanceof ForbiddenError) this.isRefused = true;
        return undefined;
    }
}

/** Returns the operations of a kind that write a set as a whole. */
export function setsOf({ operations }: Kind): Kind["operations"] {
    return operations.filter((name) => name.startsWith("set"));
}

function changeKey({ kind, event, id, ofSet }: ChangedObject): string {
    return `${kind.name} ${event} ${id} ${ofSet ?? ""}`;
}
