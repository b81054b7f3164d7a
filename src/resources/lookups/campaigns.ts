import type {
    Campaign,
    CampaignItem,
    CampaignItemStatusEnum,
    CampaignStatusEnum,
    Uar,
} from "../../api/generated/types.gen.js";
import type { InCamelCase } from "../fields/values.js";
import { by, given, later, lookup, only, wholeList } from "./lookup.js";

/** An access review campaign, with its properties in camelCase. */
export type CampaignResult = InCamelCase<Campaign>;
/** One access that a campaign asks about, with its properties in camelCase. */
export type CampaignItemResult = InCamelCase<CampaignItem>;
/** A legacy access review, with its properties in camelCase. */
export type UarResult = InCamelCase<Uar>;

/** By id, or by name. */
export interface GetCampaignArgs {
    /** Id of the campaign. */
    campaignId?: string;
    /** Name of the campaign. */
    name?: string;
}

/** All campaigns when nothing is given. Moments are ISO 8601 date-times; none of them is part of its period. */
export interface GetCampaignsArgs {
    /** Only campaigns whose name has this in it, in capitals or not. */
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
 * @throws if not found or ambiguous.
 */
export const getCampaign = lookup(
    ["getCampaign", "getCampaigns"],
    { campaignId: true, name: true },
    async ({ one, all }, { campaignId, name }: GetCampaignArgs): Promise<CampaignResult> => {
        if (campaignId) return one("getCampaign", { path: { campaign_id: campaignId } });
        const key = { name: given("campaign", "name", name) };
        // The API matches names that contain this one.
        const named = (await all("getCampaigns", { query: key })).filter((campaign) => campaign.name === name);
        return only(named, "campaign", "campaignId", key);
    },
);

/** Access review campaigns. Operation: GET /campaigns. */
export const getCampaigns = by<GetCampaignsArgs>().open("getCampaigns");

/** All items of a campaign when nothing but the campaign is given. */
export interface GetCampaignItemsArgs {
    /** Id of the campaign. */
    campaignId: string;
    /** Only items in one of these states. */
    statuses?: CampaignItemStatusEnum[];
    /** Only items that this user reviews. */
    reviewerUserId?: string;
    /** Only items without a reviewer. */
    unassigned?: boolean;
    /** Only items with this in the name of who has the access, of what it is to or of a reviewer, in capitals or not. */
    search?: string;
}

/** Items of a campaign, with their decisions. Operation: GET /campaigns/{campaign_id}/items. */
export const getCampaignItems = by<GetCampaignItemsArgs>().all("getCampaignItems");

/**
 * Legacy access reviews. Operation: GET /uars.
 * @deprecated Use `getCampaigns`.
 */
export const getUars = wholeList("getUARs");

/** As `getCampaign`, for arguments that may be outputs of other resources. */
export const getCampaignOutput = later(getCampaign);
/** As `getCampaigns`, for arguments that may be outputs of other resources. */
export const getCampaignsOutput = later(getCampaigns);
/** As `getCampaignItems`, for arguments that may be outputs of other resources. */
export const getCampaignItemsOutput = later(getCampaignItems);
/**
 * As `getUars`, as an output.
 * @deprecated Use `getCampaignsOutput`.
 */
export const getUarsOutput = later(getUars);
