import type { MessageChannel } from "../../api/generated/types.gen.js";
import type { Store } from "../storage/store.js";

/** A set of channels as sent: each once. @throws BadRequest */
export function readChannels(store: Store, given: { readonly message_channel_ids: readonly string[] }): string[] {
    store.messageChannels.mustKnow("message_channel_ids", given.message_channel_ids);
    return [...new Set(given.message_channel_ids)];
}

/** Each once, in the order of the ids. */
export function channelsOf(store: Store, ids: readonly string[]): MessageChannel[] {
    return [...new Set(ids)].map((id) => store.messageChannels.get(id));
}
