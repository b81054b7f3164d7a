import { NotFound } from "../http/errors.js";
import type { Store } from "../storage/store.js";
import type { Table } from "../storage/table.js";
import { type LeveledType, mustBeLevel } from "./access-levels.js";
import { expirationOf } from "./expiration.js";

/** The fields that all direct grants have, in addition to the ids of the two objects. */
export interface GrantTerms {
    readonly access_level_remote_id: string;
    /** Null if the grant does not expire. */
    readonly expiration_date: string | null;
}

/** The terms of a grant in a call. By default, it is at the default level and does not expire. */
interface GivenTerms {
    readonly duration_minutes?: number | undefined;
    readonly access_level_remote_id?: string | undefined;
}

/** The status of all grants to users, because the local service has no remote systems. */
export const PROPAGATED = { propagation_status: { status: "SUCCESS" as const } };

/** Returns the terms of a grant from now on. */
export function grantTerms(now: Date, { duration_minutes = 0, access_level_remote_id = "" }: GivenTerms = {}) {
    return { access_level_remote_id, expiration_date: expirationOf(now, duration_minutes) };
}

/**
 * Stores a grant. It replaces a grant between the same objects at the same level, whose level is not checked again.
 * @param id id of the object that has the access levels
 */
export function addGrant<T extends GrantTerms>(
    store: Store,
    grants: Table<T>,
    noun: LeveledType,
    id: string,
    grant: T,
) {
    if (!grants.same(grant)) mustBeLevel(store, noun, id, grant.access_level_remote_id);
    return grants.set(grant);
}

/**
 * Updates a grant. We assume that this is the grant at the given level or, if there is no such grant and the user has only one, that grant,
 * whose level is then changed (not documented by the API). An omitted level means the default level.
 * @param grants the user's grants
 * @param missing message of the NotFound error, without the level and the full stop
 * @throws NotFound if there is no such grant
 */
export function grantToUpdate<T extends GrantTerms>(
    level: string | undefined,
    grants: readonly T[],
    missing: string,
): T {
    const [only, ...more] = level === undefined ? [] : grants;
    const exact = grants.find((grant) => grant.access_level_remote_id === (level ?? ""));
    const grant = exact ?? (more.length === 0 ? only : undefined);
    if (!grant) throw noGrant(missing, level);
    return grant;
}

/** Updates the expiration date of a grant. Also updates the level if `given` contains one. */
export function changeGrant<T extends GrantTerms>(
    { store, now }: { readonly store: Store; readonly now: Date },
    grants: Table<T>,
    noun: LeveledType,
    id: string,
    grant: T,
    { duration_minutes = 0, access_level_remote_id = grant.access_level_remote_id }: GivenTerms,
): T {
    const changed = {
        ...grant,
        access_level_remote_id,
        expiration_date: expirationOf(now, duration_minutes),
        ...("propagation_status" in grant && PROPAGATED),
    };
    if (access_level_remote_id === grant.access_level_remote_id) return grants.set(changed);
    mustBeLevel(store, noun, id, access_level_remote_id);
    grants.delete(grant);
    return grants.set(changed);
}

/**
 * Returns the link between two objects at a level. An omitted level means the default level.
 * @param missing message of the NotFound error, without the level and the full stop
 * @throws NotFound if the link does not exist
 */
export function linkAt<T extends object>(
    links: Table<T>,
    [one, other]: readonly [string, string],
    level: string | undefined,
    missing: string,
): T {
    const link = links.find(one, other, level ?? "");
    if (!link) throw noGrant(missing, level);
    return link;
}

function noGrant(missing: string, level: string | undefined): NotFound {
    return new NotFound(`${missing}${level ? ` at the level ${level}` : ""}.`);
}
