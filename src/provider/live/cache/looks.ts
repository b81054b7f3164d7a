import { z } from "zod";
import type { Event } from "../../../api/generated/types.gen.js";
import { idsIn } from "./ids.js";
import { timeOf } from "./lessons.js";

/**
 * The audit events that a run saw before it read answers. Every other event is later than these answers, whatever its time: the clock that
 * stamps events, the one of the answers and that of this machine may differ.
 */
export const lookSchema = z.object({
    /** Id of the look, which its answers name. */
    look: z.string(),
    /** The list is read from here on, in milliseconds since 1970 by the clock that stamps events. */
    from: z.number(),
    /** Ids of the events that are not later than the answers. */
    seen: z.array(z.string()),
    /** Ids of the listed events that may be later than the answers, because the answers may lag. */
    recent: z.array(z.string()),
    /** The newest listed event that another user or the console caused. */
    foreign: z.object({ id: z.string(), at: z.number() }).optional(),
    /** Number of lines of the file whose answers were compared with the events: these answers are as new as this look. */
    judged: z.number(),
});

export type Look = z.infer<typeof lookSchema>;

/** Maximum lag of an answer behind an earlier write, in milliseconds. */
export const LAG_MS = 60_000;

/** Maximum difference between the time of an event and that of the newest event at the moment it is listed, in milliseconds. */
export const WINDOW_MS = 60 * 60_000;

/** Whether an event is about the tag of `probe` alone. */
export function isOfProbe({ sub_events }: Event, tagId: string): boolean {
    const ids = idsIn(sub_events);
    return ids.length > 0 && ids.every((id) => id === tagId.toLowerCase());
}

/**
 * Sums up the events that a run saw.
 * @param probed ids of the events of this run's tag
 * @param at time of these events
 * @param elapsed milliseconds from the start of the run to this event: what the run read before may be older than the event
 */
export function lookOf(
    events: readonly Event[],
    { probed, at, elapsed }: { readonly probed: ReadonlySet<string>; readonly at: number; readonly elapsed: number },
    rest: Pick<Look, "look" | "foreign" | "judged">,
): Look {
    const from = at - WINDOW_MS;
    // An event with an unreadable time is always later.
    const listed = events.filter((event) => timeOf(event) >= from);
    const isSeen = (event: Event): boolean => probed.has(event.event_id) || timeOf(event) < at - elapsed - LAG_MS;
    const ids = (some: readonly Event[]) => [...new Set(some.map(({ event_id }) => event_id))];
    const seen = ids(listed.filter(isSeen));
    return { ...rest, from, seen, recent: ids(listed.filter((event) => !isSeen(event))) };
}

/** The events that may be later than the answers of a look. */
export function laterThan(look: Look, events: readonly Event[]): Event[] {
    const seen = new Set(look.seen);
    return events.filter((event) => !seen.has(event.event_id) && !(timeOf(event) < look.from));
}

/** Id of an event that was listed at one of the looks and no longer is: the list is incomplete. */
export function lostFrom(looks: readonly Look[], events: readonly Event[]): string | undefined {
    const listed = new Set(events.map(({ event_id }) => event_id));
    return looks.flatMap(({ seen, recent }) => [...seen, ...recent]).find((id) => !listed.has(id));
}

/** The newest of the events whose time can be read. */
export function newestOf(events: readonly Event[]): Look["foreign"] {
    const times = events.map((event) => ({ id: event.event_id, at: timeOf(event) }));
    return times.filter(({ at }) => !Number.isNaN(at)).reduce<Look["foreign"]>(later, undefined);
}

function later(one: Look["foreign"], other: NonNullable<Look["foreign"]>): Look["foreign"] {
    return one && one.at >= other.at ? one : other;
}
