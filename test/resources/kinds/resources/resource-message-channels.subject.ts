import { ResourceMessageChannels } from "../../../../src/resources/kinds/resources/resource-message-channels.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

export const resourceMessageChannels: Subject = {
    kind: ResourceMessageChannels.kind,
    waived: { 3: "the document is one set, and all of it is declared" },
    stage: async (world) => {
        const [one, two] = world.channelIds;
        const resourceId = await world.newResource("Ledger");
        const other = await world.newResource("Archive");
        const put = (id: string, ids: unknown[]) =>
            world.api("PUT", `/resources/${id}/message-channels`, { message_channel_ids: ids });
        const read = async (id: string) => {
            const { channels } = await world.api<{ channels: { message_channel_id: string }[] }>(
                "GET",
                `/resources/${id}/message-channels`,
            );
            return { resourceId: id, messageChannelIds: channels.map((channel) => channel.message_channel_id) };
        };
        const args = { resourceId, messageChannelIds: [one, two] };
        return {
            args,
            least: args,
            edits: { messageChannelIds: [two], resourceId: other },
            read,
            outside: { messageChannelIds: (id) => put(id, [one]) },
            shuffle: (id) => put(id, [two, one]),
            vanish: (id) => world.api("DELETE", `/resources/${id}`),
            exists: (id) => world.has(`/resources/${id}`),
            count: async () => ((await world.has(`/resources/${resourceId}`)) ? 1 : 0),
            afterDestroy: async (id) => {
                const left = (await read(id)).messageChannelIds;
                if (left.length > 0) throw new Error(`the resource still has ${left.length}`);
            },
            bad: {
                resourceId: { messageChannelIds: [one] },
                "messageChannelIds[0]": { resourceId, messageChannelIds: ["general"] },
            },
            sibling: async (number) => ({ ...args, resourceId: await world.newResource(`Sibling ${number}`) }),
        };
    },
};
