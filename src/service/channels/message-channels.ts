import type { MessageChannel } from "../../api/generated/types.gen.js";
import type { Area, Call } from "../http/area.js";

/** Channels cannot be changed or deleted through the API. */
export const messageChannels = {
    getMessageChannels: ({ store }) => ({ channels: store.messageChannels.all() }),
    getMessageChannel: ({ store, path }) => store.messageChannels.get(path.message_channel_id),
    createMessageChannel: create,
} satisfies Area;

/** Inferred: a channel that is known already is answered as it is. */
function create({ store, body }: Call<"createMessageChannel">): MessageChannel {
    const { third_party_provider, remote_id } = body;
    const known = store.messageChannels
        .all()
        .find((channel) => channel.third_party_provider === third_party_provider && channel.remote_id === remote_id);
    return (
        known ??
        store.messageChannels.set({
            message_channel_id: store.newId("message channel", `${third_party_provider} ${remote_id}`),
            third_party_provider,
            remote_id,
            // The real name comes from the provider.
            name: `channel ${remote_id}`,
            is_private: false,
        })
    );
}
