import type { Records } from "./organization.js";
import type { Store } from "./store.js";

/** Grants and what else holds until a date. A lapsed one is deleted as if it had been revoked, and leaves no event. */
const LAPSING = [
    "groupUsers",
    "resourceUsers",
    "resourceNonHumanIdentities",
    "groupResources",
    "groupContainingGroups",
    "sessions",
] as const satisfies (keyof Records)[];

/** Deletes what has lapsed. Costs next to nothing while nothing is due. */
export function removeLapsed(store: Store, now: Date): void {
    for (const name of LAPSING) store[name].deleteDue(now);
}
