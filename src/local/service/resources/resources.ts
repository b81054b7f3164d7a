import type { UpdateResourceInfo } from "../../../api/generated/types.gen.js";
import { visible } from "../access/viewer.js";
import { DEFAULT_VISIBILITY } from "../access/visibility.js";
import { removeSyncErrorsOf } from "../apps/apps.js";
import { checkImport, remoteIdOf } from "../apps/remote-info.js";
import { sameType } from "../apps/types.js";
import { removeFromBundles } from "../bundles/bundles.js";
import type { Routes } from "../http/area.js";
import { BadRequest } from "../http/errors.js";
import { isStructure } from "../http/json.js";
import { isNamed, listed } from "../http/pages.js";
import { deleteAllOf, removeTarget } from "../removal.js";
import { cancelRequestsAbout } from "../requests/states.js";
import type { Store } from "../storage/store.js";
import { tagFilter } from "../tags/tags.js";
import { govern } from "../templates/governing.js";
import { changedSettings, defaultAdministratorId, newSettings } from "../templates/settings.js";
import { arrangeHierarchy, mustBeParent } from "./hierarchy.js";

export const resourceRoutes = {
    getResources(call) {
        const { store, query } = call;
        if (query.remote_id !== undefined && query.resource_type_filter === undefined) {
            throw new BadRequest("resource_type_filter is required when remote_id is set.");
        }
        const any = tagFilter(store.resourceTags, query.tag_ids, (link) => link.resource_id);
        const wanted = query.resource_ids && new Set(query.resource_ids);
        const { resource_type_filter: type, parent_resource_id: parent, ancestor_resource_id: ancestor } = query;
        const found = visible(call, store.resources.all(), "resource_id")
            .filter((resource) => !wanted || wanted.has(resource.resource_id))
            .filter((resource) => !type || sameType(resource.resource_type, type))
            .filter((resource) => isNamed(resource, query.resource_name))
            .filter((resource) => !parent || resource.parent_resource_id === parent)
            .filter((resource) => !ancestor || resource.ancestor_resource_ids?.includes(ancestor))
            .filter((resource) => query.remote_id === undefined || resource.remote_resource_id === query.remote_id)
            .filter((resource) => any(resource.resource_id));
        return listed(call, store.resources, found);
    },

    createResource({ store, body, sent }) {
        const { app_id, resource_type, remote_info, metadata } = body;
        // The API does not document this; we assume that this field is refused. If it were ignored, the caller would expect the resource to
        // have a parent.
        if (isStructure(sent) && sent.parent_resource_id != null) {
            throw new BadRequest(
                "parent_resource_id cannot be set when a resource is created. Set it with PUT /resources afterwards.",
            );
        }
        const administrator = defaultAdministratorId(store, app_id);
        checkImport(store, body, sent);
        const remote_resource_id = remote_info ? remoteIdOf(remote_info) : body.remote_resource_id;
        const resource = store.resources.set({
            resource_id: store.newId("resource", body.name),
            app_id,
            resource_type,
            require_mfa_to_connect: false,
            ...newSettings(administrator, body),
            ...(remote_info && { remote_info, remote_resource_name: body.name }),
            ...(remote_resource_id !== undefined && { remote_resource_id }),
            ...(metadata !== undefined && { metadata }),
            ancestor_resource_ids: [],
            descendant_resource_ids: [],
        });
        const { resource_id } = resource;
        store.resourceVisibility.set({ resource_id, ...DEFAULT_VISIBILITY });
        store.resourceMessageChannels.set({ resource_id, message_channel_ids: [] });
        return resource;
    },

    updateResources({ store, body }) {
        for (const [i, info] of body.resources.entries()) updateOne(store, `resources[${i}].`, info);
        if (body.resources.some((info) => info.parent_resource_id !== undefined)) arrangeHierarchy(store);
        return { resources: body.resources };
    },

    getResource: ({ store, path }) => store.resources.get(path.resource_id),

    /**
     * The API does not document this; we assume that all objects that depend on the resource are deleted with it, except child resources,
     * which stay without a parent.
     */
    deleteResource: ({ store, now, path }) => removeResource(store, path.resource_id, now),
} satisfies Routes;

/** Deletes a resource and all references to it. Its child resources stay without a parent. */
export function removeResource(store: Store, resource_id: string, now: Date): void {
    removeFromBundles(store, resource_id);
    removeTarget(store, resource_id);
    cancelRequestsAbout(store, resource_id, now);
    removeSyncErrorsOf(store, resource_id);
    for (const resource of store.resources.all()) {
        if (resource.parent_resource_id !== resource_id) continue;
        const { parent_resource_id, ...child } = resource;
        store.resources.set(child);
    }
    const links = ["non_human_identity_id", "app_resource_id", "principal_id", "entitlement_id"];
    deleteAllOf(store, resource_id, "resource_id", ...links);
    arrangeHierarchy(store);
}

function updateOne(store: Store, at: string, info: UpdateResourceInfo): void {
    const resource = store.resources.get(info.resource_id);
    const { configuration_template_id, parent_resource_id, ...rest } = resource;
    const { resource_id } = rest;
    mustBeParent(store, `${at}parent_resource_id`, resource_id, info.parent_resource_id);
    // Null removes the parent.
    const parent = info.parent_resource_id === undefined ? parent_resource_id : info.parent_resource_id;
    const { require_mfa_to_connect, ticket_propagation } = info;
    const changed = store.resources.set({
        ...rest,
        ...changedSettings(store, at, resource, info),
        ...(require_mfa_to_connect !== undefined && { require_mfa_to_connect }),
        ...(ticket_propagation && { ticket_propagation }),
        ...(parent && { parent_resource_id: parent }),
    });
    govern(store, changed, at, info);
}
