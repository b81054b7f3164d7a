import { BadRequest } from "../http/errors.js";
import type { Store } from "../storage/store.js";

/** An access level of a group or a resource. */
export interface Level {
    readonly access_level_name: string;
    readonly access_level_remote_id: string;
}

/** The level as answers name it; the default one, and one that is not listed, have no name. */
export function groupLevel(store: Store, groupId: string, remoteId: string): Level {
    return named(store.groupAccessLevels.find(groupId, remoteId), remoteId);
}

/** The level as answers name it; the default one, and one that is not listed, have no name. */
export function resourceLevel(store: Store, resourceId: string, remoteId: string): Level {
    return named(store.resourceAccessLevels.find(resourceId, remoteId), remoteId);
}

/**
 * @param field path of the level in the body
 * @throws BadRequest for a level that the group does not have.
 */
export function mustBeGroupLevel(
    store: Store,
    groupId: string,
    remoteId: string,
    field = "access_level_remote_id",
): void {
    mustBeOneOf(field, store.groupAccessLevels.where("group_id", groupId), remoteId);
}

/**
 * @param field path of the level in the body
 * @throws BadRequest for a level that the resource does not have.
 */
export function mustBeResourceLevel(
    store: Store,
    resourceId: string,
    remoteId: string,
    field = "access_level_remote_id",
): void {
    mustBeOneOf(field, store.resourceAccessLevels.where("resource_id", resourceId), remoteId);
}

/**
 * Of what somebody has been granted the grant that an update means. Inferred: that at the level, or, since an update may change the level,
 * the only one at another level. A level that is left out is the default one.
 */
export function meantBy<T extends { readonly access_level_remote_id: string }>(
    level: string | undefined,
    grants: readonly T[],
): T | undefined {
    const [only, ...more] = level === undefined ? [] : grants;
    const exact = grants.find((grant) => grant.access_level_remote_id === (level ?? ""));
    return exact ?? (more.length === 0 ? only : undefined);
}

/** Inferred: what has levels is granted at one of them, what has none at the default one. */
function mustBeOneOf(field: string, levels: readonly Level[], remoteId: string): void {
    const allowed = levels.length > 0 ? levels.map((level) => level.access_level_remote_id) : [""];
    if (allowed.includes(remoteId)) return;
    const text =
        levels.length > 0 ? `one of ${allowed.join(", ")}` : "left out or empty: there is only the default level";
    throw new BadRequest(`${field}: must be ${text}.`);
}

function named(level: Level | undefined, access_level_remote_id: string): Level {
    return { access_level_name: level?.access_level_name ?? "", access_level_remote_id };
}
