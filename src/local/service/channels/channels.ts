import type { MessageChannel } from "../../../api/generated/types.gen.js";
import type { Routes } from "../http/area.js";
import type { Store } from "../storage/store.js";
import type { Table } from "../storage/table.js";

/** Operations on message channels and on-call schedules. The API cannot update or delete them. */
export const channels = {
    getMessageChannels: ({ store }) => ({ channels: store.messageChannels.all() }),
    getMessageChannel: ({ store, path }) => store.messageChannels.get(path.message_channel_id),
    createMessageChannel: ({ store, body }) =>
        findRemote(store.messageChannels, body) ??
        store.messageChannels.set({
            message_channel_id: store.newId("message channel", `${body.third_party_provider} ${body.remote_id}`),
            ...body,
            // The real service uses the channel name from the provider.
            name: `channel ${body.remote_id}`,
            is_private: false,
        }),
    getOnCallSchedules: ({ store }) => ({ on_call_schedules: store.onCallSchedules.all() }),
    getOnCallSchedule: ({ store, path }) => store.onCallSchedules.get(path.on_call_schedule_id),
    createOnCallSchedule: ({ store, body }) =>
        findRemote(store.onCallSchedules, body) ??
        store.onCallSchedules.set({
            on_call_schedule_id: store.newId("on-call schedule", `${body.third_party_provider} ${body.remote_id}`),
            ...body,
            // The real service uses the schedule name from the provider.
            name: `schedule ${body.remote_id}`,
        }),
} satisfies Routes;

/** Reads channel ids from a body and removes duplicates. @throws BadRequest if a channel does not exist */
export function readChannels(store: Store, given: { readonly message_channel_ids: readonly string[] }): string[] {
    store.messageChannels.mustKnow("message_channel_ids", given.message_channel_ids);
    return [...new Set(given.message_channel_ids)];
}

/** Returns the channels with these ids, without duplicates, in the order of the ids. */
export function channelsOf(store: Store, ids: readonly string[]): MessageChannel[] {
    return [...new Set(ids)].map((id) => store.messageChannels.get(id));
}

/** An object in a third-party system. */
type Remote = { third_party_provider?: string; remote_id?: string };

/** Finds an existing object. We assume that creating an existing object returns it unchanged (not documented by the API). */
function findRemote<T extends Remote>(table: Table<T>, { third_party_provider: provider, remote_id: id }: Remote) {
    return table.all().find((known) => known.third_party_provider === provider && known.remote_id === id);
}
