import type { Records } from "./storage/organization.js";
import { layouts } from "./storage/records.js";
import type { Store } from "./storage/store.js";
import type { Table } from "./storage/table.js";

/** Deletes all records whose key field `field` has this id: the object itself and all records that belong to it. */
export function deleteAllOf(store: Store, field: string, id: string): void {
    for (const name of Object.keys(layouts) as (keyof Records)[]) {
        const key: readonly string[] = layouts[name].key;
        // All key fields are strings.
        if (key.includes(field)) (store[name] as object as Table<Record<string, string>>).deleteWhere(field, id);
    }
}

/** Removes a deleted id from this list field in all records of a table. */
export function removeFromLists<Field extends string, T extends { readonly [F in Field]?: readonly string[] }>(
    table: Table<T>,
    field: Field,
    id: string,
): void {
    for (const record of table.all()) {
        const ids: readonly string[] = record[field] ?? [];
        if (ids.includes(id)) table.set({ ...record, [field]: ids.filter((other) => other !== id) });
    }
}

/**
 * Removes a deleted object from the targets of all custom roles. If a permission loses its last target, the permission is deleted, because
 * it would otherwise apply to all objects.
 */
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
