import { z } from "zod";
import type { Event } from "../../../api/generated/types.gen.js";
import { formOf } from "./event-form.js";
import { idsIn } from "./ids.js";

/** A write by this program whose audit event has not been found yet. Times are in milliseconds since 1970, by the service's clock. */
export const pendingWriteSchema = z.object({
    operation: z.string(),
    from: z.number(),
    at: z.number(),
    /** Sets of ids, from `touchedBy`. For each set, there must be one event that names all of its ids. */
    touched: z.array(z.array(z.string())),
});

export type PendingWrite = z.infer<typeof pendingWriteSchema>;

/** Knowledge gained from the audit events of this program's own writes. */
export const lessonSchema = z.union([
    /**
     * Events of this form name every object that the write affected. `by` lists the operations that may have caused them, for people who
     * read the file.
     */
    z.object({ learned: z.string(), by: z.array(z.string()) }),
    /** A write by this operation caused an event that names every object it affected. */
    z.object({ shown: z.string() }),
    /** An event of this type did not name every affected object. The type is never trusted again. */
    z.object({ doubted: z.string() }),
]);

export type Lesson = z.infer<typeof lessonSchema>;

/** Maximum difference between the times of audit events and the service's clock, in milliseconds. */
const SKEW_MS = 10_000;

/** Precision of time comparisons, in milliseconds. */
const RESOLUTION_MS = 1;

/** What is known about the audit events of one organization. Initially empty, because the API does not document its event types. */
export class Lessons {
    private readonly learned = new Map<string, readonly string[]>();
    private readonly shown = new Set<string>();
    private readonly doubted = new Set<string>();

    add(lesson: Lesson): void {
        if ("learned" in lesson) this.learned.set(lesson.learned, lesson.by);
        else if ("shown" in lesson) this.shown.add(lesson.shown);
        else this.doubted.add(lesson.doubted);
    }

    isNew(lesson: Lesson): boolean {
        if ("learned" in lesson) return !this.learned.has(lesson.learned);
        return "shown" in lesson ? !this.shown.has(lesson.shown) : !this.doubted.has(lesson.doubted);
    }

    /** Whether an event of this form is known to name every object that it changed. */
    knows(event: Event): boolean {
        return this.learned.has(formOf(event)) && !this.doubted.has(event.event_type);
    }

    /** Whether writes by each of these operations are known to cause an event that names their objects. */
    shows(operations: readonly string[]): boolean {
        return operations.every((operation) => this.shown.has(operation));
    }

    all(): Lesson[] {
        return [
            ...[...this.learned].map(([learned, by]) => ({ learned, by: [...by] })),
            ...[...this.shown].map((shown) => ({ shown })),
            ...[...this.doubted].map((doubted) => ({ doubted })),
        ];
    }
}

/** Writes that affected the same ids at about the same time, in order. Below, "touch" refers to such a group of writes. */
interface Touch {
    readonly ids: readonly string[];
    readonly writes: PendingWrite[];
    /** Times of the user's events that name all of the ids and are close to one of the writes. */
    readonly times: number[];
}

/** An event caused by the user, and the touches close to it in time. */
interface Finding {
    readonly event: Event;
    /** Touches whose ids are all named by the event. */
    readonly whole: readonly Touch[];
    /** Touches whose ids are only partly named by the event. */
    readonly partial: readonly Touch[];
    /** Other touches of the same bulk update. The event does not name all of their ids. */
    readonly siblings: readonly Touch[];
}

/**
 * Matches the events of a user with that user's writes, to determine which forms of events contain the ids of all objects that a write
 * affected. `events` must contain all events since shortly before the first write. `isFinal` returns whether it is too late for the event
 * of a write to appear; until then, a missing event does not prove anything.
 *
 * An event does not identify the write that caused it, and writes to a new object follow each other within milliseconds. All writes to the
 * same ids are therefore judged together. A write that does not change any value may not cause an event, and another write may cause two.
 */
export function lessonsFrom(
    writes: readonly PendingWrite[],
    events: readonly Event[],
    userId: string,
    isFinal: (write: PendingWrite) => boolean,
): Lesson[] {
    const touches = touchesOf(writes);
    const isOver = (touch: Touch): boolean => touch.writes.every(isFinal);
    const findings = findingsOf(touches, events, userId);
    const lessons: Lesson[] = [];
    for (const shown of operationsOf(touches.filter(isSettled))) lessons.push({ shown });
    for (const { event, whole, partial, siblings } of findings) {
        const others = [...partial, ...siblings];
        // The event could belong to a write of one of the other touches, unless each write has its own event.
        const isClear = others.length === 0 || [...whole, ...others].every(isExact);
        if (isClear && whole.length > 0) lessons.push({ learned: formOf(event), by: operationsOf(whole) });
        const namesTooLittle = whole.length === 0 && partial.some(isOver);
        const leavesOut = siblings.some((touch) => touch.times.length === 0 && isOver(touch));
        if (namesTooLittle || leavesOut) lessons.push({ doubted: event.event_type });
    }
    return lessons;
}

