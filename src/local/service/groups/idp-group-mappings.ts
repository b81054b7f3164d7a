import { visible } from "../access/viewer.js";
import type { Routes } from "../http/area.js";
import { BadRequest, NotFound } from "../http/errors.js";
import type { Records } from "../storage/organization.js";
import type { Store } from "../storage/store.js";

type Mapping = Records["idpGroupMappings"];

/**
 * Operations on the group mappings of a directory app. The app is identified by its resource. We assume that any resource is accepted,
 * because the API does not document which resources are directory apps.
 */
export const idpGroupMappings = {
    getIdpGroupMappings(call) {
        const all = call.store.idpGroupMappings.where("app_resource_id", call.path.app_resource_id);
        return { mappings: visible(call, all, "group_id") };
    },

    /** The API does not document this; we assume that the bulk update replaces the whole list and sets omitted fields to their defaults. */
    updateIdpGroupMappings({ store, path, body }) {
        const { app_resource_id } = path;
        const named = new Set<string>();
        for (const [i, { group_id, alias, hidden_from_end_user = false }] of body.mappings.entries()) {
            const field = `mappings[${i}].group_id`;
            if (group_id === undefined) throw new BadRequest(`${field} is required.`);
            store.groups.mustKnow(field, group_id);
            if (named.has(group_id)) throw new BadRequest(`${field} is listed more than once.`);
            named.add(group_id);
            store.idpGroupMappings.set(mapping({ app_resource_id, group_id, alias, hidden_from_end_user }));
        }
        for (const old of store.idpGroupMappings.where("app_resource_id", app_resource_id)) {
            if (!named.has(old.group_id)) store.idpGroupMappings.delete(old);
        }
    },

    getIdpGroupMapping: ({ store, path }) => get(store, path),

    /**
     * Changes only the fields in the body. We assume that null removes the alias, and that null for `hidden_from_end_user` is the same as
     * omitting it (not documented by the API).
     */
    upsertIdpGroupMapping({ store, path, body }) {
        const { app_resource_id, group_id } = path;
        const known = store.idpGroupMappings.find(app_resource_id, group_id);
        const alias = body?.alias === undefined ? known?.alias : (body.alias ?? undefined);
        const hidden_from_end_user = body?.hidden_from_end_user ?? known?.hidden_from_end_user ?? false;
        return store.idpGroupMappings.set(mapping({ app_resource_id, group_id, alias, hidden_from_end_user }));
    },

    deleteIdpGroupMapping: ({ store, path }) => store.idpGroupMappings.delete(get(store, path)),
} satisfies Routes;

function get(store: Store, path: { app_resource_id: string; group_id: string }): Mapping {
    const { app_resource_id, group_id } = path;
    const found = store.idpGroupMappings.find(app_resource_id, group_id);
    if (!found) throw new NotFound(`The resource ${app_resource_id} has no mapping for the group ${group_id}.`);
    return found;
}

/** Returns a mapping without the `alias` field if the alias is undefined. */
function mapping({ alias, ...rest }: Omit<Mapping, "alias"> & { alias: string | undefined }): Mapping {
    return { ...rest, ...(alias !== undefined && { alias }) };
}
