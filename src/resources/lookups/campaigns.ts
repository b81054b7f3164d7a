import type {
    Campaign,
    CampaignItem,
    CampaignItemStatusEnum,
    CampaignStatusEnum,
    Uar,
} from "../../api/generated/types.gen.js";
import type { InCamelCase } from "../fields/values.js";
import { by, givenProperty, lookup, lookupOutput, only, wholeList } from "./lookup.js";

/** An access review campaign, with its properties in camelCase. */
export type CampaignResult = InCamelCase<Campaign>;
/** An item under review in a campaign, such as the access of one user to one resource, with its properties in camelCase. */
export type CampaignItemResult = InCamelCase<CampaignItem>;
/** A legacy access review, with its properties in camelCase. */
export type UarResult = InCamelCase<Uar>;

/** Specify the id or the name. */
export interface GetCampaignArgs {
    /** Id of the campaign. */
    campaignId?: string;
    /** Name of the campaign. */
    name?: string;
}

/** Filters for campaigns. Default: all campaigns. Times are ISO 8601 date-times, and exclusive. */
export interface GetCampaignsArgs {
    /** Only campaigns whose name contains this text, ignoring case. */
    name?: string;
    /** Only campaigns with this status. */
    status?: CampaignStatusEnum;
    /** Only campaigns that were created after this moment. */
    createdAtAfter?: string;
    /** Only campaigns that were created before this moment. */
    createdAtBefore?: string;
    /** Only campaigns that started after this moment. */
    startedAtAfter?: string;
    /** Only campaigns that started before this moment. */
    startedAtBefore?: string;
    /** Only campaigns that were stopped after this moment. */
    stoppedAtAfter?: string;
    /** Only campaigns that were stopped before this moment. */
    stoppedAtBefore?: string;
    /** Only campaigns that ended after this moment. */
    endedAtAfter?: string;
    /** Only campaigns that ended before this moment. */
    endedAtBefore?: string;
}

/**
 * Finds a campaign. Operations: GET /campaigns/{campaign_id}, GET /campaigns.
 * @throws unless exactly one campaign matches.
 */
export const getCampaign = lookup(
    ["getCampaign", "getCampaigns"],
    ["campaignId", "name"],
    async ({ one, all }, { campaignId, name }: GetCampaignArgs): Promise<CampaignResult> => {
        if (campaignId) return one("getCampaign", { path: { campaign_id: campaignId } });
        const key = { name: givenProperty("campaign", "name", name) };
        // The API also returns campaigns whose names contain this name.
        const named = (await all("getCampaigns", { query: key })).filter((campaign) => campaign.name === name);
        return only(named, "campaign", "campaignId", key);
    },
);

/** Lists access review campaigns. Operation: GET /campaigns. */
export const getCampaigns = by<GetCampaignsArgs>().open("getCampaigns");

/** A campaign and filters for its items. Default: all items. */
export interface GetCampaignItemsArgs {
    /** Id of the campaign. */
    campaignId: string;
    /** Only items in one of these states. */
    statuses?: CampaignItemStatusEnum[];
    /** Only items that this user reviews. */
    reviewerUserId?: string;
    /** Only items without a reviewer. */
    unassigned?: boolean;
    /** Only items where this text occurs in the name of the principal, the reviewed object or a reviewer, ignoring case. */
    search?: string;
}

/** Lists the items of a campaign, with their decisions. Operation: GET /campaigns/{campaign_id}/items. */
export const getCampaignItems = by<GetCampaignItemsArgs>().all("getCampaignItems");

/**
 * Lists legacy access reviews. Operation: GET /uars.
 * @deprecated Use `getCampaigns`.
 */
export const getUars = wholeList("getUARs");

/** Like `getCampaign`, but accepts outputs of other resources as arguments. */
export const getCampaignOutput = lookupOutput(getCampaign);
/** Like `getCampaigns`, but accepts outputs of other resources as arguments. */
export const getCampaignsOutput = lookupOutput(getCampaigns);
/** Like `getCampaignItems`, but accepts outputs of other resources as arguments. */
export const getCampaignItemsOutput = lookupOutput(getCampaignItems);
/**
 * Like `getUars`, but returns an output.
 * @deprecated Use `getCampaignsOutput`.
 */
export const getUarsOutput = lookupOutput(getUars);
