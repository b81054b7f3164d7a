import type { ID, Output } from "@pulumi/pulumi";
import { z } from "zod";
import { operation } from "../../../api/calls.js";
import { irrelevant } from "../../../provider/schema/access.js";
import { entity } from "../../../provider/shapes/entity.js";
import { AccessObject, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { messageChannelSource } from "../../sources.js";

const fields = {
    /** Chat service that hosts the channel. A change registers another channel. */
    thirdPartyProvider: irrelevant(z.enum(["SLACK"])),
    /** Id of the channel at its provider. A change registers another channel. */
    remoteId: irrelevant(z.string()),
};

/**
 * A chat channel that the service can post to. Use its id in properties such as `messageChannelIds` of `Group`. The API can neither change
 * nor delete a channel: every change registers another channel, and removing the declaration leaves the channel in place and reports that.
 * Import id: the channel's id on the service or at its provider. Operations: GET and POST /message-channels, GET
 * /message-channels/{message_channel_id}.
 */
export class MessageChannel extends AccessObject<MessageChannelArgs> {
    static readonly kind = entity({
        noun: "message channel",
        source: messageChannelSource,
        fields,
        access: { created: "none", deleted: "none" },
        results: ["name", "isPrivate"],
        key: ["remoteId", "thirdPartyProvider"],
        create: operation("createMessageChannel"),
        stays: "the API has no operation that deletes a message channel",
    });

    /** Name of the channel at its provider. */
    declare readonly name: Output<string | null>;
    /** Whether the channel is private at its provider. */
    declare readonly isPrivate: Output<boolean | null>;

    /** Id of the channel; same as `id`. */
    get messageChannelId(): Output<ID> {
        return this.id;
    }
}

export interface MessageChannel extends OutputsOf<typeof fields> {}
export interface MessageChannelArgs extends ArgsOf<typeof fields> {}
