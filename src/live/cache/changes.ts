import type { Client } from "../../api/client.js";
import { CallError } from "../../api/errors.js";
import type { Event } from "../../api/generated/types.gen.js";
import { listing } from "../operation.js";
import type { Entry } from "./cache-file.js";
import { idsIn } from "./ids.js";

/** The audit events since a moment, without duplicates. */
export interface Events {
    readonly events: readonly Event[];
    /** Why the list is incomplete. */
    readonly unclear?: string;
}

const auditEvents = listing("getEvents", (since: number, object?: string) => ({
    query: { start_date_filter: new Date(since).toISOString(), ...(object && { object_filter: object }) },
}));

/** Reads the audit events since a moment, up to `most` pages. */
export async function eventsSince(client: Client, since: number, most: number): Promise<Events> {
    const events = new Map<string, Event>();
    let pages = 0;
    try {
        for await (const { items, next } of auditEvents.pages(client, since)) {
            for (const event of items) events.set(JSON.stringify(event), event);
            pages += 1;
            if (pages === most && next !== undefined)
                return { events: [], unclear: `there are more than ${events.size} audit events.` };
        }
    } catch (error) {
        if (!(error instanceof CallError)) throw error;
        return { events: [], unclear: `the audit events cannot be read. ${error.message}` };
    }
    return { events: [...events.values()] };
}

/** Events whose effect is unknown. */
export interface Doubt {
    readonly why: string;
    /** Time of the last of them, in milliseconds since 1970; NaN if a time cannot be read. */
    readonly until: number;
}

/** Finds events whose effect is unknown, which makes older answers doubtful. Returns undefined if there are none. */
export function doubtIn(events: readonly Event[], isKnown: (event: Event) => boolean): Doubt | undefined {
    const isNameless = ({ sub_events }: Event): boolean => idsIn(sub_events).length === 0;
    const doubtful = events.filter((event) => isNameless(event) || !isKnown(event));
    if (doubtful.length === 0) return undefined;
    const until = Math.max(...doubtful.map(timeOf));
    const nameless = doubtful.find(isNameless);
    if (nameless) {
        return { why: `the audit event ${nameless.event_id} (${nameless.event_type}) names no object.`, until };
    }
    const types = [...new Set(doubtful.map(({ event_type }) => event_type))].sort();
    const more = types.length > MOST_NAMED ? ` and ${types.length - MOST_NAMED} more types` : "";
    const named = types.slice(0, MOST_NAMED).join(", ") + more;
    return { why: `the types of some audit events have not been learned yet (${named}).`, until };
}

/** Maximum event types in a message. */
const MOST_NAMED = 5;

/** Whether an object has an event since a moment. Makes a call; false if it fails. */
export async function isNamed(client: Client, id: string, since: number): Promise<boolean> {
    try {
        for await (const { items } of auditEvents.pages(client, since, id)) {
            if (items.some(({ sub_events }) => idsIn(sub_events).includes(id.toLowerCase()))) return true;
        }
    } catch (error) {
        if (!(error instanceof CallError)) throw error;
    }
    return false;
}

/** Returns a test for whether one of the events, not older than `since`, may have changed an answer. */
export function changesOf(events: readonly Event[]): (entry: Entry, since: number) => boolean {
    /** Time of the last event of each object. */
    const times = new Map<string, number>();
    for (const event of events) {
        for (const id of idsIn(event.sub_events)) times.set(id, Math.max(timeOf(event), times.get(id) ?? 0));
    }
    const isTouched = (id: string, since: number): boolean => {
        const time = times.get(id);
        // An event with an unreadable time counts as new.
        return time !== undefined && !(time < since);
    };
    return ({ key, names, answer }, since) => idsIn([key, names, answer]).some((id) => isTouched(id, since));
}

/** Milliseconds since 1970; NaN if it cannot be read. */
export function timeOf({ created_at }: Event): number {
    return Date.parse(created_at);
}
