import type { Table } from "../storage/table.js";
import { expirationOf, mustNotBeNegative } from "./expiration.js";

interface Asked {
    readonly duration_minutes?: number | undefined;
    readonly access_level_remote_id?: string | undefined;
}

/**
 * A user's new grant, but for who gets what. A body counts whole, the deprecated parameters only without one. `mustBeLevel` is asked for a level
 * that the user does not have yet.
 */
export function newGrant(
    { now, body, query }: { readonly now: Date; readonly body: Asked | undefined; readonly query: Asked },
    hasLevel: (level: string) => boolean,
    mustBeLevel: (level: string) => void,
) {
    const { duration_minutes = 0, access_level_remote_id = "" } = body ?? query;
    const expiration_date = expirationOf(now, mustNotBeNegative(duration_minutes));
    if (!hasLevel(access_level_remote_id)) mustBeLevel(access_level_remote_id);
    return { access_level_remote_id, expiration_date, propagation_status: { status: "SUCCESS" as const } };
}

/** The grant after an update of its date and, if the update names one, its level. `mustBeLevel` is asked for another level. */
export function changeGrant<
    T extends { readonly access_level_remote_id: string; readonly expiration_date: string | null },
>(
    { now, body }: { readonly now: Date; readonly body: Asked & { readonly duration_minutes: number } },
    grants: Table<T>,
    grant: T,
    mustBeLevel: (level: string) => void,
): T {
    const expiration_date = expirationOf(now, body.duration_minutes);
    const { access_level_remote_id = grant.access_level_remote_id } = body;
    if (access_level_remote_id !== grant.access_level_remote_id) {
        mustBeLevel(access_level_remote_id);
        grants.delete(grant);
    }
    return grants.set({ ...grant, access_level_remote_id, expiration_date });
}
