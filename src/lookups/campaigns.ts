import type { Campaign, CampaignStatusEnum, Uar } from "../api/generated/types.gen.js";
import type { InCamelCase } from "../resources/fields/values.js";
import { by, given, later, lookup, only, wholeList } from "./lookup.js";

/** An access review campaign, with its properties in camelCase. */
export type CampaignResult = InCamelCase<Campaign>;
/** An access review of the old kind, with its properties in camelCase. */
export type UarResult = InCamelCase<Uar>;

/** By id, or by name. */
export interface GetCampaignArgs {
    campaignId?: string;
    name?: string;
}

/** All campaigns when nothing is given. Moments are ISO 8601 date-times; none of them is part of its period. */
export interface GetCampaignsArgs {
    /** Only campaigns whose name has this in it, in capitals or not. */
    name?: string;
    status?: CampaignStatusEnum;
    createdAtAfter?: string;
    createdAtBefore?: string;
    startedAtAfter?: string;
    startedAtBefore?: string;
    stoppedAtAfter?: string;
    stoppedAtBefore?: string;
    endedAtAfter?: string;
    endedAtBefore?: string;
}

/**
 * Finds a campaign. Operations: GET /campaigns/{campaign_id}, GET /campaigns.
 * @throws when there is none, or more than one.
 */
export const getCampaign = lookup(
    ["getCampaign", "getCampaigns"],
    { campaignId: true, name: true },
    async ({ one, all }, { campaignId, name }: GetCampaignArgs): Promise<CampaignResult> => {
        if (campaignId) return one("getCampaign", { path: { campaign_id: campaignId } });
        const key = { name: given("campaign", "name", name) };
        // The API looks for names that have this one in them.
        const named = (await all("getCampaigns", { query: key })).filter((campaign) => campaign.name === name);
        return only(named, "campaign", "campaignId", key);
    },
);

/** Access review campaigns. Operation: GET /campaigns. */
export const getCampaigns = by<GetCampaignsArgs>().open("getCampaigns");

/**
 * Access reviews of the old kind. Operation: GET /uars.
 * @deprecated Use `getCampaigns`.
 */
export const getUars = wholeList("getUARs");

/** As `getCampaign`, for arguments that may be outputs of other resources. */
export const getCampaignOutput = later(getCampaign);
/** As `getCampaigns`, for arguments that may be outputs of other resources. */
export const getCampaignsOutput = later(getCampaigns);
/**
 * As `getUars`, as an output.
 * @deprecated Use `getCampaignsOutput`.
 */
export const getUarsOutput = later(getUars);
