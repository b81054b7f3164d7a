import type { Area } from "../area.js";
import { sameType } from "../types.js";

/** Apps cannot be made or changed through the interface. */
export const apps = {
    getApps: ({ store, query }) => ({
        apps: store.apps
            .all()
            .filter(
                (app) => !query.app_type_filter || query.app_type_filter.some((type) => sameType(type, app.app_type)),
            )
            .filter((app) => !query.owner_filter || query.owner_filter === app.admin_owner_id),
    }),
    getApp: ({ store, path }) => store.apps.get(path.app_id),
} satisfies Area;
