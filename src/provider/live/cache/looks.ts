import { z } from "zod";
import type { Event } from "../../../api/generated/types.gen.js";
import { idsIn } from "./ids.js";
import { timeOf } from "./lessons.js";

/**
 * A snapshot of the audit events that a run saw before it read objects. All other events are treated as later than the responses of that
 * run, regardless of their times, because the clocks of the events, the service and this machine may differ.
 */
export const lookSchema = z.object({
    /** Id of the snapshot. The responses of the same run refer to it. */
    look: z.string(),
    /** Timestamp of the events from which a later run must read them, in milliseconds since 1970. */
    from: z.number(),
    /** Ids of the events that are not later than the responses. */
    seen: z.array(z.string()),
    /** Ids of the listed events that may be later than the responses, because a response may not show the latest writes. */
    recent: z.array(z.string()),
    /** The newest listed event caused by another user or the console. */
    foreign: z.object({ id: z.string(), at: z.number() }).optional(),
    /** Number of lines of the cache file that were checked against the events. Their responses are as current as this snapshot. */
    judged: z.number(),
});

export type Look = z.infer<typeof lookSchema>;

/** Maximum time after a write during which responses may not show it yet, in milliseconds. */
export const LAG_MS = 60_000;

/** Maximum delay with which an event is listed, measured against the time of the newest event, in milliseconds. */
export const WINDOW_MS = 60 * 60_000;

/** Whether an event is only about the tag created by `probe`. */
export function isOfProbe({ sub_events }: Event, tagId: string): boolean {
    const ids = idsIn(sub_events);
    return ids.length > 0 && ids.every((id) => id === tagId.toLowerCase());
}

/**
 * Creates the snapshot of the events that a run saw.
 * @param probed ids of the events about this run's tag
 * @param at time of these events
 * @param elapsed milliseconds from the start of the run to these events; responses that the run read in that time may be older than the
 * events
 */
export function lookOf(
    events: readonly Event[],
    { probed, at, elapsed }: { readonly probed: ReadonlySet<string>; readonly at: number; readonly elapsed: number },
    rest: Pick<Look, "look" | "foreign" | "judged">,
): Look {
    const from = at - WINDOW_MS;
    // Drops events without a valid time. They always count as later than the responses, because they are not in the snapshot.
    const listed = events.filter((event) => timeOf(event) >= from);
    const isSeen = (event: Event): boolean => probed.has(event.event_id) || timeOf(event) < at - elapsed - LAG_MS;
    const ids = (some: readonly Event[]) => [...new Set(some.map(({ event_id }) => event_id))];
    const seen = ids(listed.filter(isSeen));
    return { ...rest, from, seen, recent: ids(listed.filter((event) => !isSeen(event))) };
}

/** Returns the events that may be later than the responses of a snapshot. */
export function laterThan(look: Look, events: readonly Event[]): Event[] {
    const seen = new Set(look.seen);
    return events.filter((event) => !seen.has(event.event_id) && !(timeOf(event) < look.from));
}

/** Returns the id of an event that a snapshot contains and that is no longer listed. Such an event proves that the list is incomplete. */
export function lostFrom(looks: readonly Look[], events: readonly Event[]): string | undefined {
    const listed = new Set(events.map(({ event_id }) => event_id));
    return looks.flatMap(({ seen, recent }) => [...seen, ...recent]).find((id) => !listed.has(id));
}

/** Returns the newest event that has a valid time. */
export function newestOf(events: readonly Event[]): Look["foreign"] {
    const times = events.map((event) => ({ id: event.event_id, at: timeOf(event) }));
    return times.filter(({ at }) => !Number.isNaN(at)).reduce<Look["foreign"]>(later, undefined);
}

function later(one: Look["foreign"], other: NonNullable<Look["foreign"]>): Look["foreign"] {
    return one && one.at >= other.at ? one : other;
}
