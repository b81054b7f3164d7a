import type { VisibilityInfo } from "../../../api/generated/types.gen.js";
import { removeFromLists } from "../removal.js";
import type { Store } from "../storage/store.js";
import type { Table } from "../storage/table.js";

/**
 * The API does not document this; we assume that new groups, resources and bundles are visible to everyone until a second call sets their
 * visibility.
 */
export const DEFAULT_VISIBILITY: VisibilityInfo = { visibility: "GLOBAL", visibility_group_ids: [] };

/** Reads a visibility from the body. The type and the groups are replaced together, so an omitted list becomes an empty list. */
export function readVisibility(store: Store, given: VisibilityInfo): Required<VisibilityInfo> {
    store.groups.mustKnow("visibility_group_ids", given.visibility_group_ids);
    return { visibility: given.visibility, visibility_group_ids: [...new Set(given.visibility_group_ids)] };
}

export function storedVisibility<T extends VisibilityInfo>(table: Table<T>, id: string): VisibilityInfo {
    return visibilityAnswer(table.find(id) ?? DEFAULT_VISIBILITY);
}

/** Returns a visibility as it appears in responses, without the object id in the stored record. */
export function visibilityAnswer({ visibility, visibility_group_ids }: VisibilityInfo): VisibilityInfo {
    return { visibility, visibility_group_ids };
}

/** Removes a deleted group from all visibility settings. */
export function removeGroupFromVisibilities(store: Store, groupId: string): void {
    removeFromLists(store.groupVisibility, "visibility_group_ids", groupId);
    removeFromLists(store.resourceVisibility, "visibility_group_ids", groupId);
    removeFromLists(store.bundleVisibility, "visibility_group_ids", groupId);
    removeFromLists(store.apps, "visibility_group_ids", groupId);
}
