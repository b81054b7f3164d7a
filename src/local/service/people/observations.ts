import { Viewer } from "../access/viewer.js";
import type { Routes } from "../http/area.js";
import { fits, listed } from "../http/pages.js";

/**
 * Operations that read users' accounts and sessions in remote systems. In the real service these are synced; the API cannot create or
 * delete them.
 */
export const observations = {
    getRemoteUsers(call) {
        const { store, query } = call;
        const found = store.remoteUsers
            .all()
            .filter((one) => query.third_party_provider?.includes(one.third_party_provider) ?? true)
            .filter((one) => query.user_id?.includes(one.user_id) ?? true)
            .filter((one) => query.remote_id?.includes(one.remote_id) ?? true);
        return listed(call, store.remoteUsers, found);
    },

    getSessions(call) {
        const { store, query } = call;
        new Viewer(call).mustSee("resources", query.resource_id);
        const { resource_id } = store.resources.get(query.resource_id);
        const found = store.sessions.where("resource_id", resource_id).filter(fits(query, "user_id"));
        return { results: found.map(({ session_id, ...session }) => session), next: null, previous: null };
    },
} satisfies Routes;
