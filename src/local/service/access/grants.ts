import type { Store } from "../storage/store.js";
import type { Table } from "../storage/table.js";
import { type LeveledType, mustBeLevel } from "./access-levels.js";
import { expirationOf, mustNotBeNegative } from "./expiration.js";

/** A call that grants access. The settings are in the body or, in deprecated calls without a body, in the query. */
interface GrantCall {
    readonly store: Store;
    readonly now: Date;
    readonly body: Terms | undefined;
    readonly query: Terms;
}

interface Terms {
    readonly duration_minutes?: number | undefined;
    readonly access_level_remote_id?: string | undefined;
}

/**
 * Returns the fields of a new grant to a group or resource, without the ids. The level is not checked if the user already has a grant at
 * that level.
 */
export function newGrant<T extends object>(
    { store, now, body, query }: GrantCall,
    grants: Table<T>,
    noun: LeveledType,
    [id, user_id]: readonly [id: string, user_id: string],
) {
    const { duration_minutes = 0, access_level_remote_id = "" } = body ?? query;
    const expiration_date = expirationOf(now, mustNotBeNegative(duration_minutes));
    if (!grants.has(id, user_id, access_level_remote_id)) mustBeLevel(store, noun, id, access_level_remote_id);
    return { access_level_remote_id, expiration_date, propagation_status: { status: "SUCCESS" as const } };
}

/** Updates the expiration date of a grant. Also updates the level if the body contains one. */
export function changeGrant<T extends { access_level_remote_id: string; expiration_date: string | null }>(
    { store, now, body }: GrantCall & { readonly body: { readonly duration_minutes: number } },
    grants: Table<T>,
    noun: LeveledType,
    id: string,
    grant: T,
): T {
    const expiration_date = expirationOf(now, body.duration_minutes);
    const { access_level_remote_id = grant.access_level_remote_id } = body;
    if (access_level_remote_id !== grant.access_level_remote_id) {
        mustBeLevel(store, noun, id, access_level_remote_id);
        grants.delete(grant);
    }
    return grants.set({ ...grant, access_level_remote_id, expiration_date });
}
