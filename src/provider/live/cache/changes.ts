import type { Client } from "../../../api/client.js";
import { CallError } from "../../../api/errors.js";
import type { Event } from "../../../api/generated/types.gen.js";
import { listing } from "../operation.js";
import type { Entry } from "./cache-file.js";
import { idsIn } from "./ids.js";

/** The audit events since a point in time, without duplicates. */
export interface Events {
    readonly events: readonly Event[];
    /** The reason why the list is incomplete, if it is. */
    readonly unclear?: string;
}

/** Additional filters. */
interface Filters {
    readonly object_filter?: string;
    readonly end_date_filter?: string;
}

const auditEvents = listing("getEvents", (since: number, filters: Filters = {}) => ({
    query: { start_date_filter: new Date(since).toISOString(), ...filters },
}));

/** Reads the audit events since a point in time, up to `most` pages. */
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
        return { events: [], unclear: `the audit events could not be read. ${error.message}` };
    }
    return { events: [...events.values()] };
}

/**
 * Returns why the effect of some events is unknown, in which case older responses cannot be trusted. Undefined if all effects are known.
 */
export function doubtIn(events: readonly Event[], isKnown: (event: Event) => boolean): string | undefined {
    const isNameless = ({ sub_events }: Event): boolean => idsIn(sub_events).length === 0;
    const nameless = events.find(isNameless);
    if (nameless)
        return `the audit event ${nameless.event_id} (${nameless.event_type}) does not contain the id of an object.`;
    const types = [...new Set(events.filter((event) => !isKnown(event)).map(({ event_type }) => event_type))].sort();
    if (types.length === 0) return undefined;
    const more = types.length > MOST_NAMED ? ` and ${types.length - MOST_NAMED} more types` : "";
    const named = types.slice(0, MOST_NAMED).join(", ") + more;
    return `it is not yet known what some types of audit events mean (${named}).`;
}

/** Maximum number of event types to name in a message. */
const MOST_NAMED = 5;

/** Whether the list still contains an event. Sends a request; returns false if it fails. */
export function isListed(client: Client, { id, at }: { readonly id: string; readonly at: number }): Promise<boolean> {
    const end_date_filter = new Date(at + 1_000).toISOString();
    return hasAny(client, at, { end_date_filter }, ({ event_id }) => event_id === id);
}

/** Whether an object has an event since a point in time. Sends a request; returns false if it fails. */
export function isNamed(client: Client, id: string, since: number): Promise<boolean> {
    const isAbout = ({ sub_events }: Event): boolean => idsIn(sub_events).includes(id.toLowerCase());
    return hasAny(client, since, { object_filter: id }, isAbout);
}

async function hasAny(client: Client, since: number, filters: Filters, fits: (event: Event) => boolean) {
    try {
        for await (const { items } of auditEvents.pages(client, since, filters)) if (items.some(fits)) return true;
    } catch (error) {
        if (!(error instanceof CallError)) throw error;
    }
    return false;
}

/** Returns a function that checks whether one of the events may have changed a cached response. */
export function changesOf(events: readonly Event[]): (entry: Entry) => boolean {
    const changed = new Set(events.flatMap(({ sub_events }) => idsIn(sub_events)));
    return ({ key, names, answer }) => idsIn([key, names, answer]).some((id) => changed.has(id));
}
