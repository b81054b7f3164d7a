import { AFTER, BEFORE } from "../world.js";
import type { Calls } from "./table.js";

export const campaigns = {
    getCampaigns: async (w) => {
        await w.endedCampaign();
        const query = { principalFilter: { entityTypes: ["USER" as const] } };
        const { campaign_id } = await w.client.call("createCampaign", {
            body: { name: "Spring review of people", configuration: { query } },
        });
        await w.client.call("startCampaign", { path: { campaign_id } });
        await w.client.call("stopCampaign", { path: { campaign_id } });
        await w.client.call("endCampaign", { path: { campaign_id } });
        return {
            query: {
                page_size: 1,
                name: "spring",
                status: "ENDED",
                created_at_after: BEFORE,
                created_at_before: AFTER,
                started_at_after: BEFORE,
                started_at_before: AFTER,
                ended_at_after: BEFORE,
                ended_at_before: AFTER,
                stopped_at_after: BEFORE,
                stopped_at_before: AFTER,
            },
        };
    },
    createCampaign: (w) => ({
        body: {
            name: "Every quarter",
            configuration: {
                query: {
                    principalFilter: { entityTypes: ["USER"] },
                    entitlementFilter: { entityIDs: [w.seedGroup("Everyone")] },
                },
                reviewer_assignment_policy: "BY_MANAGER",
                is_template: true,
                cron_expression: "0 9 1 */3 *",
                recurring_duration_days: 14,
                timezone: "Europe/Berlin",
                reminder_schedule: [7, 1],
            },
        },
    }),
    getCampaign: async (w) => ({ path: { campaign_id: await w.startedCampaign() } }),
    updateCampaign: async (w) => ({
        path: { campaign_id: await w.campaign() },
        body: { name: "Review of spring", configuration: { start_date: AFTER, require_reason_on_denial: true } },
    }),
    getCampaignItems: async (w) => ({
        path: { campaign_id: await w.startedCampaign() },
        query: { page_size: 1, statuses: ["PENDING", "REVOKED"], unassigned: true, search: "EVERYONE" },
    }),
    updateCampaignItemReviewers: async (w) => {
        const [first, second] = await w.campaignItems();
        const campaign_id = await w.startedCampaign();
        const assign = (campaign_item_id: string) => ({
            campaign_item_id,
            reviewer_id: w.user("Ada"),
            assignment_source: "MANUAL" as const,
        });
        const body = { to_assign: [assign(first)] };
        await w.client.call("updateCampaignItemReviewers", { path: { campaign_id }, body });
        return {
            path: { campaign_id },
            body: {
                to_assign: [assign(second)],
                to_unassign: [assign(first)],
                to_remove_sources: [{ campaign_item_id: second, assignment_source: "ASSET_ADMIN_OWNER" as const }],
            },
        };
    },
    reviewCampaignItems: async (w) => {
        const [first, second] = await w.ownReviews();
        return {
            path: { campaign_id: await w.startedCampaign() },
            body: {
                decisions: [
                    { campaign_item_review_id: first, decision: "REVOKED", note: "No longer at sea." },
                    {
                        campaign_item_review_id: second,
                        decision: "REASSIGNED",
                        new_reviewer_user_ids: [w.user("Chiyo")],
                        assignment_source: "MANUAL",
                    },
                ],
            },
        };
    },
    getCampaignViewerItems: async (w) => {
        const reviews = await w.ownReviews();
        return {
            path: { campaign_id: await w.startedCampaign() },
            query: {
                page_size: 1,
                sort_field: "PRINCIPAL_NAME",
                sort_direction: "DESC",
                statuses: ["PENDING", "APPROVED"],
                access_level_names: ["", "Reader"],
                principal_ids: w.service.store.users.all().map(({ user_id }) => user_id),
                entity_ids: [w.seedGroup("Everyone"), w.seedGroup("Office staff")],
                item_ids: [...reviews],
            },
        };
    },
    startCampaign: async (w) => ({ path: { campaign_id: await w.campaign() } }),
    stopCampaign: async (w) => ({
        path: { campaign_id: await w.startedCampaign() },
        body: { revoke_unreviewed: true },
    }),
    endCampaign: async (w) => ({ path: { campaign_id: await w.stoppedCampaign() } }),
    getUARs: async (w) => {
        await w.review();
        await w.client.call("createUAR", { body: { ...w.reviewBody, name: "Summer review" } });
        return { query: { page_size: 1 } };
    },
    createUAR: (w) => ({ body: w.reviewBody }),
    getUAR: async (w) => ({ path: { uar_id: await w.review() } }),
} satisfies Calls;
