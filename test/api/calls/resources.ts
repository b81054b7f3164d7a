import { LEVEL } from "../world.js";
import type { Calls } from "./table.js";

export const resources = {
    getResources: async (w) => {
        const tag_id = w.tag("tier");
        const parent_resource_id = await w.resource();
        const found: string[] = [];
        for (const account_id of ["1", "2"]) {
            const { resource_id } = await w.client.call("createResource", {
                body: {
                    name: "Route planner",
                    app_id: w.app_id,
                    resource_type: "AWS_IAM_ROLE",
                    // Imported from two accounts that use the same name.
                    remote_info: { aws_iam_role: { arn: "arn:aws:iam::1:role/routes", account_id } },
                },
            });
            await w.client.call("updateResources", { body: { resources: [{ resource_id, parent_resource_id }] } });
            await w.client.call("addResourceTag", { path: { tag_id, resource_id } });
            found.push(resource_id);
        }
        return {
            query: {
                page_size: 1,
                resource_type_filter: "AWS_IAM_ROLE",
                resource_ids: found,
                resource_name: "Route planner",
                parent_resource_id,
                ancestor_resource_id: parent_resource_id,
                remote_id: "arn:aws:iam::1:role/routes",
                tag_ids: [tag_id, w.tag("team")],
            },
        };
    },
    updateResources: async (w) => ({
        body: {
            resources: [
                {
                    resource_id: await w.resource(),
                    name: "Planner of routes",
                    admin_owner_id: await w.owner(),
                    request_template_id: await w.requestTemplate(),
                },
                { resource_id: w.seedResource("Freight tracker"), parent_resource_id: await w.resource() },
                {
                    resource_id: w.seedResource("Billing archive"),
                    configuration_template_id: await w.configurationTemplate(),
                },
            ],
        },
    }),
    createResource: (w) => ({
        body: {
            name: "Crane control",
            description: "Moves the cranes.",
            resource_type: "AWS_IAM_ROLE",
            app_id: w.app_id,
            remote_info: { aws_iam_role: { arn: "arn:aws:iam::123456789012:role/cranes" } },
            risk_sensitivity_override: "CRITICAL",
        },
    }),
    getResource: async (w) => ({ path: { resource_id: await w.child() } }),
    deleteResource: async (w) => {
        await w.filledBundle();
        await w.grant();
        return { path: { resource_id: await w.levelled() } };
    },
    getResourceMessageChannels: async (w) => {
        const path = { resource_id: await w.resource() };
        const body = { message_channel_ids: [w.channel("access-audit")] };
        await w.client.call("setResourceMessageChannels", { path, body });
        return { path };
    },
    setResourceMessageChannels: async (w) => ({
        path: { resource_id: await w.resource() },
        body: { message_channel_ids: [w.channel("access-reviews"), w.channel("access-audit")] },
    }),
    getResourceVisibility: (w) => ({ path: { resource_id: w.seedResource("Freight tracker") } }),
    setResourceVisibility: async (w) => ({
        path: { resource_id: await w.resource() },
        body: { visibility: "LIMITED", visibility_group_ids: [await w.group()] },
    }),
    getResourceReviewers: (w) => ({ path: { resource_id: w.seedResource("Freight tracker") } }),
    setResourceReviewers: async (w) => ({
        path: { resource_id: await w.resource() },
        body: { reviewer_ids: [await w.owner()] },
    }),
    getResourceReviewerStages: (w) => ({ path: { resource_id: w.seedResource("Freight tracker") } }),
    setResourceReviewerStages: async (w) => ({
        path: { resource_id: await w.resource() },
        body: {
            stages: [
                {
                    require_manager_approval: false,
                    operator: "OR",
                    owner_ids: [await w.owner()],
                    service_user_ids: [await w.paladin()],
                    escalation: { delay_minutes: 60, owner_ids: [w.administrators], user_ids: [w.user("Greta")] },
                },
            ],
        },
    }),
    getNonHumanIdentities: async (w) => {
        await w.identity();
        const remote_info = { gcp_service_account: { email: "a@b.example", service_account_id: "7", project_id: "p" } };
        const body = { name: "Exporter", app_id: w.app_id, resource_type: "GCP_SERVICE_ACCOUNT", remote_info };
        await w.client.call("createResource", { body });
        return { query: { page_size: 1 } };
    },
    getResourceNonHumanIdentities: async (w) => ({
        path: { resource_id: (await w.identityGrant()).resource_id },
        query: { limit: 5 },
    }),
    getResourceUsers: async (w) => ({ path: { resource_id: (await w.grant()).resource_id }, query: { limit: 5 } }),
    addResourceNonHumanIdentity: async (w) => ({
        path: { resource_id: await w.levelled(), non_human_identity_id: await w.identity() },
        body: { duration_minutes: 30, access_level_remote_id: LEVEL },
    }),
    deleteResourceNonHumanIdentity: async (w) => ({
        path: await w.identityGrant(),
        query: { access_level_remote_id: LEVEL },
    }),
    // Both query parameters are deprecated; the body takes precedence.
    addResourceUser: async (w) => ({
        path: { resource_id: await w.levelled(), user_id: w.user("Chiyo") },
        query: { duration_minutes: 5, access_level_remote_id: "Another level" },
        body: { duration_minutes: 30, access_level_remote_id: LEVEL },
    }),
    updateResourceUser: async (w) => ({
        path: await w.grant(),
        body: { duration_minutes: 0, access_level_remote_id: LEVEL },
    }),
    deleteResourceUser: async (w) => ({ path: await w.grant(), query: { access_level_remote_id: LEVEL } }),
    getResourceUser: async (w) => ({ path: await w.grant() }),
    getResourceUserAccessStatus: async (w) => ({
        path: await w.grant(),
        query: { access_level_remote_id: LEVEL, page_size: 5 },
    }),
    getResourceTags: async (w) => {
        const resource_id = await w.resource();
        await w.client.call("addResourceTag", { path: { tag_id: w.tag("tier"), resource_id } });
        return { path: { resource_id } };
    },
    getResourceScopedRolePermissions: async (w) => {
        const path = { resource_id: await w.scopedRole() };
        const permissions = [{ target_type: "OWNER", permission_name: "READ", allow_all: true } as const];
        await w.client.call("setResourceScopedRolePermissions", { path, body: { permissions } });
        return { path };
    },
    setResourceScopedRolePermissions: async (w) => ({
        path: { resource_id: await w.scopedRole() },
        body: {
            permissions: [
                {
                    target_type: "GROUP",
                    target_ids: [await w.group()],
                    permission_name: "READ",
                    allow_all: false,
                },
                { target_type: "EVENT", permission_name: "EXPORT", allow_all: true },
            ],
        },
    }),
    getResourceCustomAccessLevels: async (w) => ({ path: { resource_id: await w.levelled() } }),
    createResourceCustomAccessLevel: async (w) => ({
        path: { resource_id: await w.levelled() },
        body: {
            access_level: { access_level_name: "Change", access_level_remote_id: "arn:aws:iam::1:role/change" },
            policy: "{}",
            requestable_by_default: true,
            stackable_sensitivity_index: 2,
        },
    }),
    updateResourceCustomAccessLevel: async (w) => ({
        path: { resource_id: await w.levelled(), access_level_remote_id: LEVEL },
        body: { access_level_name: "Reads", stackable_sensitivity_index: 1 },
    }),
    deleteResourceCustomAccessLevel: async (w) => ({
        path: { resource_id: (await w.grant()).resource_id, access_level_remote_id: LEVEL },
    }),
    getUserResources: async (w) => {
        const { user_id } = await w.grant();
        const path = { resource_id: w.seedResource("Freight tracker"), user_id };
        await w.client.call("addResourceUser", { path, body: { duration_minutes: 0 } });
        return { path: { user_id }, query: { limit: 1, include_unmanaged: true } };
    },
    getResourceGroups: async (w) => ({ path: { resource_id: (await w.linked()).resource_id } }),
    getResourceAccessLevels: async (w) => ({ path: { resource_id: await w.levelled() } }),
} satisfies Calls;
