import { fromWire } from "../../../schema/wire.js";
import { ORIGIN } from "../naming.js";
import type { Specimen } from "../specimen.js";

export const campaign: Specimen = {
    creates: "a draft of a campaign about one group of the run; it is never started",
    needs: ["Group", "Owner"],
    skipped: "it cannot be deleted",
    arrange: async (stage) => {
        const { client, naming } = stage;
        const put = (campaign_id: string, custom_start_message: string) =>
            client.call("updateCampaign", { path: { campaign_id }, body: { configuration: { custom_start_message } } });
        return {
            args: {
                name: naming.name("campaign"),
                query: { entitlementFilter: { entityIDs: [await stage.group()] } },
                sendReviewerAssignmentNotification: false,
                customStartMessage: ORIGIN,
            },
            edit: { allowSelfReview: true },
            outside: { path: "customStartMessage", make: (id) => put(id, `${ORIGIN} Edited.`) },
            read: async (campaign_id) => {
                const body = await client.call("getCampaign", { path: { campaign_id } });
                const { configuration, ...rest } = body;
                return { ...fromWire({ ...configuration, ...rest }), query: configuration?.query };
            },
        };
    },
};
