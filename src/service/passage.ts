import { removeExpired } from "./access/expired.js";
import { spawnDrafts } from "./campaigns/drafts.js";
import { escalate } from "./requests/states.js";
import type { Store } from "./storage/store.js";

/** Everything that comes about by the passage of time alone, up to now. It is made up for before each call. */
export function passTime(store: Store, now: Date): void {
    removeExpired(store, now);
    escalate(store, now);
    spawnDrafts(store, now);
}
