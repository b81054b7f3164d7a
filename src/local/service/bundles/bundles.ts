import { isDeepStrictEqual } from "node:util";
import { type Level, type LeveledType, levelOf, mustBeLevel } from "../access/access-levels.js";
import { linkAt } from "../access/grants.js";
import { visible } from "../access/viewer.js";
import { DEFAULT_VISIBILITY, readVisibility, storedVisibility } from "../access/visibility.js";
import type { Routes, ServiceCall } from "../http/area.js";
import { BadRequest } from "../http/errors.js";
import { nameMatches, page } from "../http/pages.js";
import { deleteAllOf, removeTarget } from "../removal.js";
import type { Store } from "../storage/store.js";
import type { Table } from "../storage/table.js";

export const bundleRoutes = {
    getBundles(call) {
        const { store, query } = call;
        const all = visible(call, store.bundles.all(), "bundle_id");
        const found = all.filter(({ name }) => nameMatches(name, query.contains));
        const { items, ...rest } = page(call, store.bundles, found);
        return { bundles: items, ...rest, total_count: found.length };
    },

    createBundle({ store, now, body }) {
        store.owners.mustKnow("admin_owner_id", body.admin_owner_id);
        const bundle = store.bundles.set({
            bundle_id: store.newId("bundle", body.name),
            name: body.name,
            description: body.description ?? "",
            created_at: now.toISOString(),
            updated_at: now.toISOString(),
            admin_owner_id: body.admin_owner_id,
            total_num_items: 0,
            total_num_resources: 0,
            total_num_groups: 0,
        });
        store.bundleVisibility.set({ bundle_id: bundle.bundle_id, ...DEFAULT_VISIBILITY });
        return bundle;
    },

    getBundle: ({ store, path }) => store.bundles.get(path.bundle_id),

    updateBundle({ store, now, path, body }) {
        const bundle = store.bundles.get(path.bundle_id);
        store.owners.mustKnow("admin_owner_id", body.admin_owner_id);
        const { name = bundle.name, description = bundle.description, admin_owner_id = bundle.admin_owner_id } = body;
        const changed = { ...bundle, name, description, admin_owner_id };
        if (isDeepStrictEqual(changed, bundle)) return undefined;
        return store.bundles.set({ ...changed, updated_at: now.toISOString() });
    },

    deleteBundle({ store, path }) {
        removeTarget(store, path.bundle_id);
        deleteAllOf(store, path.bundle_id, "bundle_id");
    },

    getBundleVisibility: ({ store, path }) => storedVisibility(store.bundleVisibility, path.bundle_id),

    setBundleVisibility({ store, path, body }) {
        const { bundle_id } = path;
        store.bundleVisibility.set({ bundle_id, ...readVisibility(store, body) });
    },

    getBundleResources(call) {
        const { bundleResources } = call.store;
        const found = visible(call, bundleResources.where("bundle_id", call.path.bundle_id), "resource_id");
        const { items, ...rest } = page(call, bundleResources, found);
        return { bundle_resources: items, ...rest, total_count: found.length };
    },

    addBundleResource({ store, path, body }) {
        if (!body) throw new BadRequest("resource_id is required in the body.");
        const { resource_id, access_level_remote_id = "" } = body;
        store.resources.mustKnow("resource_id", resource_id);
        const link = { bundle_id: path.bundle_id, resource_id };
        return addLink(store, store.bundleResources, "resource", resource_id, link, access_level_remote_id);
    },

    removeBundleResource: (call) => removeLink(call, call.store.bundleResources, "resource", call.path.resource_id),

    getBundleGroups(call) {
        const { bundleGroups } = call.store;
        const found = visible(call, bundleGroups.where("bundle_id", call.path.bundle_id), "group_id");
        const { items, ...rest } = page(call, bundleGroups, found);
        return { bundle_groups: items, ...rest, total_count: found.length };
    },

    addBundleGroup({ store, path, body }) {
        const { group_id, access_level_remote_id = "" } = body;
        store.groups.mustKnow("group_id", group_id);
        const link = { bundle_id: path.bundle_id, group_id };
        return addLink(store, store.bundleGroups, "group", group_id, link, access_level_remote_id);
    },

    removeBundleGroup: (call) => removeLink(call, call.store.bundleGroups, "group", call.path.group_id),
} satisfies Routes;

/** Removes a deleted group or resource from all bundles. If `level` is set, removes it only at that access level. */
export function removeFromBundles(store: Store, id: string, level?: string): void {
    const isAt = (link: Level): boolean => level === undefined || level === link.access_level_remote_id;
    const groups = store.bundleGroups.where("group_id", id).filter(isAt);
    const resources = store.bundleResources.where("resource_id", id).filter(isAt);
    for (const link of groups) store.bundleGroups.delete(link);
    for (const link of resources) store.bundleResources.delete(link);
    for (const { bundle_id } of [...groups, ...resources]) count(store, bundle_id);
}

/** Adds an object to a bundle. We assume that the call returns an existing link unchanged (not documented by the API). */
function addLink<Ends extends { bundle_id: string }>(
    store: Store,
    links: Table<Ends & Level>,
    noun: LeveledType,
    id: string,
    ends: Ends,
    level: string,
): Ends & Level {
    mustBeLevel(store, noun, id, level);
    const link = { ...ends, ...levelOf(store, noun, id, level) };
    const known = links.same(link);
    if (known) return known;
    const added = links.set(link);
    count(store, link.bundle_id);
    return added;
}

function removeLink<Link extends object>(
    { store, path, query }: ServiceCall<"removeBundleGroup" | "removeBundleResource">,
    links: Table<Link>,
    noun: string,
    id: string,
): void {
    const missing = `The ${noun} ${id} is not in the bundle ${path.bundle_id}`;
    links.delete(linkAt(links, [path.bundle_id, id], query.access_level_remote_id, missing));
    count(store, path.bundle_id);
}

function count(store: Store, bundleId: string): void {
    const total_num_resources = store.bundleResources.where("bundle_id", bundleId).length;
    const total_num_groups = store.bundleGroups.where("bundle_id", bundleId).length;
    const total_num_items = total_num_resources + total_num_groups;
    store.bundles.change(bundleId, { total_num_resources, total_num_groups, total_num_items });
}
