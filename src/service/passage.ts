import { spawnDrafts } from "./campaign-drafts.js";
import { removeLapsed } from "./lapses.js";
import { escalate } from "./request-states.js";
import type { Store } from "./store.js";

/** Everything that comes about by the passage of time alone, up to now. It is made up for before each call. */
export function passTime(store: Store, now: Date): void {
    removeLapsed(store, now);
    escalate(store, now);
    spawnDrafts(store, now);
}
