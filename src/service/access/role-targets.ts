import type { Store } from "../storage/store.js";

/** Takes what is deleted out of the targets of all roles. A permission that loses its last target so is gone, not without limits. */
export function removeTarget(store: Store, id: string): void {
    for (const role of store.resourceScopedRolePermissions.all()) {
        if (!role.permissions.some((permission) => permission.target_ids?.includes(id))) continue;
        const permissions = role.permissions.flatMap((permission) => {
            if (!permission.target_ids?.includes(id)) return [permission];
            const target_ids = permission.target_ids.filter((target) => target !== id);
            return target_ids.length > 0 || permission.allow_all ? [{ ...permission, target_ids }] : [];
        });
        store.resourceScopedRolePermissions.set({ ...role, permissions });
    }
}
