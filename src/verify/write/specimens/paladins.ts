import { listing } from "../../../live/operation.js";
import { fromWire } from "../../../schema/wire.js";
import { ORIGIN } from "../naming.js";
import type { Specimen } from "../specimen.js";

export const paladin: Specimen = {
    creates: "a Paladin in monitor mode, with its service user; no stage names it",
    needs: ["Owner"],
    arrange: async (stage) => {
        const { client, naming } = stage;
        const name = naming.name("paladin");
        return {
            args: { name, ownerId: await stage.owner(), monitorMode: true, instructions: ORIGIN },
            edit: { instructions: `${ORIGIN} Updated.` },
            outside: {
                path: "instructions",
                make: (paladin_id) =>
                    client.call("updatePaladin", {
                        path: { paladin_id },
                        body: { name, instructions: `${ORIGIN} Edited.` },
                    }),
            },
            read: async (paladin_id) => fromWire(await client.call("getPaladin", { path: { paladin_id } })),
        };
    },
};

export const paladinContextSource: Specimen = {
    creates: "a page that does not exist as a context source of a Paladin",
    needs: ["Owner", "Paladin"],
    arrange: async (stage) => {
        const { client, naming } = stage;
        const paladinId = await stage.paladin();
        const remoteId = naming.name("page");
        return {
            args: { paladinId, sourceKind: "DOCUMENT", thirdPartyProvider: "NOTION", remoteId, name: "Page" },
            edit: { name: "Updated page" },
            outside: { because: "no call changes a context source" },
            read: async () => {
                const found = await listing("getPaladinContextSources").all(client, paladinId);
                const source = found.find((one) => one.remote_id === remoteId);
                return source && { ...fromWire(source), paladinId };
            },
        };
    },
};
