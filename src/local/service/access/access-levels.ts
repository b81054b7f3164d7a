import { BadRequest } from "../http/errors.js";
import type { Store } from "../storage/store.js";

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
