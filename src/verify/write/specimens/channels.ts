import { fromWire } from "../../../schema/wire.js";
import type { Specimen } from "../specimen.js";

export const messageChannel: Specimen = {
    creates: "a message channel whose Slack channel does not exist",
    needs: [],
    skipped: "it cannot be deleted",
    arrange: async ({ client, naming }) => ({
        args: { thirdPartyProvider: "SLACK", remoteId: naming.name("channel") },
        edit: { because: "a replacement would leave a second object" },
        outside: { because: "no call changes a message channel" },
        read: async (message_channel_id) =>
            fromWire(await client.call("getMessageChannel", { path: { message_channel_id } })),
    }),
};

export const onCallSchedule: Specimen = {
    creates: "an on-call schedule whose PagerDuty schedule does not exist",
    needs: [],
    skipped: "it cannot be deleted",
    arrange: async ({ client, naming }) => ({
        args: { thirdPartyProvider: "PAGER_DUTY", remoteId: naming.name("schedule") },
        edit: { because: "a replacement would leave a second object" },
        outside: { because: "no call changes an on-call schedule" },
        read: async (on_call_schedule_id) =>
            fromWire(await client.call("getOnCallSchedule", { path: { on_call_schedule_id } })),
    }),
};
