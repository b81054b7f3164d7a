import { listing } from "../../../live/operation.js";
import { fromWire } from "../../../schema/wire.js";
import type { Specimen } from "../specimen.js";

export const eventStream: Specimen = {
    creates: "an event stream to an address that no name server resolves",
    needs: [],
    effect: "the service tries to deliver events there until the stream is disabled, right after it is created",
    skipped: "the service may require an address that answers",
    arrange: async ({ client, naming }) => {
        const webhookUrl = `https://${naming.name("events")}.invalid/events`;
        const put = (event_stream_id: string) =>
            client.call("updateEventStream", {
                path: { event_stream_id },
                body: { webhook_url: `${webhookUrl}/edited` },
            });
        return {
            args: { name: naming.name("event-stream"), connectionType: "WEBHOOK", webhookUrl, enabled: false },
            edit: { webhookUrl: `${webhookUrl}/updated` },
            outside: { path: "webhookUrl", make: put },
            read: async (id) => {
                const all = await listing("getEventStreams").all(client);
                const stream = all.find((one) => one.event_stream_id === id);
                return stream && fromWire(stream.connection);
            },
        };
    },
};
