import type { Records } from "./storage/organization.js";
import { layouts } from "./storage/records.js";
import type { Store } from "./storage/store.js";
import type { Table } from "./storage/table.js";

/**
 * Deletes all records that have this id in a key field of this name: an object and everything that
 * belongs to it.
 */
export function deleteAllOf(store: Store, field: string, id: string): void {
    for (const name of Object.keys(layouts) as (keyof Records)[]) {
        const key: readonly string[] = layouts[name].key;
        // Fields of keys are ids and other texts.
        if (key.includes(field)) (store[name] as object as Table<Record<string, string>>).deleteWhere(field, id);
    }
}

/** Removes a deleted id from a list in every record. */
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

/** Removes deleted objects from the targets of all roles. A permission that loses its last target is deleted, not unlimited. */
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
