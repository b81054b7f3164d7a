import { expect, it } from "vitest";
import { GroupMessageChannels } from "../../../../src/resources/kinds/groups/group-message-channels.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

eachWorld();

it("distinguishes audit channels from reviewer channels", async () => {
    // The second channel is the reviewer channel of the administrators of new groups.
    const [audit, reviewing] = world.channelIds;
    const groupId = await world.newGroup("Engineers");
    const listed = async () => {
        const { channels } = await world.api<{ channels: { message_channel_id: string }[] }>(
            "GET",
            `/groups/${groupId}/message-channels`,
        );
        return channels.map((channel) => channel.message_channel_id);
    };
    expect(await listed()).toEqual([reviewing]);
    const stack = new Stack(GroupMessageChannels.kind, world);
    await stack.up({ groupId, messageChannelIds: [audit] });
    expect((await listed()).sort()).toEqual([audit, reviewing].sort());
    expect(await stack.preview({ groupId, messageChannelIds: [audit] })).toMatchObject({ action: "same", lines: [] });
    expect(await stack.refresh()).toEqual([]);

    await world.api("PUT", `/groups/${groupId}/message-channels`, { message_channel_ids: [] });
    const drifted = await stack.preview({ groupId, messageChannelIds: [audit] });
    expect(drifted.lines.join()).toContain(`messageChannelIds: removed outside: `);
});

it("treats a declared channel as an audit channel even if it is a reviewer channel", async () => {
    const [, reviewing] = world.channelIds;
    const groupId = await world.newGroup("Engineers");
    const stack = new Stack(GroupMessageChannels.kind, world);
    await stack.up({ groupId, messageChannelIds: [reviewing] });
    expect(await stack.preview({ groupId, messageChannelIds: [reviewing] })).toMatchObject({
        action: "same",
        lines: [],
    });
});
