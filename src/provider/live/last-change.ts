import type { CallOptions, Client } from "../../api/client.js";
import { operations as allOperations, type OperationName } from "../../api/generated/operations.gen.js";
import type { Event } from "../../api/generated/types.gen.js";
import { once } from "../../api/once.js";
import { counted, minuteText } from "../../common/counts.js";
import { mentionedIds } from "../../common/ids.js";
import { printable } from "../../common/printable.js";

/** The object whose last change is looked up. */
export interface ChangedSubject {
    /** Ids that an event must name: the id of an object, or all ids in the key of a membership. */
    readonly ids: readonly string[];
    /** The operations that read and write the object. Events about other parts, such as the members of a group, are ignored. */
    readonly operations: readonly OperationName[];
    /** The kind of change to look for. `ending`: the newest change of any kind, to find out why the object no longer exists. */
    readonly event: "creation" | "change" | "deletion" | "ending";
    /** Time of the oldest event to read, in milliseconds since 1970. Default: 30 days ago. */
    readonly since?: number | undefined;
}

/** A change reported by an audit event. */
export interface LastChange {
    /** Email address of the user who made the change, or the user's name if the event does not contain an email address. */
    readonly by: string;
    readonly userId: string;
    /** Time of the change in milliseconds since 1970, by the service's clock. */
    readonly at: number;
    /** The type of the event, such as `GROUPS_UPDATED`. */
    readonly type: string;
    /**
     * Whether the event's type shows that this was the kind of change looked for. If false, the event is about the object, but its effect
     * is unknown.
     */
    readonly isKnown: boolean;
    /** Set for `ending` if the event's type shows that the object was changed, not deleted. */
    readonly isOther?: true;
    /** Name or email address of the object, if the event contains it. */
    readonly called?: string;
    /** Label of the API token that was used; undefined for a change made without a token, such as in the console. */
    readonly token?: string;
}

/** Maximum age of events. Older ones are not read, because several years of events would take several pages. */
const PERIOD_MS = 30 * 86_400_000;

/** Maximum page size of the API. */
const PAGE = 1_000;

/**
 * Finds the last change of an object in its audit events, with one call. Returns undefined if no event reports such a change, or if the
 * events do not fit on one page and the newest may be on another page.
 * @throws CallError, such as a ForbiddenError if the token is not authorized to read audit events
 */
export async function lastChange(
    client: Client,
    subject: ChangedSubject,
    options: CallOptions = {},
): Promise<LastChange | undefined> {
    const ids = subject.ids.map((id) => id.toLowerCase());
    // The last id of a membership identifies the member, which has fewer events than the group or resource.
    const object_filter = ids.at(-1);
    if (object_filter === undefined || mentionedIds(ids).length !== ids.length) return undefined;
    const start_date_filter = new Date(subject.since ?? client.now() - PERIOD_MS).toISOString();
    const query = { object_filter, start_date_filter, page_size: PAGE };
    const { results = [], next } = await client.call("getEvents", { query }, options);
    const isInOrder = isNewestFirst(results);
    if (next && !isInOrder) return undefined;
    // Events with the same time stay in the order of the list.
    const newestFirst = (isInOrder ? [...results] : results.toReversed()).sort((a, b) => eventTime(b) - eventTime(a));
    const isCreation = (event: Event) => relevanceOf(event.event_type, subject) === "requested";
    const found = newestFirst.find(
        (event) => mayReport(event, ids, subject) && (subject.event !== "creation" || isCreation(event)),
    );
    // If the object is missing, for example, its creation is not the change to report.
    const isOther = found && relevanceOf(found.event_type, subject) === "other change";
    return found && (!isOther || subject.event === "ending") ? changeOf(found, subject) : undefined;
}

/** Formats a change, for example `ada@tidewater.example 2 hours ago (2026-11-24T01:12Z)`. */
export function changedByText({ by, at }: LastChange, now: number): string {
    return `${printable(by)} ${agoText(now - at)} (${minuteText(at)})`;
}

