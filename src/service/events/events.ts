import type { Area, Call } from "../http/area.js";
import { within } from "../http/dates.js";
import { listed } from "../http/pages.js";

export const events = {
    getEvents: list,
    getEvent: ({ store, path }) => store.events.get(path.event_id),
} satisfies Area;

function list(call: Call<"getEvents">) {
    const { store, query } = call;
    const inPeriod = within(query);
    const about =
        query.object_filter &&
        new Set(store.eventObjects.where("object_id", query.object_filter).map((link) => link.event_id));
    const found = store.events
        .all()
        .filter((event) => inPeriod(event.created_at))
        .filter((event) => !query.actor_filter || query.actor_filter === event.actor_user_id)
        .filter((event) => !about || about.has(event.event_id))
        .filter((event) => !query.event_type_filter || query.event_type_filter === event.event_type)
        .filter(({ api_token_name = "", api_token_preview = "" }) =>
            tokenMatches(query.api_token_filter, api_token_name + api_token_preview),
        );
    return listed(call, store.events, found);
}

/** Inferred: the name is followed by the preview, with or without a space between. */
function tokenMatches(filter: string | undefined, token: string): boolean {
    return filter === undefined || withoutSpaces(filter) === withoutSpaces(token);
}

function withoutSpaces(text: string): string {
    return text.replace(/\s/g, "");
}
