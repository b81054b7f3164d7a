import { listing } from "../../../provider/live/operation.js";
import { fromWire } from "../../../provider/schema/wire.js";
import { ORIGIN } from "../naming.js";
import type { Specimens } from "../specimen.js";
import { textEdits } from "./scenes.js";

/** Specimens of apps, and of objects that represent something in another system. */
export const integrations = {
    App: {
        creates: "an empty CUSTOM app that only administrators see",
        needs: ["Owner"],
        arrange: async (stage) => {
            const { client, naming } = stage;
            return {
                args: {
                    name: naming.name("app"),
                    description: ORIGIN,
                    adminOwnerId: await stage.id("Owner"),
                    appType: "CUSTOM",
                    visibility: "LIMITED",
                    importVisibility: "LIMITED",
                },
                ...textEdits("description", (app_id, description) =>
                    client.call("updateApp", { path: { app_id }, body: { description } }),
                ),
                read: async (app_id) => fromWire(await client.call("getApp", { path: { app_id } })),
            };
        },
    },
    MessageChannel: {
        creates: "a message channel whose Slack channel does not exist",
        needs: [],
        skipped: "it cannot be deleted",
        arrange: async ({ client, naming }) => ({
            args: { thirdPartyProvider: "SLACK", remoteId: naming.name("channel") },
            edit: { because: "a replacement would leave a second object" },
            outside: { because: "the API cannot change a message channel" },
            read: async (message_channel_id) =>
                fromWire(await client.call("getMessageChannel", { path: { message_channel_id } })),
        }),
    },
    OnCallSchedule: {
        creates: "an on-call schedule whose PagerDuty schedule does not exist",
        needs: [],
        skipped: "it cannot be deleted",
        arrange: async ({ client, naming }) => ({
            args: { thirdPartyProvider: "PAGER_DUTY", remoteId: naming.name("schedule") },
            edit: { because: "a replacement would leave a second object" },
            outside: { because: "the API cannot change an on-call schedule" },
            read: async (on_call_schedule_id) =>
                fromWire(await client.call("getOnCallSchedule", { path: { on_call_schedule_id } })),
        }),
    },
    EventStream: {
        creates: "an event stream to an address that no name server resolves",
        needs: [],
        effect: "the service tries to deliver events there until the stream is disabled, right after it is created",
        skipped: "the service may require an address that responds",
        arrange: async ({ client, naming }) => {
            const webhookUrl = `https://${naming.name("events")}.invalid/events`;
            const edited = { webhook_url: `${webhookUrl}/edited` };
            return {
                args: { name: naming.name("event-stream"), connectionType: "WEBHOOK", webhookUrl, enabled: false },
                edit: { webhookUrl: `${webhookUrl}/updated` },
                outside: {
                    path: "webhookUrl",
                    make: (event_stream_id) =>
                        client.call("updateEventStream", { path: { event_stream_id }, body: edited }),
                },
                read: async (id) => {
                    const all = await listing("getEventStreams").all(client);
                    const stream = all.find((one) => one.event_stream_id === id);
                    return stream && fromWire(stream.connection);
                },
            };
        },
    },
} satisfies Specimens;
