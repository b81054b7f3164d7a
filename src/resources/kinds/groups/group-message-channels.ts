import { operation } from "../../../api/calls.js";
import type { Properties } from "../../../common/properties.js";
import type { Live } from "../../../provider/live/live.js";
import { fewerWidens, irrelevant, unevaluated } from "../../../provider/schema/access.js";
import { subresource } from "../../../provider/shapes/subresource.js";
import { id, idSet } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { groupSource, messageChannelSource, ownerSource } from "../../sources.js";

const fields = {
    /** Group that the channels belong to. */
    groupId: irrelevant(id(groupSource)),
    /** Message channels notified of changes to the group (complete list). */
    messageChannelIds: unevaluated(idSet(messageChannelSource), fewerWidens),
};

/**
 * The audit channels of a group that is declared elsewhere. If the group is declared in the same program, set `messageChannelIds` on
 * `Group` instead; do not use both for the same group. Removing the declaration leaves the group without audit channels. The service lists
 * audit channels together with the reviewer channels of the group's owners: if an audit channel is also a reviewer channel, its removal
 * outside the program is not detected. Pulumi id and import id: the group's id. Operations: GET and PUT
 * /groups/{group_id}/message-channels.
 */
export class GroupMessageChannels extends AccessResource<GroupMessageChannelsArgs> {
    static readonly kind = subresource({
        name: "GroupMessageChannels",
        noun: "audit channel list of a group",
        parent: groupSource,
        fields,
        access: { created: "none", deleted: "mayWiden" },
        read: operation("getGroupMessageChannels"),
        value: ({ channels }) => ({ messageChannelIds: channels.map((channel) => channel.message_channel_id) }),
        write: operation("setGroupMessageChannels"),
        settle: async ({ messageChannelIds }, { written }, live, id) => {
            const reviewing = await reviewerChannels(live, id);
            const own = new Set(idList(written.messageChannelIds));
            return { messageChannelIds: idList(messageChannelIds).filter((id) => own.has(id) || !reviewing.has(id)) };
        },
        ending: { writes: { messageChannelIds: [] } },
    });
}

export interface GroupMessageChannels extends OutputsOf<typeof fields> {}
export interface GroupMessageChannelsArgs extends ArgsOf<typeof fields> {}

/**
 * Returns the channels that notify the group's owners of reviews. The service lists them together with the audit channels, without
 * distinguishing them. A listed reviewer channel counts as an audit channel only if the program declared it.
 */
async function reviewerChannels(live: Live, groupId: string): Promise<Set<unknown>> {
    const group = await live.object(groupSource, groupId);
    const configurations = objects(group?.requestConfigurations);
    const stages = configurations.flatMap((configuration) => objects(configuration.reviewerStages));
    const escalations = stages.flatMap((stage) => objects([stage.escalation]));
    const reviewing = [...stages, ...escalations].flatMap(({ ownerIds }) => idList(ownerIds));
    const ownerIds = new Set([...idList([group?.adminOwnerId]), ...reviewing]);
    const found = await Promise.all([...ownerIds].map((ownerId) => live.object(ownerSource, ownerId)));
    return new Set(found.map((owner) => owner?.reviewerMessageChannelId));
}

function objects(value: unknown): Properties[] {
    return Array.isArray(value) ? value.filter((item) => typeof item === "object" && item !== null) : [];
}

function idList(value: unknown): string[] {
    return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
