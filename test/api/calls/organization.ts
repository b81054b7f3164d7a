import { AFTER, BEFORE } from "../world.js";
import type { Calls } from "./table.js";

/** Apps, events, sessions, tokens and other data of the whole organization. */
export const organization = {
    getApps: (w) => ({ query: { app_type_filter: ["SVC", "OKTA_DIRECTORY"], owner_filter: w.administrators } }),
    getApp: (w) => ({ path: { app_id: w.app_id } }),
    createApp: async (w) => ({
        body: {
            name: "Berth planner",
            description: "Who may move which ship",
            admin_owner_id: w.administrators,
            app_type: "CUSTOM_CONNECTOR",
            visibility: "LIMITED",
            visibility_group_ids: [await w.group()],
            import_visibility: "LIMITED",
            custom_connector: {
                identifier: "berths",
                base_url: "https://berths.example/connector",
                signing_secret: "not a real secret",
                tls_mode: false,
                tls_ca_cert_content: "not a real certificate",
                supports_groups: true,
                supports_nested_resources: true,
                supports_nested_groups: true,
                supports_event_ingestion: true,
            },
        },
    }),
    updateApp: async (w) => ({
        path: { app_id: await w.ownApp() },
        body: { name: "Tide tables", description: "When ships may move", visibility: "LIMITED" },
    }),
    deleteApp: async (w) => ({ path: { app_id: await w.ownApp() } }),
    getEventStreams: async (w) => {
        await w.eventStream();
        return {};
    },
    createEventStream: () => ({
        body: {
            name: "Alarm",
            connection_type: "WEBHOOK",
            webhook_url: "https://hooks.example/alarm",
            credentials: {
                auth_type: "API_KEY",
                api_key_credentials: [{ name: "X-Key", value: "not a real secret", location: "HEADER" }],
            },
        },
    }),
    updateEventStream: async (w) => ({
        path: { event_stream_id: await w.eventStream() },
        body: { name: "Copy of the audit", enabled: false, webhook_url: "https://hooks.example/copy" },
    }),
    deleteEventStream: async (w) => ({ path: { event_stream_id: await w.eventStream() } }),
    getEvents: async (w) => {
        const group_id = await w.group();
        await w.client.call("setGroupVisibility", { path: { group_id }, body: { visibility: "LIMITED" } });
        await w.client.call("setGroupVisibility", { path: { group_id }, body: { visibility: "GLOBAL" } });
        const events = await w.client.events.list({ object_filter: group_id }).all();
        const token = events.at(-1);
        return {
            query: {
                page_size: 1,
                start_date_filter: BEFORE,
                end_date_filter: AFTER,
                actor_filter: w.user("Ada"),
                object_filter: group_id,
                event_type_filter: token?.event_type ?? "",
                api_token_filter: `${token?.api_token_name} ${token?.api_token_preview}`,
            },
        };
    },
    getEvent: async (w) => ({ path: { event_id: await w.event() } }),
    getSessions: (w) => {
        const query = { resource_id: w.seedResource("Freight tracker"), user_id: w.user("Bruno") };
        // Sessions start in connected systems; the API cannot start one.
        w.service.store.sessions.set({
            session_id: w.service.store.newId("session", "Bruno"),
            connection_id: w.app_id,
            access_level: { access_level_name: "", access_level_remote_id: "" },
            expiration_date: AFTER,
            ...query,
        });
        return { query };
    },
    getTag: (w) => ({ path: { tag_id: w.tag("region") } }),
    deleteTag: (w) => ({ path: { tag_id: w.tag("region") } }),
    getTokens: (w) => ({ query: { page_size: 1, token_ids: w.tokens("Ada", "Ada"), user_id: w.user("Ada") } }),
    createToken: () => ({
        body: { token_label: "Night shift", access_level: "READ_ONLY", expires_at: AFTER },
    }),
    deleteToken: (w) => ({ path: { token_id: w.tokens("Ada")[0] ?? "" } }),
    getSyncErrors: async (w) => {
        const [resource_id, group_id] = [await w.resource(), await w.group()];
        // Syncs create these; the API cannot create them.
        w.service.store.syncErrors.set({
            sync_error_id: w.service.store.newId("sync error", "Route planner"),
            app_id: w.app_id,
            resource_id,
            group_id,
            error_message: "The owner of the token has left.",
            first_seen: BEFORE,
            last_seen: BEFORE,
        });
        return { query: { app_id: w.app_id, resource_id, group_id } };
    },
    runQuery: () => ({ body: { type: "NODE", query: { nodeFilters: {} }, first: 2 } }),
} satisfies Calls;
