import { Campaign } from "../../../../src/resources/kinds/campaigns/campaign.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

interface Body {
    name: string;
    configuration: Record<string, unknown>;
}

export const campaign: Subject = {
    kind: Campaign.kind,
    stage: async (world) => {
        const get = (id: string) => world.api<Body>("GET", `/campaigns/${id}`);
        const put = (id: string, change: object) => world.api("PUT", `/campaigns/${id}`, change);
        const set = (id: string, configuration: object) => put(id, { configuration });
        const [group = "", other = ""] = world.groupIds;
        const day = (days: number) => new Date(world.now() + days * 86_400_000).toISOString();
        const args = {
            name: "Access of the year",
            query: { principalFilter: { entityTypes: ["USER"] }, entitlementFilter: { entityIDs: [group, other] } },
            reviewerAssignmentPolicy: "BY_MANAGER",
            isTemplate: true,
            excludedRoleAssignmentIds: [group],
            allowSelfReview: false,
            endDate: day(40),
            timezone: "Europe/Oslo",
            revokeOn: "END",
            reminderSchedule: [7, 1],
            customStartMessage: "Please look",
            cronExpression: "0 9 1 * *",
            recurringDurationDays: 14,
        };
        const { store } = world.service;
        return {
            args,
            least: { name: args.name, query: args.query },
            edits: {
                name: "Access of two years",
                query: { entitlementFilter: { entityIDs: [group, other] } },
                reviewerAssignmentPolicy: "BY_APPROVERS",
                excludedRoleAssignmentIds: [other],
                allowSelfReview: true,
                startDate: day(2),
                endDate: day(50),
                timezone: "Asia/Tokyo",
                revokeOn: "ACTION",
                reminderSchedule: [3],
                requireReasonOnDenial: true,
                customStartMessage: null,
                cronExpression: "0 9 15 * *",
                recurringDurationDays: 7,
            },
            read: async (id) => {
                const { name, configuration } = await get(id);
                return {
                    name,
                    query: configuration.query,
                    reviewerAssignmentPolicy: configuration.reviewer_assignment_policy,
                    isTemplate: configuration.is_template,
                    allowSelfReview: configuration.allow_self_review,
                    startDate: configuration.start_date,
                    endDate: configuration.end_date,
                    timezone: configuration.timezone,
                    revokeOn: configuration.revoke_on,
                    reminderSchedule: configuration.reminder_schedule,
                    requireReasonOnDenial: configuration.require_reason_on_denial,
                    customStartMessage: configuration.custom_start_message,
                    cronExpression: configuration.cron_expression,
                    recurringDurationDays: configuration.recurring_duration_days,
                };
            },
            outside: {
                name: (id) => put(id, { name: "Renamed" }),
                allowSelfReview: (id) => set(id, { allow_self_review: true }),
                endDate: (id) => set(id, { end_date: day(60) }),
                timezone: (id) => set(id, { timezone: "UTC" }),
                revokeOn: (id) => set(id, { revoke_on: "NONE" }),
                reminderSchedule: (id) => set(id, { reminder_schedule: [] }),
                customStartMessage: (id) => set(id, { custom_start_message: "edited" }),
                cronExpression: (id) => set(id, { cron_expression: "" }),
                recurringDurationDays: (id) => set(id, { recurring_duration_days: 1 }),
            },
            shuffle: (id) => set(id, { reminder_schedule: [1, 7] }),
            unmanaged: { property: "allowSelfReview", edit: (id) => set(id, { allow_self_review: true }) },
            // The API does not have an operation for this.
            vanish: async (id) => {
                store.campaigns.delete(store.campaigns.get(id));
                world.recordDeletion("CAMPAIGN", id);
            },
            exists: (id) => world.has(`/campaigns/${id}`),
            count: async () => {
                const { results } = await world.api<{ results: Body[] }>("GET", "/campaigns");
                return results.filter(({ name }) => name === args.name).length;
            },
            afterDestroy: async (id) => {
                const { configuration } = await get(id);
                if (configuration.cron_expression !== null) throw new Error("the schedule goes on");
                if (configuration.timezone !== args.timezone) throw new Error("more than the schedule was written");
            },
            bad: {
                name: { ...args, name: "" },
                query: { ...args, query: {} },
                "query.edgeFilter.directOnly": { ...args, query: { ...args.query, edgeFilter: { directOnly: false } } },
                "query.principalFiltr": { ...args, query: { ...args.query, principalFiltr: {} } },
                "query.entitlementFilter.not.entityIDs[0]": {
                    ...args,
                    query: { entitlementFilter: { not: { entityIDs: ["Everyone"] } } },
                },
                cronExpression: { ...args, isTemplate: false },
                endDate: { ...args, startDate: day(41) },
                recurringDurationDays: { ...args, recurringDurationDays: 0 },
            },
            sibling: async (number) => ({ ...args, name: `Campaign ${number}` }),
            importName: args.name,
        };
    },
};
