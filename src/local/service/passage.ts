import { spawnDrafts } from "./campaigns/drafts.js";
import { revokeMembership } from "./groups/memberships.js";
import { escalate } from "./requests/states.js";
import type { Store } from "./storage/store.js";

/** Applies all changes that are due because time has passed: expirations, escalations and campaign drafts. Called before each call. */
export function passTime(store: Store, now: Date): void {
    removeExpired(store, now);
    escalate(store, now);
    spawnDrafts(store, now);
}

/**
 * Deletes ended sessions and expired grants. Expired grants are treated as revoked. Does not record events, because there is no actor. Fast
 * if nothing has expired.
 */
function removeExpired(store: Store, now: Date): void {
    for (const membership of store.groupUsers.deleteDue(now)) revokeMembership(store, membership);
    store.resourceUsers.deleteDue(now);
    store.resourceNonHumanIdentities.deleteDue(now);
    store.groupResources.deleteDue(now);
    store.groupContainingGroups.deleteDue(now);
    store.sessions.deleteDue(now);
}
