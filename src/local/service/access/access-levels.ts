import { BadRequest, NotFound } from "../http/errors.js";
import type { Store } from "../storage/store.js";
import type { Table } from "../storage/table.js";

/** An access level of a group or a resource. */
export interface Level {
    readonly access_level_name: string;
    readonly access_level_remote_id: string;
}

/** The types of objects that have access levels. */
export type LeveledType = "group" | "resource";

/** Returns all levels except the default level, as they appear in responses. */
export function levelsOf(store: Store, noun: LeveledType, id: string): Level[] {
    const levels =
        noun === "group"
            ? store.groupAccessLevels.where("group_id", id)
            : store.resourceAccessLevels.where("resource_id", id);
    return levels.map(({ access_level_remote_id }) => levelOf(store, noun, id, access_level_remote_id));
}

/**
 * Returns a level as it appears in responses. The name is empty for the default level and for levels that are not in the list of the
 * object.
 */
export function levelOf(store: Store, noun: LeveledType, id: string, access_level_remote_id: string): Level {
    const table = noun === "group" ? store.groupAccessLevels : store.resourceAccessLevels;
    const { access_level_name = "" } = table.find(id, access_level_remote_id) ?? {};
    return { access_level_name, access_level_remote_id };
}

/**
 * Checks that an object has the access level of a grant. We assume that an object without levels accepts only the default level (not
 * documented by the API).
 * @param field path of the level in the request body
 * @throws BadRequest if the group or resource does not have the level
 */
export function mustBeLevel(
    store: Store,
    noun: LeveledType,
    id: string,
    remoteId: string,
    field = "access_level_remote_id",
): void {
    const levels = levelsOf(store, noun, id).map((level) => level.access_level_remote_id);
    if (levels.length > 0 ? levels.includes(remoteId) : remoteId === "") return;
    const allowed =
        levels.length > 0 ? `one of ${levels.join(", ")}` : `omitted or empty: the ${noun} has only the default level`;
    throw new BadRequest(`${field} must be ${allowed}.`);
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
    if (!link) throw noLink(missing, level);
    return link;
}

/**
 * Returns the grant that an update changes. We assume that this is the grant at the given level or, if there is no such grant and the user
 * has only one, that grant, whose level is then changed (not documented by the API). An omitted level means the default level.
 * @throws NotFound as in `linkAt`
 */
export function grantToUpdate<T extends { readonly access_level_remote_id: string }>(
    level: string | undefined,
    grants: readonly T[],
    missing: string,
): T {
    const [only, ...more] = level === undefined ? [] : grants;
    const exact = grants.find((grant) => grant.access_level_remote_id === (level ?? ""));
    const grant = exact ?? (more.length === 0 ? only : undefined);
    if (!grant) throw noLink(missing, level);
    return grant;
}

/** Returns the error for a link that does not exist at a level. */
function noLink(missing: string, level: string | undefined): NotFound {
    return new NotFound(`${missing}${level ? ` at the level ${level}` : ""}.`);
}
