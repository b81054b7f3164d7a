import { visible } from "../access/viewer.js";
import type { Routes } from "../http/area.js";
import { fits } from "../http/pages.js";
import type { Store } from "../storage/store.js";
import { sameType } from "./types.js";

/** Operations that read apps. The operations that create and change apps are in custom-apps.ts. */
export const appRoutes = {
    getApps: ({ store, query }) => ({
        apps: store.apps
            .all()
            .filter((app) => query.app_type_filter?.some((type) => sameType(type, app.app_type)) ?? true)
            .filter((app) => !query.owner_filter || query.owner_filter === app.admin_owner_id),
    }),
    getApp: ({ store, path }) => store.apps.get(path.app_id),

    /** The API returns a list of lists. We assume that it has one element, which contains all matches (not documented by the API). */
    getSyncErrors(call) {
        const { store, query } = call;
        const all = visible(call, store.syncErrors.all(), "group_id", "resource_id");
        const found = all.filter(fits(query, "app_id", "resource_id", "group_id"));
        return [{ sync_errors: found.map(({ sync_error_id, resource_id, group_id, ...error }) => error) }];
    },
} satisfies Routes;

/** Deletes the sync errors of a deleted group or resource. */
export function removeSyncErrorsOf(store: Store, id: string): void {
    for (const error of store.syncErrors.all()) {
        if (error.group_id === id || error.resource_id === id) store.syncErrors.delete(error);
    }
}
