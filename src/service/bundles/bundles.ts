import type { Bundle, BundleGroup, BundleResource } from "../../api/generated/types.gen.js";
import { groupLevel, mustBeGroupLevel, mustBeResourceLevel, resourceLevel } from "../access/access-levels.js";
import { removeTarget } from "../access/role-targets.js";
import { Viewer } from "../access/viewer.js";
import { DEFAULT_VISIBILITY, readVisibility, visibilityOf } from "../access/visibility.js";
import type { Area, Call } from "../http/area.js";
import { BadRequest, NotFound } from "../http/errors.js";
import { nameMatches, page } from "../http/pages.js";
import type { Store } from "../storage/store.js";

export const bundles = {
    getBundles: list,
    createBundle: create,
    getBundle: ({ store, path }) => store.bundles.get(path.bundle_id),
    updateBundle: update,
    deleteBundle: remove,
    getBundleVisibility: ({ store, path }) =>
        visibilityOf(store.bundleVisibility, store.bundles.get(path.bundle_id).bundle_id),
    setBundleVisibility: setVisibility,
    getBundleResources: listResources,
    addBundleResource: addResource,
    removeBundleResource: removeResource,
    getBundleGroups: listGroups,
    addBundleGroup: addGroup,
    removeBundleGroup: removeGroup,
} satisfies Area;

/** Takes a group that is deleted out of all bundles. */
export function removeGroupFromBundles(store: Store, groupId: string): void {
    for (const link of store.bundleGroups.where("group_id", groupId)) {
        store.bundleGroups.delete(link);
        count(store, link.bundle_id);
    }
}

/** Takes a resource that is deleted out of all bundles; or, with a level, what is in them at that level. */
export function removeResourceFromBundles(store: Store, resourceId: string, level?: string): void {
    for (const link of store.bundleResources.where("resource_id", resourceId)) {
        if (level !== undefined && level !== link.access_level_remote_id) continue;
        store.bundleResources.delete(link);
        count(store, link.bundle_id);
    }
}

function list(call: Call<"getBundles">) {
    const { store, query } = call;
    const viewer = new Viewer(call);
    const found = store.bundles
        .all()
        .filter((bundle) => viewer.sees("bundles", bundle.bundle_id))
        .filter((bundle) => nameMatches(bundle.name, query.contains));
    const { items, ...rest } = page(call, store.bundles, found);
    return { bundles: items, ...rest, total_count: found.length };
}

function create({ store, now, body }: Call<"createBundle">): Bundle {
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
}

function update({ store, now, path, body }: Call<"updateBundle">): Bundle | undefined {
    const bundle = store.bundles.get(path.bundle_id);
    store.owners.mustKnow("admin_owner_id", body.admin_owner_id);
    const { name = bundle.name, description = bundle.description, admin_owner_id = bundle.admin_owner_id } = body;
    if (name === bundle.name && description === bundle.description && admin_owner_id === bundle.admin_owner_id) {
        return undefined;
    }
    return store.bundles.change(bundle.bundle_id, {
        name,
        description,
        admin_owner_id,
        updated_at: now.toISOString(),
    });
}

function remove({ store, path }: Call<"deleteBundle">): void {
    const bundle = store.bundles.get(path.bundle_id);
    store.bundleResources.deleteWhere("bundle_id", bundle.bundle_id);
    store.bundleGroups.deleteWhere("bundle_id", bundle.bundle_id);
    store.bundleVisibility.deleteWhere("bundle_id", bundle.bundle_id);
    removeTarget(store, bundle.bundle_id);
    store.bundles.delete(bundle);
}

function setVisibility({ store, path, body }: Call<"setBundleVisibility">): void {
    const { bundle_id } = store.bundles.get(path.bundle_id);
    store.bundleVisibility.set({ bundle_id, ...readVisibility(store, body) });
}

