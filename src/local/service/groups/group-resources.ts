import type { GroupResource } from "../../../api/generated/types.gen.js";
import { levelOf, mustBeLevel } from "../access/access-levels.js";
import { addGrant, grantTerms } from "../access/grants.js";
import { Viewer, visible } from "../access/viewer.js";
import type { Routes, Situation } from "../http/area.js";
import { Forbidden } from "../http/errors.js";
import type { Records } from "../storage/organization.js";
import type { Store } from "../storage/store.js";

type Link = Records["groupResources"];

/** Operations on the resources that groups have access to. */
export const groupResourceRoutes = {
    getGroupResources: (call) => listAnswer(call, call.store.groupResources.where("group_id", call.path.group_id)),

    /**
     * Replaces the resources of a group, except those that the caller cannot see. The body does not contain durations. We assume that
     * existing links keep their expiration date and that new links do not expire (not documented by the API). Group leaders can use this
     * operation to remove resources, but not to add them (vendor guides).
     */
    setGroupResources(call) {
        const { store, caller, path, body } = call;
        const viewer = new Viewer(call);
        const { group_id } = path;
        const before = visible(call, store.groupResources.where("group_id", group_id), "resource_id");
        const after = new Set<Link>();
        for (const [i, { resource_id, access_level_remote_id = "" }] of body.resources.entries()) {
            const at = `resources[${i}]`;
            viewer.mustKnow(`${at}.resource_id`, "resources", resource_id);
            const link = { group_id, resource_id, access_level_remote_id, expiration_date: null };
            const known = store.groupResources.same(link);
            if (!known && caller.role !== "ADMIN") {
                throw new Forbidden(
                    `${at}: only administrators can add resources to a group. Group leaders can only remove them.`,
                );
            }
            if (!known)
                mustBeLevel(store, "resource", resource_id, access_level_remote_id, `${at}.access_level_remote_id`);
            after.add(known ?? store.groupResources.set(link));
        }
        for (const link of before) {
            if (!after.has(link)) store.groupResources.delete(link);
        }
    },

    /**
     * The API does not document this; we assume that an existing link gets the new duration. The level in the body takes precedence over
     * the deprecated query parameter.
     */
    addGroupResource({ store, now, path, query, body }) {
        const { group_id, resource_id } = path;
        const access_level_remote_id = body?.access_level_remote_id ?? query.access_level_remote_id;
        const link = { group_id, resource_id, ...grantTerms(now, { ...body, access_level_remote_id }) };
        return groupResourceAnswer(store, addGrant(store, store.groupResources, "resource", resource_id, link));
    },

    getResourceGroups: (call) =>
        listAnswer(call, call.store.groupResources.where("resource_id", call.path.resource_id)),
} satisfies Routes;

function listAnswer(call: Situation, links: readonly Link[]) {
    return {
        group_resources: visible(call, links, "group_id", "resource_id").map((link) =>
            groupResourceAnswer(call.store, link),
        ),
    };
}

function groupResourceAnswer(
    store: Store,
    { group_id, resource_id, access_level_remote_id, expiration_date }: Link,
): GroupResource {
    return {
        group_id,
        resource_id,
        group_name: store.groups.get(group_id).name ?? "",
        resource_name: store.resources.get(resource_id).name ?? "",
        expiration_date,
        access_level: levelOf(store, "resource", resource_id, access_level_remote_id),
    };
}
