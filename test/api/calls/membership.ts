import { LEVEL } from "../world.js";
import type { Calls } from "./table.js";

/** The members of groups, and the groups that contain a group or user. */
export const membership = {
    getGroupResources: async (w) => ({ path: { group_id: (await w.linked()).group_id } }),
    setGroupResources: async (w) => ({
        path: { group_id: (await w.linked()).group_id },
        body: {
            resources: [
                { resource_id: w.seedResource("Billing archive") },
                { resource_id: await w.levelled(), access_level_remote_id: LEVEL },
            ],
        },
    }),
    // The level in the query is deprecated; the one in the body takes precedence.
    addGroupResource: async (w) => ({
        path: { group_id: await w.group(), resource_id: await w.levelled() },
        query: { access_level_remote_id: "Another level" },
        body: { access_level_remote_id: LEVEL, duration_minutes: 30 },
    }),
    getGroupContainingGroups: async (w) => ({
        path: { group_id: (await w.nested()).group_id },
        query: { access_level_remote_id: "" },
    }),
    addGroupContainingGroup: async (w) => ({
        path: { group_id: await w.group() },
        body: { containing_group_id: await w.secondGroup(), duration_minutes: 30, access_level_remote_id: "" },
    }),
    getGroupContainingGroup: async (w) => ({ path: await w.nested() }),
    removeGroupContainingGroup: async (w) => ({ path: await w.nested(), query: { access_level_remote_id: "" } }),
    getGroupUsers: (w) => ({ path: { group_id: w.seedGroup("Everyone") }, query: { page_size: 3 } }),
    updateGroupUser: async (w) => ({
        path: await w.member(),
        body: { duration_minutes: 0, access_level_remote_id: "" },
    }),
    // Both query parameters are deprecated; the body takes precedence.
    addGroupUser: async (w) => ({
        path: { group_id: await w.group(), user_id: w.user("Femi") },
        query: { duration_minutes: 5, access_level_remote_id: "Another level" },
        body: { duration_minutes: 45, access_level_remote_id: "" },
    }),
    deleteGroupUser: async (w) => ({ path: await w.member(), query: { access_level_remote_id: "" } }),
    getUserGroups: (w) => ({ path: { user_id: w.user("Hugo") }, query: { page_size: 1 } }),
} satisfies Calls;
