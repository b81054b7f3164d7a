import type { Client } from "../../api/client.js";
import { CallError } from "../../api/errors.js";
import type { Event } from "../../api/generated/types.gen.js";
import { listing } from "../operation.js";
import type { Entry } from "./cache-file.js";
import { isKnown } from "./event-types.js";

/** What was changed, as audit events tell it. */
export interface Changes {
    /** Why they do not tell which answers still hold. */
    readonly unclear?: string;
    /** The number of events. */
    readonly count: number;
    /** Whether one that is not older than `since` may have changed an answer. */
    touch(entry: Entry, since: number): boolean;
}

const auditEvents = listing("getEvents", (since: number, object?: string) => ({
    query: { start_date_filter: new Date(since).toISOString(), ...(object && { object_filter: object }) },
}));

/** What was changed since a moment, read from so many pages at most. A read that fails makes it unclear. */
export async function changesSince(client: Client, since: number, most: number): Promise<Changes> {
    const events: Event[] = [];
    const unclear = (why: string): Changes => ({ ...changesOf(events), unclear: why });
    let pages = 0;
    try {
        for await (const { items, next } of auditEvents.pages(client, since)) {
            events.push(...items);
            pages += 1;
            if (pages === most && next !== undefined)
                return unclear(`there are more than ${events.length} audit events.`);
        }
    } catch (error) {
        if (!(error instanceof CallError)) throw error;
        return unclear(`the audit events cannot be read. ${error.message}`);
    }
    const unknown = events.filter((event) => !isKnown(event.event_type));
    if (unknown.length > 0) {
        const types = [...new Set(unknown.map(({ event_type }) => event_type))].sort();
        return unclear(`nobody knows what ${types.slice(0, 5).join(", ")} in the audit events changed.`);
    }
    const nameless = events.find((event) => idsIn(event.sub_events).length === 0);
    if (nameless) return unclear(`the audit event ${nameless.event_id} (${nameless.event_type}) names no object.`);
    return changesOf(events);
}

/** Whether an event since a moment is about an object. */
export async function isNamed(client: Client, id: string, since: number): Promise<boolean> {
    try {
        for await (const { items } of auditEvents.pages(client, since, id)) {
            if (items.some(({ sub_events }) => idsIn(sub_events).includes(id.toLowerCase()))) return true;
        }
    } catch (error) {
        // Why they cannot be read is told by those who need them all.
        if (!(error instanceof CallError)) throw error;
    }
    return false;
}

function changesOf(events: readonly Event[]): Changes {
    /** When each object was named last. */
    const times = new Map<string, number>();
    for (const { created_at, sub_events } of events) {
        const time = Date.parse(created_at);
        for (const id of idsIn(sub_events)) times.set(id, Math.max(time, times.get(id) ?? 0));
    }
    const name = (id: string, since: number): boolean => {
        const time = times.get(id);
        // A time that cannot be read counts.
        return time !== undefined && !(time < since);
    };
    return {
        count: events.length,
        touch: ({ key, names, answer }, since) => idsIn([key, names, answer]).some((id) => name(id, since)),
    };
}

/** Every id in a value: an event about an object may change all that speaks of it. */
export function idsIn(value: unknown): readonly string[] {
    return (
        JSON.stringify(value ?? null)
            .toLowerCase()
            .match(ID) ?? []
    );
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
