import { AFTER, OWNER } from "../world.js";
import type { Calls } from "./table.js";

/** Users, owners and the rules that fill groups with users. */
export const people = {
    getUser: (w) => ({ query: { user_id: w.user("Greta"), email: "bruno@tidewater.example" } }),
    getUserById: (w) => ({ path: { user_id: w.user("Greta") } }),
    getUsers: async (w) => {
        const path = { tag_id: w.tag("team"), user_id: w.user("Bruno") };
        await w.client.call("addUserTag", { path });
        return { query: { page_size: 1, tag_ids: [w.tag("region"), w.tag("team")] } };
    },
    inviteUser: () => ({
        body: { email: "iris@tidewater.example", first_name: "Iris", last_name: "Vogel", role: "MEMBER" },
    }),
    deleteUser: (w) => ({ path: { user_id: w.user("Hugo") } }),
    updateUser: (w) => ({
        path: { user_id: w.user("Bruno") },
        body: { position: "Lead of reliability", manager_id: w.user("Ada") },
    }),
    getRemoteUsers: (w) => {
        // Syncs create these; the API cannot create them.
        for (const first of ["Bruno", "Chiyo"]) {
            const remote = { third_party_provider: "SLACK", remote_id: `U-${first}` } as const;
            w.service.store.remoteUsers.set({ user_id: w.user(first), ...remote });
        }
        return {
            query: {
                page_size: 1,
                third_party_provider: ["SLACK", "GIT_HUB"],
                user_id: [w.user("Bruno"), w.user("Chiyo")],
                remote_id: ["U-Bruno", "U-Chiyo"],
            },
        };
    },
    getCurrentUser: () => ({}),
    getUserTags: (w) => ({ path: { user_id: w.user("Greta") } }),
    getOwners: async (w) => {
        await w.owner();
        const { name } = await w.client.call("createOwner", { body: { name: "Night shift, second", user_ids: [] } });
        return { query: { page_size: 1, name } };
    },
    createOwner: (w) => ({
        body: {
            name: "Harbor masters",
            description: "Who decides at the harbor.",
            access_request_escalation_period: 30,
            user_ids: [w.user("Femi"), w.user("Elif")],
            reviewer_message_channel_id: w.channel("access-reviews"),
        },
    }),
    updateOwners: async (w) => ({
        body: {
            owners: [
                {
                    owner_id: await w.owner(),
                    name: "Day shift",
                    reviewer_message_channel_id: w.channel("access-audit"),
                    source_group_id: w.seedGroup("Office staff"),
                },
                { owner_id: w.administrators, access_request_escalation_period: 15 },
            ],
        },
    }),
    getOwner: async (w) => ({ path: { owner_id: await w.owner() } }),
    deleteOwner: async (w) => ({ path: { owner_id: await w.owner() } }),
    getOwnerByName: async (w) => {
        await w.owner();
        return { path: { owner_name: OWNER } };
    },
    getOwnerUsers: async (w) => ({ path: { owner_id: await w.owner() } }),
    setOwnerUsers: async (w) => ({
        path: { owner_id: await w.owner() },
        body: { user_ids: [w.user("Greta"), w.user("Bruno")] },
    }),
    getAccessRules: async (w) => {
        await w.accessRule();
        await w.client.call("createAccessRule", { body: w.ruleBody("Staff, again") });
        return { query: { page_size: 1 } };
    },
    createAccessRule: (w) => ({ body: w.ruleBody("Everybody in Europe") }),
    getAccessRule: async (w) => ({ path: { access_rule_id: await w.accessRule() } }),
    updateAccessRule: async (w) => ({
        path: { access_rule_id: await w.accessRule() },
        body: { ...w.ruleBody("Staff, paused"), admin_owner_id: await w.owner(), status: "PAUSED" },
    }),
    getDelegations: async (w) => {
        await w.delegation();
        const body = { ...w.delegationBody, start_time: AFTER, end_time: "2026-05-01T00:00:00.000Z" };
        await w.client.call("createDelegation", { body });
        const { delegator_user_id, delegate_user_id } = body;
        return { query: { page_size: 1, delegator_user_id, delegate_user_id } };
    },
    createDelegation: (w) => ({ body: w.delegationBody }),
    getDelegation: async (w) => ({ path: { delegation_id: await w.delegation() } }),
    deleteDelegation: async (w) => ({ path: { delegation_id: await w.delegation() } }),
} satisfies Calls;
