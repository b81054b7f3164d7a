import { z } from "zod";
import type { Campaign, CampaignConfiguration } from "../../api/generated/types.gen.js";
import { zCampaign, zCampaignConfiguration } from "../../api/generated/zod.gen.js";
import type { Layouts } from "../storage/layouts.js";

export interface CampaignRecords {
    /** Without the status, which follows from the timestamps and the reviews. */
    campaigns: Omit<Campaign, "status" | "configuration"> & { configuration: CampaignConfiguration };
    /** One access that a started campaign asks about. No operation shows or decides it. */
    campaignReviews: {
        campaign_id: string;
        principal_id: string;
        entitlement_id: string;
        access_level_remote_id: string;
        decision: "PENDING" | "KEEP" | "REVOKE";
        /** Whether the access of a decision to revoke was taken away. */
        applied: boolean;
    };
}

export const campaignLayouts: Layouts<CampaignRecords> = {
    campaigns: {
        noun: "campaign",
        key: ["campaign_id"],
        schema: zCampaign.omit({ status: true }).extend({ configuration: zCampaignConfiguration }),
    },
    campaignReviews: {
        noun: "review",
        key: ["campaign_id", "principal_id", "entitlement_id", "access_level_remote_id"],
        schema: z.object({
            campaign_id: z.guid(),
            principal_id: z.guid(),
            entitlement_id: z.guid(),
            access_level_remote_id: z.string(),
            decision: z.enum(["PENDING", "KEEP", "REVOKE"]),
            applied: z.boolean(),
        }),
    },
};
