import { GroupMessageChannels } from "../../../../src/resources/kinds/groups/group-message-channels.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

export const groupMessageChannels: Subject = {
    kind: GroupMessageChannels.kind,
    waived: { 3: "the document is one set, and all of it is declared" },
    stage: async (world) => {
        // The second channel is the reviewer channel of the administrators of new groups. The service lists it together with the audit channels.
        const [one, reviewing] = world.channelIds;
        const body = { third_party_provider: "SLACK", remote_id: "C0OPS" };
        const two = (await world.api<{ message_channel_id: string }>("POST", "/message-channels", body))
            .message_channel_id;
        const groupId = await world.newGroup("Engineers");
        const other = await world.newGroup("Analysts");
        const put = (id: string, ids: unknown[]) =>
            world.api("PUT", `/groups/${id}/message-channels`, { message_channel_ids: ids });
        const read = async (id: string) => {
            const body = await world.api<{ channels: { message_channel_id: string }[] }>(
                "GET",
                `/groups/${id}/message-channels`,
            );
            return {
                groupId: id,
                messageChannelIds: body.channels
                    .map((item) => item.message_channel_id)
                    .filter((id) => id !== reviewing),
            };
        };
        const args = { groupId, messageChannelIds: [one, two] };
        return {
            args,
            least: args,
            edits: { messageChannelIds: [two], groupId: other },
            read,
            outside: { messageChannelIds: (id) => put(id, [one]) },
            shuffle: (id) => put(id, [two, one]),
            vanish: (id) => world.api("DELETE", `/groups/${id}`),
            exists: (id) => world.has(`/groups/${id}`),
            count: async () => ((await world.has(`/groups/${groupId}`)) ? 1 : 0),
            afterDestroy: async (id) => {
                const left = (await read(id)).messageChannelIds;
                if (left.length > 0) throw new Error(`the group still has ${left.length}`);
            },
            bad: {
                groupId: { messageChannelIds: [one] },
                "messageChannelIds[0]": { groupId, messageChannelIds: ["general"] },
            },
            sibling: async (number) => ({ ...args, groupId: await world.newGroup(`Sibling ${number}`) }),
        };
    },
};
