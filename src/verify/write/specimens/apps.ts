import { fromWire } from "../../../schema/wire.js";
import { ORIGIN } from "../naming.js";
import type { Specimen } from "../specimen.js";

export const app: Specimen = {
    creates: "an empty CUSTOM app that only administrators see",
    needs: ["Owner"],
    arrange: async (stage) => {
        const { client, naming } = stage;
        return {
            args: {
                name: naming.name("app"),
                description: ORIGIN,
                adminOwnerId: await stage.owner(),
                appType: "CUSTOM",
                visibility: "LIMITED",
                importVisibility: "LIMITED",
            },
            edit: { description: `${ORIGIN} Updated.` },
            outside: {
                path: "description",
                make: (app_id) =>
                    client.call("updateApp", { path: { app_id }, body: { description: `${ORIGIN} Edited.` } }),
            },
            read: async (app_id) => fromWire(await client.call("getApp", { path: { app_id } })),
        };
    },
};
