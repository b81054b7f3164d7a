import { operation } from "../../../api/calls.js";
import { fewerWidens, irrelevant, unevaluated } from "../../../provider/schema/access.js";
import { subresource } from "../../../provider/shapes/subresource.js";
import { id, idSet } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { messageChannelSource, resourceSource } from "../../sources.js";

const fields = {
    /** Resource that the channels belong to. */
    resourceId: irrelevant(id(resourceSource)),
    /** Message channels notified of changes to the resource (complete list). */
    messageChannelIds: unevaluated(idSet(messageChannelSource), fewerWidens),
};

/**
 * The audit channels of a resource that is declared elsewhere. If the resource is declared in the same program, set `messageChannelIds` on
 * `Resource` instead; do not use both for the same resource. Removing the declaration leaves the resource without audit channels. Pulumi id
 * and import id: the resource's id. Operations: GET and PUT /resources/{resource_id}/message-channels.
 */
export class ResourceMessageChannels extends AccessResource<ResourceMessageChannelsArgs> {
    static readonly kind = subresource({
        name: "ResourceMessageChannels",
        noun: "audit channel list of a resource",
        parent: resourceSource,
        fields,
        access: { created: "none", deleted: "mayWiden" },
        read: operation("getResourceMessageChannels"),
        value: ({ channels }) => ({ messageChannelIds: channels.map((channel) => channel.message_channel_id) }),
        write: operation("setResourceMessageChannels"),
        ending: { writes: { messageChannelIds: [] } },
    });
}

export interface ResourceMessageChannels extends OutputsOf<typeof fields> {}
export interface ResourceMessageChannelsArgs extends ArgsOf<typeof fields> {}
