import type { ScopedRolePermission } from "../../../api/generated/types.gen.js";
import { sameType, spelledFor } from "../apps/types.js";
import type { Routes } from "../http/area.js";
import { BadRequest } from "../http/errors.js";
import type { Store } from "../storage/store.js";

/** Operations on the permissions of scoped (custom) roles. */
export const scopedRoles = {
    getResourceScopedRolePermissions({ store, path }) {
        const resourceId = scopedRole(store, path.resource_id);
        return { permissions: store.resourceScopedRolePermissions.find(resourceId)?.permissions ?? [] };
    },

    setResourceScopedRolePermissions({ store, path, body }) {
        const resource_id = scopedRole(store, path.resource_id);
        const permissions = body.permissions.map((permission, i) =>
            readPermission(store, `permissions[${i}]`, permission),
        );
        return { permissions: store.resourceScopedRolePermissions.set({ resource_id, permissions }).permissions };
    },
} satisfies Routes;

/** Returns the id of a scoped role. We assume that resources of other types are refused (not documented by the API). */
function scopedRole(store: Store, resourceId: string): string {
    const { resource_id, resource_type } = store.resources.get(resourceId);
    if (sameType(resource_type, "SVC_SCOPED_ROLE")) return resource_id;
    const allowed = spelledFor(store.apps.all(), "SVC_SCOPED_ROLE");
    throw new BadRequest(`resource_id must be a resource of type ${allowed}; found type ${resource_type}.`);
}

/**
 * Validates a permission. We assume that an omitted list of targets is the same as an empty list (not documented by the API). Targets of
 * unknown types are not checked.
 */
function readPermission(store: Store, at: string, permission: ScopedRolePermission): ScopedRolePermission {
    const { target_type, target_ids = [] } = permission;
    const tables = {
        RESOURCE: store.resources,
        CONNECTION: store.apps,
        GROUP: store.groups,
        BUNDLE: store.bundles,
        USER: store.users,
        OWNER: store.owners,
    };
    const table = Object.entries(tables).find(([type]) => type === target_type)?.[1];
    table?.mustKnow(`${at}.target_ids`, target_ids);
    return { ...permission, target_ids: [...new Set(target_ids)] };
}
