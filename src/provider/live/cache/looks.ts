import { z } from "zod";
import type { Event } from "../../../api/generated/types.gen.js";
import { idsIn } from "./ids.js";
import { timeOf } from "./lessons.js";

/**
 * A look: a snapshot of the audit events that a run saw before it read answers. All other events count as later than these
 * answers, regardless of their times, because the clocks of the events, of the answers and of this machine may differ.
 */
export const lookSchema = z.object({
    /** Id of the look. The answers of the same run refer to it. */
    look: z.string(),
    /** Time from which the list must be read, in milliseconds since 1970, by the clock of the events. */
    from: z.number(),
    /** Ids of the events that are not later than the answers. */
    seen: z.array(z.string()),
    /** Ids of the listed events that may be later than the answers, because the answers may lag. */
    recent: z.array(z.string()),
    /** The newest listed event that another user or the console caused. */
    foreign: z.object({ id: z.string(), at: z.number() }).optional(),
    /** The answers in this many lines of the file were compared with the events, so they are now as new as this look. */
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
 * Summarizes the events that a run saw.
 * @param probed ids of the events of this run's tag
 * @param at time of these events
 * @param elapsed milliseconds from the start of the run to these events; answers that the run read in between may be older than the events
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

/** Returns the id of an event that one of the looks listed and that is no longer listed, so that the list is incomplete. */
export function lostFrom(looks: readonly Look[], events: readonly Event[]): string | undefined {
    const listed = new Set(events.map(({ event_id }) => event_id));
    return looks.flatMap(({ seen, recent }) => [...seen, ...recent]).find((id) => !listed.has(id));
}

/** The newest event that has a valid time. */
export function newestOf(events: readonly Event[]): Look["foreign"] {
    const times = events.map((event) => ({ id: event.event_id, at: timeOf(event) }));
    return times.filter(({ at }) => !Number.isNaN(at)).reduce<Look["foreign"]>(later, undefined);
}

function later(one: Look["foreign"], other: NonNullable<Look["foreign"]>): Look["foreign"] {
    return one && one.at >= other.at ? one : other;
}
