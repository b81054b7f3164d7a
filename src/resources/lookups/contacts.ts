import type { MessageChannel, OnCallSchedule } from "../../api/generated/types.gen.js";
import type { InCamelCase } from "../fields/values.js";
import { messageChannelSource, onCallScheduleSource } from "../sources.js";
import { lookupOutput, objectLookup, wholeList } from "./lookup.js";

/** A chat channel, with its properties in camelCase. */
export type MessageChannelResult = InCamelCase<MessageChannel>;
/** An on-call schedule, with its properties in camelCase. */
export type OnCallScheduleResult = InCamelCase<OnCallSchedule>;

/** Specify the id, the remote id or the name. If several channels match, also specify `thirdPartyProvider`. */
export interface GetMessageChannelArgs {
    /** Id of the message channel. */
    messageChannelId?: string;
    /** Id of the channel in the chat service. */
    remoteId?: string;
    /** Name of the channel. */
    name?: string;
    /** Chat service of the channel, such as `SLACK`. */
    thirdPartyProvider?: string;
}

/** Specify the id, the remote id or the name. If several schedules match, also specify `thirdPartyProvider`. */
export interface GetOnCallScheduleArgs {
    /** Id of the on-call schedule. */
    onCallScheduleId?: string;
    /** Id of the schedule in the on-call service. */
    remoteId?: string;
    /** Name of the schedule. */
    name?: string;
    /** On-call service of the schedule, such as `PAGER_DUTY`. */
    thirdPartyProvider?: string;
}

/**
 * Finds a message channel. Operations: GET /message-channels/{message_channel_id}, GET /message-channels.
 * @throws unless exactly one message channel matches.
 */
export const getMessageChannel = objectLookup<GetMessageChannelArgs, MessageChannelResult>(
    messageChannelSource,
    "message channel",
    ["remoteId", "name", "thirdPartyProvider"],
    { by: ["remoteId", "name"] },
);

/** Lists all message channels. Operation: GET /message-channels. */
export const getMessageChannels = wholeList("getMessageChannels");

/**
 * Finds an on-call schedule. Operations: GET /on-call-schedules/{on_call_schedule_id}, GET /on-call-schedules.
 * @throws unless exactly one on-call schedule matches.
 */
export const getOnCallSchedule = objectLookup<GetOnCallScheduleArgs, OnCallScheduleResult>(
    onCallScheduleSource,
    "on-call schedule",
    ["remoteId", "name", "thirdPartyProvider"],
    { by: ["remoteId", "name"] },
);

/** Lists all on-call schedules. Operation: GET /on-call-schedules. */
export const getOnCallSchedules = wholeList("getOnCallSchedules");

/** Like `getMessageChannel`, but accepts outputs of other resources as arguments. */
export const getMessageChannelOutput = lookupOutput(getMessageChannel);
/** Like `getMessageChannels`, but returns an output. */
export const getMessageChannelsOutput = lookupOutput(getMessageChannels);
/** Like `getOnCallSchedule`, but accepts outputs of other resources as arguments. */
export const getOnCallScheduleOutput = lookupOutput(getOnCallSchedule);
/** Like `getOnCallSchedules`, but returns an output. */
export const getOnCallSchedulesOutput = lookupOutput(getOnCallSchedules);