function changeOf(event: Event, subject: ChangedSubject): LastChange {
    const relevance = relevanceOf(event.event_type, subject);
    return {
        by: event.actor_email || event.actor_name || event.actor_user_id,
        userId: event.actor_user_id,
        at: eventTime(event),
        type: event.event_type,
        isKnown: relevance === "requested",
        ...(relevance === "other change" ? { isOther: true as const } : {}),
        ...nameIn(event, subject.ids.at(-1)),
        ...(event.api_token_name ? { token: event.api_token_name } : {}),
    };
}

/** Looks for the name of an object. The API does not document the fields of sub-events, so it is the first one that looks like a name. */
function nameIn({ sub_events = [] }: Event, id: string | undefined): Pick<LastChange, "called"> {
    const about = sub_events.find((one) => Object.values(one).includes(id));
    const [, called] =
        Object.entries(about ?? {}).find(
            ([name, value]) => /(^|_)(name|email)$/.test(name) && typeof value === "string",
        ) ?? [];
    return typeof called === "string" && called !== "" ? { called } : {};
}

/** Whether an event may report the change of an object: it names all required ids, and it is not known to be about a different object. */
function mayReport(event: Event, ids: readonly string[], subject: ChangedSubject): boolean {
    const named = mentionedIds(event.sub_events);
    // The service can filter only by one object. For a membership, the sub-events show whether an event is about both of its objects.
    const isAbout = ids.length === 1 || ids.every((id) => named.includes(id));
    return isAbout && relevanceOf(event.event_type, subject) !== "other object";
}

/**
 * Whether an event type reports the change looked for, a different change of the same object, or a change of another object; undefined if
 * its name does not show this. The API does not document its event types, so the result is a guess based on the name: GROUP_VISIBILITY_SET
 * is assumed to report `setGroupVisibility`.
 */
function relevanceOf(
    type: string,
    { operations, event }: ChangedSubject,
): "requested" | "other change" | "other object" | undefined {
    const [, noun = "", verb = ""] = /^(.+)_([A-Z]+)$/.exec(type) ?? [];
    if (operations.some((operation) => nounOf(operation) === noun)) {
        return IS_REQUESTED[event](verb) ? "requested" : "other change";
    }
    return allNouns().has(noun) ? "other object" : undefined;
}

const isDeletion = (verb: string): boolean => verb === "DELETED" || verb === "REMOVED";

const IS_REQUESTED: Readonly<Record<ChangedSubject["event"], (verb: string) => boolean>> = {
    creation: (verb) => verb === "CREATED",
    change: (verb) => verb !== "CREATED",
    deletion: isDeletion,
    ending: isDeletion,
};

/** The nouns in the names of all write operations. */
const allNouns = once(() => new Set((Object.keys(allOperations) as OperationName[]).map(nounOf)));

/** Returns the noun of a write operation, such as `GROUP_VISIBILITY` for `setGroupVisibility`. Undefined for reads. */
function nounOf(operation: OperationName): string | undefined {
    const [verb = "", ...noun] = operation.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
    return verb === "get" ? undefined : noun.join("_").toUpperCase();
}

/** Whether the events are listed newest first. The API does not document the order. */
function isNewestFirst(events: readonly Event[]): boolean {
    const times = events.map(eventTime);
    const isFalling = times.every((time, at) => at === 0 || time <= (times[at - 1] ?? time));
    return isFalling && (times[0] ?? 0) > (times.at(-1) ?? 0);
}

function agoText(milliseconds: number): string {
    const minutes = Math.floor(milliseconds / 60_000);
    if (minutes < 1) return "just now";
    if (minutes < 120) return `${counted(minutes, "minute")} ago`;
    const hours = Math.floor(minutes / 60);
    return `${hours < 48 ? counted(hours, "hour") : counted(Math.floor(hours / 24), "day")} ago`;
}

/** Time of an audit event in milliseconds since 1970, by the service's clock. */
export function eventTime({ created_at }: Event): number {
    return Date.parse(created_at);
}
