import type * as t from "../../api/generated/types.gen.js";
import * as schemas from "../../api/generated/zod.gen.js";
import type { Layouts } from "../storage/layouts.js";

/** Where messages and shifts come from in other systems. */
export interface ChannelRecords {
    messageChannels: t.MessageChannel;
    onCallSchedules: t.OnCallSchedule;
}

export const channelLayouts: Layouts<ChannelRecords> = {
    messageChannels: { noun: "message channel", key: ["message_channel_id"], schema: schemas.zMessageChannel },
    onCallSchedules: { noun: "on-call schedule", key: ["on_call_schedule_id"], schema: schemas.zOnCallSchedule },
};
