import { AFTER, BEFORE, type World } from "../world.js";
import type { Calls } from "./table.js";

/** Requests, and the templates that configure them. */
export const requests = {
    getConfigurationTemplates: async (w) => {
        await w.configurationTemplate();
        return {};
    },
    createConfigurationTemplate: async (w) => ({
        body: {
            name: "Strict",
            admin_owner_id: w.administrators,
            visibility: { visibility: "LIMITED", visibility_group_ids: [await w.group()] },
            linked_audit_message_channel_ids: [w.channel("access-audit")],
            member_oncall_schedule_ids: [w.schedule("Platform on call")],
            break_glass_user_ids: [w.user("Elif")],
            require_mfa_to_approve: true,
            require_mfa_to_connect: false,
        },
    }),
    updateConfigurationTemplate: async (w) => ({
        body: {
            configuration_template_id: await w.configurationTemplate(),
            admin_owner_id: await w.owner(),
            break_glass_user_ids: [w.user("Dana")],
        },
    }),
    deleteConfigurationTemplate: async (w) => ({
        path: { configuration_template_id: await w.configurationTemplate() },
    }),
    getRequestTemplates: async (w) => {
        await w.requestTemplate();
        return {};
    },
    createRequestTemplate: () => ({
        body: {
            name: "Cargo",
            custom_fields: [
                {
                    name: "Which hold?",
                    type: "MULTI_CHOICE",
                    required: true,
                    metadata: { multi_choice_data: { options: ["fore", "aft"] } },
                },
                { type: "CALLOUT", metadata: { callout_data: { severity: "INFO", text: "Ask the mate first." } } },
            ],
        },
    }),
    updateRequestTemplate: async (w) => ({
        body: {
            request_template_id: await w.requestTemplate(),
            name: "Harbors",
            custom_fields: [{ name: "Which harbor?", type: "LONG_TEXT" }],
        },
    }),
    getRequestTemplate: async (w) => ({ path: { request_template_id: await w.requestTemplate() } }),
    deleteRequestTemplate: async (w) => ({ path: { request_template_id: await w.requestTemplate() } }),
    getRequests: async (w) => {
        await twoRequests(w);
        return {
            query: {
                page_size: 1,
                start_date_filter: BEFORE,
                end_date_filter: AFTER,
                requester_id: w.user("Ada"),
                target_user_id: w.user("Bruno"),
                resource_id: await w.resource(),
                group_id: await w.group(),
                show_pending_only: true,
            },
        };
    },
    createRequest: async (w) => ({
        body: {
            resources: [{ id: await w.resource(), access_level_remote_id: "" }],
            groups: [{ id: await w.group() }],
            target_user_id: w.user("Bruno"),
            reason: "The night shift needs the routes.",
            duration_minutes: -1,
        },
    }),
    getRequestsRelay: async (w) => {
        await twoRequests(w);
        return { query: { first: 1, status: "PENDING", from: w.user("Ada"), to: w.user("Elif") } };
    },
    getRequest: async (w) => ({ path: { id: await w.request() } }),
    approveRequest: async (w) => ({
        path: { id: await w.request() },
        body: { level: "ADMIN", comment: "For tonight." },
    }),
    denyRequest: async (w) => ({ path: { id: await w.request() }, body: { comment: "Not now.", level: "ADMIN" } }),
    cancelRequest: async (w) => ({ path: { id: await w.request() } }),
    remindRequest: async (w) => ({ path: { id: await w.request() }, body: {} }),
    remindRequestReviewer: async (w) => ({
        path: { id: await w.request(), reviewer_id: w.user("Elif") },
        body: {},
    }),
    escalateRequest: async (w) => ({ path: { id: await w.managedRequest() }, body: {} }),
    getRequestComments: async (w) => {
        const path = { id: await w.request() };
        await w.client.call("createRequestComment", { path, body: { comment: "Which routes?" } });
        return { path };
    },
    createRequestComment: async (w) => ({ path: { id: await w.request() }, body: { comment: "The northern ones." } }),
} satisfies Calls;

/** Two requests for the same resource and group. */
async function twoRequests(w: World): Promise<void> {
    for (const reason of ["Routes change tonight.", "And tomorrow."]) {
        const body = {
            resources: [{ id: await w.resource() }],
            groups: [{ id: await w.group() }],
            target_user_id: w.user("Bruno"),
            reason,
            duration_minutes: 60,
        };
        await w.client.call("createRequest", { body });
    }
}