/** Returns the time of an event, in milliseconds since 1970; NaN if it is not a valid date. */
export function timeOf({ created_at }: Event): number {
    return Date.parse(created_at);
}

/** Whether this user caused an event through the API, and not in the console. */
export function isBy({ actor_user_id, api_token_name }: Event, userId: string): boolean {
    return actor_user_id.toLowerCase() === userId.toLowerCase() && Boolean(api_token_name);
}

/**
 * Returns the time up to which writes can be forgotten, because all of their events have been matched and no later write is close to them.
 * Undefined if no write can be forgotten.
 */
export function settledUntil(
    writes: readonly PendingWrite[],
    isFinal: (write: PendingWrite) => boolean,
): number | undefined {
    const inOrder = [...writes].sort((one, other) => one.at - other.at);
    const open = inOrder.findIndex((write) => !isFinal(write));
    let next = Number.POSITIVE_INFINITY;
    for (const [index, { from, at }] of [...inOrder.entries()].reverse()) {
        if ((open < 0 || index < open) && !areNear(at, next)) return at;
        next = Math.min(next, from);
    }
    return undefined;
}

function touchesOf(writes: readonly PendingWrite[]): Touch[] {
    const touches: Touch[] = [];
    const latest = new Map<string, Touch>();
    for (const write of [...writes].sort((one, other) => one.from - other.from)) {
        for (const ids of write.touched) {
            const key = [...ids].sort().join();
            const before = latest.get(key);
            const isSame = before?.writes.some(({ at }) => areNear(at, write.from));
            if (isSame) before?.writes.push(write);
            else {
                const touch = { ids, writes: [write], times: [] };
                touches.push(touch);
                latest.set(key, touch);
            }
        }
    }
    return touches;
}

/** Finds the touches close to each event of the user, and records the times of the events that match each touch. */
function findingsOf(touches: readonly Touch[], events: readonly Event[], userId: string): Finding[] {
    const byId = new Map<string, Set<Touch>>();
    const byWrite = new Map<PendingWrite, Set<Touch>>();
    for (const touch of touches) {
        for (const id of touch.ids) addTo(byId, id, touch);
        for (const write of touch.writes) addTo(byWrite, write, touch);
    }
    const own = events.filter((event) => isBy(event, userId));
    return own.map((event) => {
        const named = new Set(idsIn(event.sub_events));
        const met = new Set([...named].flatMap((id) => [...(byId.get(id) ?? [])]));
        const near = [...met].filter(({ writes }) => writes.some((write) => isNear(event, write)));
        const whole = near.filter(({ ids }) => ids.every((id) => named.has(id)));
        for (const touch of whole) touch.times.push(timeOf(event));
        const causes = new Set(whole.flatMap(({ writes }) => writes.filter((write) => isNear(event, write))));
        const siblings = new Set([...causes].flatMap((write) => [...(byWrite.get(write) ?? [])]));
        return {
            event,
            whole,
            partial: near.filter((touch) => !whole.includes(touch)),
            siblings: [...siblings].filter((touch) => !whole.includes(touch)),
        };
    });
}

function addTo<Key, Value>(sets: Map<Key, Set<Value>>, key: Key, value: Value): void {
    const set = sets.get(key);
    if (set) set.add(value);
    else sets.set(key, new Set([value]));
}

/** Whether each write has exactly one event, assuming a constant difference between the two clocks. */
function isExact({ writes, times }: Touch): boolean {
    if (times.length !== writes.length) return false;
    const inOrder = [...times].sort((one, other) => one - other);
    let [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const [index, time] of inOrder.entries()) {
        const { from = 0, at = 0 } = writes[index] ?? {};
        least = Math.max(least, time - at);
        most = Math.min(most, time - from);
    }
    return least <= most + RESOLUTION_MS;
}

function isSettled(touch: Touch): boolean {
    return isExact(touch) || (touch.writes.length === 1 && touch.times.length > 0);
}

function operationsOf(touches: readonly Touch[]): string[] {
    return [...new Set(touches.flatMap(({ writes }) => writes.map(({ operation }) => operation)))].sort();
}

/** Whether the same event could belong to a write that ended at `end` and to a write that began at `start`. */
function areNear(end: number, start: number): boolean {
    return start <= end + 2 * SKEW_MS;
}

function isNear(event: Event, { from, at }: PendingWrite): boolean {
    const time = timeOf(event);
    return time >= from - SKEW_MS && time <= at + SKEW_MS;
}
