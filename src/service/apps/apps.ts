import { Viewer } from "../access/viewer.js";
import type { Area, Call } from "../http/area.js";
import type { Store } from "../storage/store.js";
import { sameType } from "./types.js";

/** Apps cannot be made or changed through the API. */
export const apps = {
    getApps: ({ store, query }) => ({
        apps: store.apps
            .all()
            .filter((app) => query.app_type_filter?.some((type) => sameType(type, app.app_type)) ?? true)
            .filter((app) => !query.owner_filter || query.owner_filter === app.admin_owner_id),
    }),
    getApp: ({ store, path }) => store.apps.get(path.app_id),
    getSyncErrors: listSyncErrors,
} satisfies Area;

/** Lets go of a group or a resource that is deleted. */
export function removeSyncErrorsOf(store: Store, id: string): void {
    for (const error of store.syncErrors.all()) {
        if (error.group_id === id || error.resource_id === id) store.syncErrors.delete(error);
    }
}

/** Inferred: one list of all that fit, though the API answers a list of lists. */
function listSyncErrors(call: Call<"getSyncErrors">) {
    const { store, query } = call;
    const viewer = new Viewer(call);
    const found = store.syncErrors
        .all()
        .filter(({ group_id }) => !group_id || viewer.sees("groups", group_id))
        .filter(({ resource_id }) => !resource_id || viewer.sees("resources", resource_id))
        .filter((error) => !query.app_id || query.app_id === error.app_id)
        .filter((error) => !query.resource_id || query.resource_id === error.resource_id)
        .filter((error) => !query.group_id || query.group_id === error.group_id);
    return [{ sync_errors: found.map(({ sync_error_id, resource_id, group_id, ...error }) => error) }];
}
