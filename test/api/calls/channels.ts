import type { Calls } from "./table.js";

/** Message channels and on-call schedules. */
export const channels = {
    getMessageChannels: () => ({}),
    createMessageChannel: () => ({ body: { third_party_provider: "SLACK", remote_id: "C0NIGHT" } }),
    getMessageChannel: (w) => ({ path: { message_channel_id: w.channel("access-audit") } }),
    getOnCallSchedules: () => ({}),
    createOnCallSchedule: () => ({ body: { third_party_provider: "PAGER_DUTY", remote_id: "PNIGHT" } }),
    getOnCallSchedule: (w) => ({ path: { on_call_schedule_id: w.schedule("Data on call") } }),
} satisfies Calls;
