import * as schemas from "../../api/generated/zod.gen.js";
import { records } from "../storage/layouts.js";

/** Where messages and shifts come from in other systems. */
export const channelLayouts = {
    messageChannels: records("message channel", ["message_channel_id"], schemas.zMessageChannel()),
    onCallSchedules: records("on-call schedule", ["on_call_schedule_id"], schemas.zOnCallSchedule()),
};
