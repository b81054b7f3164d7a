import { fromWire } from "../../../schema/wire.js";
import { ORIGIN } from "../naming.js";
import type { Specimen } from "../specimen.js";

export const script: Specimen = {
    creates: "a script that abstains, with its service user; no stage names it",
    needs: ["Owner"],
    arrange: async (stage) => {
        const { client, naming } = stage;
        const source = `# ${ORIGIN}\ndef main(request):\n    return request.abstain()\n`;
        return {
            args: {
                name: naming.name("script"),
                scriptType: "REQUEST_REVIEW",
                script: source,
                ownerId: await stage.owner(),
            },
            edit: { script: `# Updated.\n${source}` },
            outside: {
                path: "script",
                make: (opal_script_id) =>
                    client.call("updateOpalScript", {
                        path: { opal_script_id },
                        body: { script: `# Edited.\n${source}` },
                    }),
            },
            read: async (opal_script_id) => fromWire(await client.call("getOpalScript", { path: { opal_script_id } })),
        };
    },
};
