import type { Area, Call } from "../http/area.js";
import { listed } from "../http/pages.js";

/** Who the users are in other systems. Syncs bring these; nothing in the API makes one. */
export const remoteUsers = {
    getRemoteUsers: list,
} satisfies Area;

function list(call: Call<"getRemoteUsers">) {
    const { store, query } = call;
    const found = store.remoteUsers
        .all()
        .filter((one) => query.third_party_provider?.includes(one.third_party_provider) ?? true)
        .filter((one) => query.user_id?.includes(one.user_id) ?? true)
        .filter((one) => query.remote_id?.includes(one.remote_id) ?? true);
    return listed(call, store.remoteUsers, found);
}
