import { addTo } from "../../../common/collections.js";
import { BadRequest } from "../http/errors.js";
import type { Store } from "../storage/store.js";

/**
 * Checks a new parent.
 * @throws BadRequest if the parent does not exist, or if it is the resource itself or one of its descendants
 */
export function mustBeParent(store: Store, field: string, resourceId: string, parentId?: string | null): void {
    store.resources.mustKnow(field, parentId);
    if (parentId && [parentId, ...storedAncestorIds(store, parentId)].includes(resourceId)) {
        throw new BadRequest(`${field} must not be the resource itself or one of its descendants.`);
    }
}

/** Recomputes the ancestors and descendants of all resources from their parents. */
export function arrangeHierarchy(store: Store): void {
    const below = new Map<string, string[]>();
    for (const { resource_id } of store.resources.all())
        for (const ancestor of storedAncestorIds(store, resource_id)) addTo(below, ancestor, resource_id);
    for (const resource of store.resources.all()) {
        const ancestor_resource_ids = storedAncestorIds(store, resource.resource_id);
        const descendant_resource_ids = below.get(resource.resource_id) ?? [];
        const isArranged =
            areSame(resource.ancestor_resource_ids, ancestor_resource_ids) &&
            areSame(resource.descendant_resource_ids, descendant_resource_ids);
        if (!isArranged) store.resources.set({ ...resource, ancestor_resource_ids, descendant_resource_ids });
    }
}

function areSame(ids: readonly string[] = [], others: readonly string[]): boolean {
    return ids.length === others.length && ids.every((id, i) => id === others[i]);
}

/** Returns the ids of a resource's ancestors, starting with its parent. */
export function storedAncestorIds(store: Store, resourceId: string): string[] {
    const parent = store.resources.find(resourceId)?.parent_resource_id;
    return parent === undefined ? [] : [parent, ...storedAncestorIds(store, parent)];
}
