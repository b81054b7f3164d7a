import { MessageChannel } from "../../../../src/resources/kinds/channels/message-channel.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

interface Channel {
    third_party_provider: string;
    remote_id: string;
}

export const messageChannel: Subject = {
    kind: MessageChannel.kind,
    waived: { 3: "a channel has nothing beside its key: there is nothing to leave unmanaged" },
    stage: async (world) => {
        const args = { thirdPartyProvider: "SLACK", remoteId: "C0PLATFORM" };
        const { messageChannels } = world.service.store;
        return {
            args,
            least: args,
            edits: { remoteId: "C0SECURITY" },
            read: async (id) => {
                const channel = await world.api<Channel>("GET", `/message-channels/${id}`);
                return { thirdPartyProvider: channel.third_party_provider, remoteId: channel.remote_id };
            },
            outside: {},
            // The API does not have an operation for this, but a channel disappears if its provider deletes it.
            vanish: async (id) => {
                messageChannels.delete(messageChannels.get(id));
                world.recordDeletion("MESSAGE_CHANNEL", id);
            },
            exists: (id) => world.has(`/message-channels/${id}`),
            count: async () => {
                const { channels } = await world.api<{ channels: Channel[] }>("GET", "/message-channels");
                return channels.filter(({ remote_id }) => remote_id === args.remoteId).length;
            },
            afterDestroy: "everything",
            bad: {
                thirdPartyProvider: { ...args, thirdPartyProvider: "CARRIER_PIGEON" },
                remoteId: { ...args, remoteId: " " },
                name: { ...args, name: "platform" },
            },
            sibling: async (number) => ({ ...args, remoteId: `C0PLATFORM${number}` }),
            importName: "C0PLATFORM",
        };
    },
};
