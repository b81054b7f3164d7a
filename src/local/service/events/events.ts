import type { Routes } from "../http/area.js";
import { within } from "../http/dates.js";
import { listed } from "../http/pages.js";

export const eventRoutes = {
    getEvents(call) {
        const { store, query } = call;
        const { actor_filter: actor, event_type_filter: type, object_filter: object, api_token_filter: token } = query;
        const inPeriod = within(query);
        const found = store.events
            .all()
            .filter((event) => inPeriod(event.created_at))
            .filter((event) => !actor || actor === event.actor_user_id)
            .filter((event) => !object || store.eventObjects.has(event.event_id, object))
            .filter((event) => !type || type === event.event_type)
            .filter((event) => tokenMatches(token, event.api_token_name ?? "", event.api_token_preview ?? ""));
        return listed(call, store.events, found);
    },

    getEvent: ({ store, path }) => store.events.get(path.event_id),
} satisfies Routes;

/**
 * Whether a filter matches a token. We assume that a filter consists of the token's name and preview (not documented by the API). Other
 * characters may surround the preview, except letters and digits.
 */
function tokenMatches(filter: string | undefined, name: string, preview: string): boolean {
    if (filter === undefined) return true;
    const [start, end] = [filter.trim(), preview.trim()];
    const rest = start.slice(name.length);
    const at = rest.lastIndexOf(end);
    const around = rest.slice(0, at) + rest.slice(at + end.length);
    return start.startsWith(name) && at >= 0 && !/[\p{L}\p{N}]/u.test(around);
}
