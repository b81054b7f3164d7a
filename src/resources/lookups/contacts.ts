import type { MessageChannel, OnCallSchedule } from "../../api/generated/types.gen.js";
import type { InCamelCase } from "../fields/values.js";
import { messageChannels, onCallSchedules } from "../sources.js";
import { later, objectLookup, wholeList } from "./lookup.js";

/** A channel of a chat, with its properties in camelCase. */
export type MessageChannelResult = InCamelCase<MessageChannel>;
/** An on-call schedule, with its properties in camelCase. */
export type OnCallScheduleResult = InCamelCase<OnCallSchedule>;

/** By id, or by the id in the chat; one that several chats have must be narrowed by `thirdPartyProvider`. */
export interface GetMessageChannelArgs {
    /** Id of the message channel. */
    messageChannelId?: string;
    /** Id of the channel in its chat. */
    remoteId?: string;
    /** Name of the channel. */
    name?: string;
    /** The chat that the channel is in, such as `SLACK`. */
    thirdPartyProvider?: string;
}

/** By id, or by its id in the external system. Add `thirdPartyProvider` if several systems use that id. */
export interface GetOnCallScheduleArgs {
    /** Id of the on-call schedule. */
    onCallScheduleId?: string;
    /** Id of the schedule in its system. */
    remoteId?: string;
    /** Name of the schedule. */
    name?: string;
    /** The service that keeps the schedule, such as `PAGER_DUTY`. */
    thirdPartyProvider?: string;
}

/**
 * Finds a message channel. Operations: GET /message-channels/{message_channel_id}, GET /message-channels.
 * @throws if not found or ambiguous.
 */
export const getMessageChannel = objectLookup<GetMessageChannelArgs, MessageChannelResult>(
    messageChannels,
    "message channel",
    { messageChannelId: true, remoteId: true, name: true, thirdPartyProvider: true },
    { by: ["remoteId", "name"] },
);

/** All message channels. Operation: GET /message-channels. */
export const getMessageChannels = wholeList("getMessageChannels");

/**
 * Finds an on-call schedule. Operations: GET /on-call-schedules/{on_call_schedule_id}, GET /on-call-schedules.
 * @throws if not found or ambiguous.
 */
export const getOnCallSchedule = objectLookup<GetOnCallScheduleArgs, OnCallScheduleResult>(
    onCallSchedules,
    "on-call schedule",
    { onCallScheduleId: true, remoteId: true, name: true, thirdPartyProvider: true },
    { by: ["remoteId", "name"] },
);

/** All on-call schedules. Operation: GET /on-call-schedules. */
export const getOnCallSchedules = wholeList("getOnCallSchedules");

/** As `getMessageChannel`, for arguments that may be outputs of other resources. */
export const getMessageChannelOutput = later(getMessageChannel);
/** As `getMessageChannels`, as an output. */
export const getMessageChannelsOutput = later(getMessageChannels);
/** As `getOnCallSchedule`, for arguments that may be outputs of other resources. */
export const getOnCallScheduleOutput = later(getOnCallSchedule);
/** As `getOnCallSchedules`, as an output. */
export const getOnCallSchedulesOutput = later(getOnCallSchedules);
