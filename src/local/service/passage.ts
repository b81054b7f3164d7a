import { spawnDrafts } from "./campaigns/drafts.js";
import { revokeMembership } from "./groups/memberships.js";
import { escalate } from "./requests/states.js";
import type { Store } from "./storage/store.js";

/** Applies what happens only because time passes, up to `now`. Runs before each call. */
export function passTime(store: Store, now: Date): void {
    removeExpired(store, now);
    escalate(store, now);
    spawnDrafts(store, now);
}

/**
 * Deletes expired grants, as if they had been revoked, and ended sessions. Records no event, because there is no actor. Fast while
 * nothing is due.
 */
function removeExpired(store: Store, now: Date): void {
    for (const membership of store.groupUsers.deleteDue(now)) revokeMembership(store, membership);
    store.resourceUsers.deleteDue(now);
    store.resourceNonHumanIdentities.deleteDue(now);
    store.groupResources.deleteDue(now);
    store.groupContainingGroups.deleteDue(now);
    store.sessions.deleteDue(now);
}
