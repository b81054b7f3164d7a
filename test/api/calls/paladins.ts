import type { Calls } from "./table.js";

export const paladins = {
    createPaladin: (w) => ({
        body: {
            name: "Day watch",
            owner_id: w.administrators,
            monitor_mode: false,
            enabled_connectors: ["SLACK", "NOTION"],
            instructions: "Ask before midnight.",
        },
    }),
    getPaladin: async (w) => ({ path: { paladin_id: await w.paladin() } }),
    updatePaladin: async (w) => ({
        path: { paladin_id: await w.paladin() },
        body: { name: "Dog watch", admin_view_only: true },
    }),
    deletePaladin: async (w) => {
        await w.contextSource();
        return { path: { paladin_id: await w.paladin() } };
    },
    getPaladinsByName: async (w) => {
        const { name } = w.service.store.paladins.get(await w.paladin());
        return { path: { paladin_name: name } };
    },
    getPaladinContextSources: async (w) => {
        await w.contextSource();
        return { path: { paladin_id: await w.paladin() } };
    },
    createPaladinContextSource: async (w) => ({
        path: { paladin_id: await w.paladin() },
        body: {
            source_kind: "SLACK_CHANNEL",
            third_party_provider: "SLACK",
            remote_id: "C0WATCH",
            name: "watch",
            url: "https://chat.example/watch",
        },
    }),
    deletePaladinContextSource: async (w) => ({
        path: { paladin_id: await w.paladin(), context_source_id: await w.contextSource() },
    }),
} satisfies Calls;