function listResources(call: Call<"getBundleResources">) {
    const { bundle_id } = call.store.bundles.get(call.path.bundle_id);
    const viewer = new Viewer(call);
    const found = call.store.bundleResources
        .where("bundle_id", bundle_id)
        .filter((link) => viewer.sees("resources", link.resource_id));
    const { items, ...rest } = page(call, call.store.bundleResources, found);
    return { bundle_resources: items, ...rest, total_count: found.length };
}

/** Inferred: a link that exists is answered as it is. */
function addResource({ store, path, body }: Call<"addBundleResource">): BundleResource {
    const { bundle_id } = store.bundles.get(path.bundle_id);
    if (!body) throw new BadRequest("resource_id: is required in the body.");
    const { resource_id, access_level_remote_id = "" } = body;
    store.resources.mustKnow("resource_id", resource_id);
    mustBeResourceLevel(store, resource_id, access_level_remote_id);
    const { access_level_name } = resourceLevel(store, resource_id, access_level_remote_id);
    const known = store.bundleResources.find(bundle_id, resource_id, access_level_remote_id);
    if (known) return known;
    const link = store.bundleResources.set({ bundle_id, resource_id, access_level_remote_id, access_level_name });
    count(store, bundle_id);
    return link;
}

function removeResource({ store, path, query }: Call<"removeBundleResource">): void {
    const { bundle_id } = store.bundles.get(path.bundle_id);
    const link = store.bundleResources.find(bundle_id, path.resource_id, query.access_level_remote_id ?? "");
    if (!link) throw notInBundle("resource", path.resource_id, bundle_id, query.access_level_remote_id);
    store.bundleResources.delete(link);
    count(store, bundle_id);
}

function listGroups(call: Call<"getBundleGroups">) {
    const { bundle_id } = call.store.bundles.get(call.path.bundle_id);
    const viewer = new Viewer(call);
    const found = call.store.bundleGroups
        .where("bundle_id", bundle_id)
        .filter((link) => viewer.sees("groups", link.group_id));
    const { items, ...rest } = page(call, call.store.bundleGroups, found);
    return { bundle_groups: items, ...rest, total_count: found.length };
}

/** Inferred: a link that exists is answered as it is. */
function addGroup({ store, path, body }: Call<"addBundleGroup">): BundleGroup {
    const { bundle_id } = store.bundles.get(path.bundle_id);
    const { group_id, access_level_remote_id = "" } = body;
    store.groups.mustKnow("group_id", group_id);
    mustBeGroupLevel(store, group_id, access_level_remote_id);
    const { access_level_name } = groupLevel(store, group_id, access_level_remote_id);
    const known = store.bundleGroups.find(bundle_id, group_id, access_level_remote_id);
    if (known) return known;
    const link = store.bundleGroups.set({ bundle_id, group_id, access_level_remote_id, access_level_name });
    count(store, bundle_id);
    return link;
}

function removeGroup({ store, path, query }: Call<"removeBundleGroup">): void {
    const { bundle_id } = store.bundles.get(path.bundle_id);
    const link = store.bundleGroups.find(bundle_id, path.group_id, query.access_level_remote_id ?? "");
    if (!link) throw notInBundle("group", path.group_id, bundle_id, query.access_level_remote_id);
    store.bundleGroups.delete(link);
    count(store, bundle_id);
}

function notInBundle(noun: string, id: string, bundleId: string, level: string | undefined): NotFound {
    return new NotFound(`The ${noun} ${id} is not in the bundle ${bundleId}${level ? ` at the level ${level}` : ""}.`);
}

function count(store: Store, bundleId: string): void {
    const total_num_resources = store.bundleResources.where("bundle_id", bundleId).length;
    const total_num_groups = store.bundleGroups.where("bundle_id", bundleId).length;
    const total_num_items = total_num_resources + total_num_groups;
    store.bundles.change(bundleId, { total_num_resources, total_num_groups, total_num_items });
}
