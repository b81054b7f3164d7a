import type { Calls } from "./table.js";

export const scripts = {
    getOpalScripts: async (w) => {
        await w.script();
        return {};
    },
    createOpalScript: (w) => ({
        body: {
            name: "Short requests",
            script: "def main(request):\n    return request.duration_minutes <= 60\n",
            script_type: "REQUEST_REVIEW",
            owner_id: w.administrators,
        },
    }),
    getOpalScriptByName: async (w) => {
        const { name } = w.service.store.scripts.get(await w.script());
        return { path: { opal_script_name: name } };
    },
    getOpalScript: async (w) => ({ path: { opal_script_id: await w.script() } }),
    updateOpalScript: async (w) => ({
        path: { opal_script_id: await w.script() },
        body: { name: "Working hours", script: "def main(request):\n    return request.deny()\n" },
    }),
    deleteOpalScript: async (w) => ({ path: { opal_script_id: await w.script() } }),
} satisfies Calls;
