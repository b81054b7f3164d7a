import type { Area, Call } from "../area.js";

/** What goes on in connected systems; nothing in the interface begins or ends a session. */
export const sessions = {
    getSessions: list,
} satisfies Area;

function list({ store, query }: Call<"getSessions">) {
    const { resource_id } = store.resources.get(query.resource_id);
    const found = store.sessions
        .where("resource_id", resource_id)
        .filter((session) => query.user_id === undefined || query.user_id === session.user_id);
    return { results: found.map(({ session_id, ...session }) => session), next: null, previous: null };
}
