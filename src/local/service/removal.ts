import type { Records } from "./storage/organization.js";
import { layouts } from "./storage/records.js";
import type { Store } from "./storage/store.js";
import type { Table } from "./storage/table.js";

/**
 * Deletes all records that have this id in one of these key fields: the object itself, records that belong to it, and its links to other
 * objects.
 */
export function deleteAllOf(store: Store, id: string, ...fields: string[]): void {
    for (const name of Object.keys(layouts) as (keyof Records)[]) {
        const key: readonly string[] = layouts[name].key;
        // All key fields are strings.
        const table = store[name] as object as Table<Record<string, string>>;
        for (const field of fields.filter((one) => key.includes(one))) table.deleteWhere(field, id);
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
