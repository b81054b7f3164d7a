import type { CampaignResult } from "../lookups/campaigns.js";
import { lookupOutput } from "../lookups/lookup.js";
import type { LookupOrganization } from "../lookups/organization.js";
import { action } from "./action.js";

/** Arguments that identify a campaign. */
export interface OfCampaign {
    /** Id of the campaign. */
    campaignId: string;
}

/** Arguments of `stopCampaign`. */
export interface StopCampaignArgs extends OfCampaign {
    /** Revokes all access without a decision immediately. Default: false. */
    revokeUnreviewed?: boolean;
}

function readCampaign({ one }: LookupOrganization<"getCampaign">, { campaignId }: OfCampaign): Promise<CampaignResult> {
    return one("getCampaign", { path: { campaign_id: campaignId } });
}

/**
 * Starts a campaign that has not been started, and notifies its reviewers. In a preview it returns the unchanged campaign. Operations: GET
 * /campaigns/{campaign_id}, POST /campaigns/{campaign_id}/start.
 * @throws if the campaign does not exist or is a template.
 */
export const startCampaign = action("startCampaign", ["getCampaign", "startCampaign"], ["campaignId"], {
    read: readCampaign,
    isDone: ({ startedAt }) => Boolean(startedAt),
    act: ({ one }, { campaignId }) => one("startCampaign", { path: { campaign_id: campaignId } }),
    describe: (_, { name }) => `starts the campaign ${JSON.stringify(name)}`,
});

/**
 * Stops a campaign in progress: reviewers can no longer review. In a preview it returns the unchanged campaign. Operations: GET
 * /campaigns/{campaign_id}, POST /campaigns/{campaign_id}/stop.
 * @throws if the campaign does not exist or was never started.
 */
export const stopCampaign = action(
    "stopCampaign",
    ["getCampaign", "stopCampaign"],
    ["campaignId", "revokeUnreviewed"],
    {
        read: (there, args: StopCampaignArgs) => readCampaign(there, args),
        isDone: ({ stoppedAt }) => Boolean(stoppedAt),
        act: ({ one }, { campaignId, revokeUnreviewed = false }) =>
            one("stopCampaign", { path: { campaign_id: campaignId }, body: { revoke_unreviewed: revokeUnreviewed } }),
        describe: (_, { name }) => `stops the campaign ${JSON.stringify(name)}`,
    },
);

/**
 * Ends a stopped campaign and applies the decisions of its reviewers. In a preview it returns the unchanged campaign. Operations: GET
 * /campaigns/{campaign_id}, POST /campaigns/{campaign_id}/end.
 * @throws if the campaign does not exist or was not stopped.
 */
export const endCampaign = action("endCampaign", ["getCampaign", "endCampaign"], ["campaignId"], {
    read: readCampaign,
    isDone: ({ endedAt }) => Boolean(endedAt),
    act: ({ one }, { campaignId }) => one("endCampaign", { path: { campaign_id: campaignId } }),
    describe: (_, { name }) => `ends the campaign ${JSON.stringify(name)}`,
});

/** Like `startCampaign`, but accepts outputs of other resources as arguments. */
export const startCampaignOutput = lookupOutput(startCampaign);
/** Like `stopCampaign`, but accepts outputs of other resources as arguments. */
export const stopCampaignOutput = lookupOutput(stopCampaign);
/** Like `endCampaign`, but accepts outputs of other resources as arguments. */
export const endCampaignOutput = lookupOutput(endCampaign);
