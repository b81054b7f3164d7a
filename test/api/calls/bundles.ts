import { LEVEL } from "../world.js";
import type { Calls } from "./table.js";

export const bundles = {
    getBundles: async (w) => {
        await w.bundle();
        await w.client.call("createBundle", { body: { name: "First week", admin_owner_id: w.administrators } });
        return { query: { page_size: 1, contains: "first" } };
    },
    createBundle: (w) => ({
        body: { name: "Dock work", description: "Everything at the dock.", admin_owner_id: w.administrators },
    }),
    getBundle: async (w) => ({ path: { bundle_id: await w.bundle() } }),
    updateBundle: async (w) => ({
        path: { bundle_id: await w.bundle() },
        body: { name: "First month", description: "Longer.", admin_owner_id: await w.owner() },
    }),
    deleteBundle: async (w) => ({ path: { bundle_id: await w.filledBundle() } }),
    getBundleResources: async (w) => ({ path: { bundle_id: await w.filledBundle() }, query: { page_size: 1 } }),
    addBundleResource: async (w) => ({
        path: { bundle_id: await w.bundle() },
        body: {
            resource_id: await w.levelled(),
            access_level_remote_id: LEVEL,
            access_level_name: "Read only",
        },
    }),
    removeBundleResource: async (w) => ({
        path: { bundle_id: await w.filledBundle(), resource_id: await w.levelled() },
        query: { access_level_remote_id: LEVEL },
    }),
    getBundleGroups: async (w) => ({ path: { bundle_id: await w.filledBundle() }, query: { page_size: 1 } }),
    addBundleGroup: async (w) => ({
        path: { bundle_id: await w.bundle() },
        body: { group_id: await w.group(), access_level_remote_id: "", access_level_name: "" },
    }),
    removeBundleGroup: async (w) => ({
        path: { bundle_id: await w.filledBundle(), group_id: await w.group() },
        query: { access_level_remote_id: "" },
    }),
    getBundleVisibility: async (w) => ({ path: { bundle_id: await w.bundle() } }),
    setBundleVisibility: async (w) => ({
        path: { bundle_id: await w.bundle() },
        body: { visibility: "LIMITED", visibility_group_ids: [await w.group(), w.seedGroup("Everyone")] },
    }),
} satisfies Calls;
