import type { Records } from "./storage/organization.js";
import { layouts } from "./storage/records.js";
import type { Store } from "./storage/store.js";
import type { Table } from "./storage/table.js";

/**
 * Deletes every record with this id in a key field of this name. These are the object and everything that belongs to it.
 */
export function deleteAllOf(store: Store, field: string, id: string): void {
    for (const name of Object.keys(layouts) as (keyof Records)[]) {
        const key: readonly string[] = layouts[name].key;
        // Key fields are strings.
        if (key.includes(field)) (store[name] as object as Table<Record<string, string>>).deleteWhere(field, id);
    }
}

/** Removes a deleted id from the list in this field of every record. */
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
 * Removes a deleted object from the targets of all roles. A permission that loses its last target is deleted, because without targets it
 * would apply to everything.
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
