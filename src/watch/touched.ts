import type { Event } from "../api/generated/types.gen.js";
import { idsIn } from "../live/cache/ids.js";

/** An object that a stack declares. */
export interface Declared {
    /** As people know it, such as `Group prod-oncall`. */
    readonly title: string;
    /** Its id as the state has it. */
    readonly id: string;
}

/** So many are named. */
const MOST_NAMED = 3;

/**
 * What an event touches of that, in words; undefined if nothing. The interface does not say in which field a part of an event names an object, so any
 * id in it counts; an event without one may be about anything.
 */
export function touchedBy({ sub_events: parts = [] }: Event, declared: readonly Declared[]): string | undefined {
    const text = JSON.stringify(parts).toLowerCase();
    if (idsIn(parts).length === 0) return "it does not say about what";
    const touched = declared.filter(({ id }) => {
        const ids = idsIn(id);
        return (ids.length > 0 ? ids : [id.toLowerCase()]).every((one) => text.includes(one));
    });
    if (touched.length === 0) return undefined;
    const more = touched.length - MOST_NAMED;
    const names = touched.slice(0, MOST_NAMED).map(({ title }) => title);
    return `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
