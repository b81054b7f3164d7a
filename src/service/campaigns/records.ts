import { z } from "zod";
import type { CampaignConfiguration } from "../../api/generated/types.gen.js";
import * as schemas from "../../api/generated/zod.gen.js";
import { records, recordsOf } from "../storage/layouts.js";

// A configuration on its way in may leave out what the schema fills in.
const configuration = schemas.zCampaignConfiguration() as z.ZodType<CampaignConfiguration>;

export const campaignLayouts = {
    /** Without the status, which follows from the timestamps and the reviews. */
    campaigns: records(
        "campaign",
        ["campaign_id"],
        schemas.zCampaign().omit({ status: true }).extend({ configuration }),
    ),
    /** One access that a started campaign asks about. No operation decides it. */
    campaignReviews: recordsOf("review", ["campaign_id", "principal_id", "entitlement_id"], {
        access_level_remote_id: z.string(),
        decision: z.enum(["PENDING", "KEEP", "REVOKE"]),
        /** Whether the access of a decision to revoke was taken away. */
        applied: z.boolean(),
    }),
    uars: records("access review", ["uar_id"], schemas.zUar()),
};
