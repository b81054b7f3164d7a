import { Viewer } from "../access/viewer.js";
import type { Area, Call } from "../http/area.js";

/** What goes on in connected systems; nothing in the API begins or ends a session. */
export const sessions = {
    getSessions: list,
} satisfies Area;

function list(call: Call<"getSessions">) {
    const { store, query } = call;
    new Viewer(call).mustSee("resources", query.resource_id);
    const { resource_id } = store.resources.get(query.resource_id);
    const found = store.sessions
        .where("resource_id", resource_id)
        .filter((session) => query.user_id === undefined || query.user_id === session.user_id);
    return { results: found.map(({ session_id, ...session }) => session), next: null, previous: null };
}
