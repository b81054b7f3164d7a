import type { Event } from "../../api/generated/types.gen.js";
import { mentionedIds } from "../../common/ids.js";

/** An object declared by a stack. */
export interface WatchedObject {
    /** Kind and name in the program, such as `Group prod-oncall`. */
    readonly title: string;
    /** Id in the state. */
    readonly id: string;
}

/** Maximum number of objects named per event. */
const MOST_NAMED = 3;

/**
 * Returns the names of the declared objects that an event concerns; undefined if there are none. The API does not specify which field of a
 * sub-event identifies the object, so every id in it counts. An event without ids may concern any object.
 */
export function relevanceOf({ sub_events: parts = [] }: Event, declared: readonly WatchedObject[]): string | undefined {
    const text = JSON.stringify(parts).toLowerCase();
    if (mentionedIds(parts).length === 0) return "names no object";
    const concerned = declared.filter(({ id }) => {
        const ids = mentionedIds(id);
        return (ids.length > 0 ? ids : [id.toLowerCase()]).every((one) => text.includes(one));
    });
    if (concerned.length === 0) return undefined;
    const more = concerned.length - MOST_NAMED;
    const names = concerned.slice(0, MOST_NAMED).map(({ title }) => title);
    return `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
