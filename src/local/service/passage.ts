import { spawnDrafts } from "./campaigns/drafts.js";
import { revokeMembership } from "./groups/memberships.js";
import { escalate } from "./requests/states.js";
import type { Store } from "./storage/store.js";

/** Applies the effects of time alone, up to now. Runs before each call. */
export function passTime(store: Store, now: Date): void {
    removeExpired(store, now);
    escalate(store, now);
    spawnDrafts(store, now);
}

/**
 * Deletes the grants that have expired, as if they had been revoked, and the sessions that are over. It leaves no event, because there is no actor.
 * Costs next to nothing while nothing is due.
 */
function removeExpired(store: Store, now: Date): void {
    for (const membership of store.groupUsers.deleteDue(now)) revokeMembership(store, membership);
    store.resourceUsers.deleteDue(now);
    store.resourceNonHumanIdentities.deleteDue(now);
    store.groupResources.deleteDue(now);
    store.groupContainingGroups.deleteDue(now);
    store.sessions.deleteDue(now);
}
