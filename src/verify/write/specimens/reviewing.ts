import { listing } from "../../../provider/live/operation.js";
import { fromWire } from "../../../provider/schema/wire.js";
import { ORIGIN } from "../naming.js";
import type { Specimens } from "../specimen.js";
import { textEdits } from "./scenes.js";

/** Specimens of kinds that review access or requests. */
export const reviewing = {
    Paladin: {
        creates: "a Paladin in monitor mode, with its service user; no stage names it",
        needs: ["Owner"],
        arrange: async (stage) => {
            const { client } = stage;
            const name = stage.naming.name("paladin");
            return {
                args: await stage.args("Paladin", name),
                ...textEdits("instructions", (paladin_id, instructions) =>
                    client.call("updatePaladin", { path: { paladin_id }, body: { name, instructions } }),
                ),
                read: async (paladin_id) => fromWire(await client.call("getPaladin", { path: { paladin_id } })),
            };
        },
    },
    PaladinContextSource: {
        creates: "a context source of a Paladin that refers to a page that does not exist",
        needs: ["Owner", "Paladin"],
        arrange: async (stage) => {
            const paladinId = await stage.id("Paladin");
            const remoteId = stage.naming.name("page");
            return {
                args: { paladinId, sourceKind: "DOCUMENT", thirdPartyProvider: "NOTION", remoteId, name: "Page" },
                edit: { name: "Updated page" },
                outside: { because: "the API cannot change a context source" },
                read: async () => {
                    const found = await listing("getPaladinContextSources").all(stage.client, paladinId);
                    const source = found.find((one) => one.remote_id === remoteId);
                    return source && { ...fromWire(source), paladinId };
                },
            };
        },
    },
    Script: {
        creates: "a script that abstains, with its service user; no stage names it",
        needs: ["Owner"],
        arrange: async (stage) => {
            const { client } = stage;
            const script = `# ${ORIGIN}\ndef main(request):\n    return request.abstain()\n`;
            const body = { script: `# Edited.\n${script}` };
            return {
                args: {
                    name: stage.naming.name("script"),
                    scriptType: "REQUEST_REVIEW",
                    script,
                    ownerId: await stage.id("Owner"),
                },
                edit: { script: `# Updated.\n${script}` },
                outside: {
                    path: "script",
                    make: (opal_script_id) => client.call("updateOpalScript", { path: { opal_script_id }, body }),
                },
                read: async (opal_script_id) =>
                    fromWire(await client.call("getOpalScript", { path: { opal_script_id } })),
            };
        },
    },
    Campaign: {
        creates: "a draft of a campaign about one test group; it is never started",
        needs: ["Group", "Owner"],
        skipped: "it cannot be deleted",
        arrange: async (stage) => {
            const { client } = stage;
            const configuration = { custom_start_message: `${ORIGIN} Edited.` };
            return {
                args: {
                    name: stage.naming.name("campaign"),
                    query: { entitlementFilter: { entityIDs: [await stage.id("Group")] } },
                    sendReviewerAssignmentNotification: false,
                    customStartMessage: ORIGIN,
                },
                edit: { allowSelfReview: true },
                outside: {
                    path: "customStartMessage",
                    make: (campaign_id) =>
                        client.call("updateCampaign", { path: { campaign_id }, body: { configuration } }),
                },
                read: async (campaign_id) => {
                    const { configuration, ...rest } = await client.call("getCampaign", { path: { campaign_id } });
                    return { ...fromWire({ ...configuration, ...rest }), query: configuration?.query };
                },
            };
        },
    },
} satisfies Specimens;
