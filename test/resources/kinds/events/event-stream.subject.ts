import { EventStream } from "../../../../src/resources/kinds/events/event-stream.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

interface Stream {
    event_stream_id: string;
    connection: {
        name: string;
        connection_type: string;
        enabled: boolean;
        webhook_url: string;
        credentials?: { auth_type: string; api_key_credentials?: { name: string; location: string }[] };
    };
}

export const eventStream: Subject = {
    kind: EventStream.kind,
    stage: async (world) => {
        const all = async () => {
            const { event_streams } = await world.api<{ event_streams: Stream[] }>("GET", "/event-streams");
            return event_streams;
        };
        const find = async (id: string) => (await all()).find((stream) => stream.event_stream_id === id);
        const put = (id: string, change: object) => world.api("PUT", `/event-streams/${id}`, change);
        const key = { name: "X-Key", location: "HEADER", value: "k-first-0000" };
        const args = {
            name: "Security log",
            connectionType: "WEBHOOK",
            webhookUrl: "https://log.example/events",
            enabled: false,
            authType: "API_KEY",
            apiKeyCredentials: [key],
        };
        const { name, connectionType, webhookUrl } = args;
        return {
            args,
            least: { name, connectionType, webhookUrl },
            edits: {
                name: "Audit log",
                webhookUrl: "https://log.example/audit",
                enabled: true,
                apiKeyCredentials: [{ ...key, value: "k-other-0000" }],
            },
            read: async (id) => {
                const stream = await find(id);
                if (!stream) throw new Error(`there is no stream ${id}`);
                const { connection } = stream;
                const keys = connection.credentials?.api_key_credentials ?? [];
                return {
                    name: connection.name,
                    connectionType: connection.connection_type,
                    webhookUrl: connection.webhook_url,
                    enabled: connection.enabled,
                    authType: connection.credentials?.auth_type,
                    apiKeyCredentials: keys.map(({ name, location }) => ({ name, location })),
                };
            },
            outside: {
                name: (id) => put(id, { name: "Renamed" }),
                webhookUrl: (id) => put(id, { webhook_url: "https://elsewhere.example/" }),
                enabled: (id) => put(id, { enabled: true }),
                apiKeyCredentials: (id) =>
                    put(id, {
                        credentials: { auth_type: "API_KEY", api_key_credentials: [{ ...key, name: "X-Other" }] },
                    }),
            },
            unmanaged: { property: "enabled", edit: (id) => put(id, { enabled: true }) },
            vanish: (id) => world.api("DELETE", `/event-streams/${id}`),
            exists: async (id) => (await find(id)) !== undefined,
            count: async () => (await all()).filter(({ connection }) => connection.name === name).length,
            afterDestroy: "nothing",
            bad: {
                name: { ...args, name: "" },
                connectionType: { ...args, connectionType: "PIGEON" },
                webhookUrl: { ...args, webhookUrl: "log.example" },
                authType: { name, connectionType, webhookUrl, apiKeyCredentials: [key] },
                apiKeyCredentials: { ...args, apiKeyCredentials: [] },
                hmacCredential1: { ...args, hmacCredential1: { secret: "s" } },
                "apiKeyCredentials[0].value": { ...args, apiKeyCredentials: [{ ...key, value: "" }] },
            },
            sibling: async (number) => ({ ...args, name: `Log ${number}` }),
            importName: name,
        };
    },
};
