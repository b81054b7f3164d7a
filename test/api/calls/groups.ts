import { LEVEL } from "../world.js";
import type { Calls } from "./table.js";

export const groups = {
    getGroups: async (w) => {
        const [staff, contractors] = [w.seedGroup("Office staff"), w.seedGroup("Contractors")];
        await w.client.call("addGroupTag", { path: { tag_id: w.tag("tier"), group_id: contractors } });
        // Names of groups are not unique.
        await w.client.call("updateGroups", { body: { groups: [{ group_id: contractors, name: "Office staff" }] } });
        return {
            query: {
                page_size: 1,
                group_type_filter: "OKTA_GROUP",
                group_ids: [staff, contractors],
                group_name: "Office staff",
                tag_ids: [w.tag("region"), w.tag("tier")],
                requestable: true,
            },
        };
    },
    updateGroups: async (w) => ({
        body: {
            groups: [
                {
                    group_id: await w.group(),
                    name: "Dispatch",
                    admin_owner_id: await w.owner(),
                    group_leader_user_ids: [w.user("Chiyo")],
                    request_configurations: [
                        {
                            allow_requests: true,
                            auto_approval: false,
                            require_mfa_to_request: false,
                            require_support_ticket: false,
                            priority: 0,
                            request_template_id: await w.requestTemplate(),
                            reviewer_stages: [
                                {
                                    require_manager_approval: false,
                                    operator: "OR",
                                    owner_ids: [await w.owner()],
                                    escalation: { delay_minutes: 60, user_ids: [w.user("Elif")] },
                                },
                            ],
                        },
                        {
                            allow_requests: false,
                            auto_approval: false,
                            require_mfa_to_request: false,
                            require_support_ticket: false,
                            priority: 1,
                            condition: { group_ids: [w.seedGroup("Contractors")] },
                        },
                    ],
                },
                { group_id: await w.secondGroup(), configuration_template_id: await w.configurationTemplate() },
            ],
        },
    }),
    createGroup: (w) => ({
        body: {
            name: "Chart room",
            description: "Who may see the charts.",
            group_type: "OKTA_GROUP",
            app_id: w.app("Tidewater Directory"),
            remote_info: { okta_group: { group_id: "00g-chart-room" } },
            risk_sensitivity_override: "HIGH",
        },
    }),
    getGroup: (w) => ({ path: { group_id: w.seedGroup("Everyone") } }),
    deleteGroup: async (w) => {
        await w.filledBundle();
        await w.member();
        return { path: { group_id: await w.group() } };
    },
    getGroupMessageChannels: (w) => ({ path: { group_id: w.seedGroup("Everyone") } }),
    setGroupMessageChannels: async (w) => ({
        path: { group_id: await w.group() },
        body: { message_channel_ids: [w.channel("access-audit"), w.channel("access-reviews")] },
    }),
    getGroupOnCallSchedules: async (w) => {
        const path = { group_id: await w.group() };
        const body = { on_call_schedule_ids: [w.schedule("Data on call")] };
        await w.client.call("setGroupOnCallSchedules", { path, body });
        return { path };
    },
    setGroupOnCallSchedules: async (w) => ({
        path: { group_id: await w.group() },
        body: { on_call_schedule_ids: [w.schedule("Platform on call"), w.schedule("Data on call")] },
    }),
    getGroupAccessLevels: (w) => {
        const path = { group_id: w.seedGroup("Contractors") };
        // Syncs create the access levels of groups; the API cannot create them.
        const level = { access_level_name: "Maintainer", access_level_remote_id: LEVEL };
        w.service.store.groupAccessLevels.set({ ...path, ...level });
        return { path };
    },
    getGroupVisibility: (w) => ({ path: { group_id: w.seedGroup("Everyone") } }),
    setGroupVisibility: async (w) => ({
        path: { group_id: await w.group() },
        body: { visibility: "LIMITED", visibility_group_ids: [await w.secondGroup()] },
    }),
    getGroupReviewers: (w) => ({ path: { group_id: w.seedGroup("Everyone") } }),
    setGroupReviewers: async (w) => ({
        path: { group_id: await w.group() },
        body: { reviewer_ids: [await w.owner(), w.administrators] },
    }),
    getGroupReviewerStages: (w) => ({ path: { group_id: w.seedGroup("Everyone") } }),
    setGroupReviewerStages: async (w) => ({
        path: { group_id: await w.group() },
        body: {
            stages: [
                { require_manager_approval: true, operator: "AND", owner_ids: [await w.owner()] },
                {
                    require_manager_approval: false,
                    operator: "OR",
                    owner_ids: [w.administrators],
                    service_user_ids: [await w.paladin()],
                },
            ],
        },
    }),
    getGroupTags: (w) => ({ path: { group_id: w.seedGroup("Office staff") } }),
    getGroupBindings: async (w) => {
        await w.binding();
        const [contractors, staff] = [w.seedGroup("Contractors"), w.seedGroup("Office staff")];
        const body = { source_group_id: contractors, groups: [{ group_id: staff }] };
        await w.client.call("createGroupBinding", { body });
        return { query: { page_size: 1 } };
    },
    createGroupBinding: async (w) => ({
        body: { source_group_id: w.seedGroup("Office staff"), groups: [{ group_id: await w.group() }] },
    }),
    updateGroupBindings: async (w) => ({
        body: {
            group_bindings: [
                {
                    group_binding_id: await w.binding(),
                    source_group_id: await w.secondGroup(),
                    groups: [{ group_id: await w.group() }, { group_id: w.seedGroup("Contractors") }],
                },
            ],
        },
    }),
    getGroupBinding: async (w) => ({ path: { group_binding_id: await w.binding() } }),
    deleteGroupBinding: async (w) => ({ path: { group_binding_id: await w.binding() } }),
    getIdpGroupMappings: async (w) => ({ path: { app_resource_id: (await w.mapped()).app_resource_id } }),
    updateIdpGroupMappings: async (w) => ({
        path: { app_resource_id: (await w.mapped()).app_resource_id },
        body: {
            mappings: [
                { group_id: await w.secondGroup(), alias: "pilots" },
                { group_id: w.seedGroup("Everyone"), hidden_from_end_user: true },
            ],
        },
    }),
    getIdpGroupMapping: async (w) => ({ path: await w.mapped() }),
    upsertIdpGroupMapping: async (w) => ({
        path: { app_resource_id: await w.resource(), group_id: await w.group() },
        body: { alias: "dispatch desk", hidden_from_end_user: true },
    }),
    deleteIdpGroupMapping: async (w) => ({ path: await w.mapped() }),
} satisfies Calls;
