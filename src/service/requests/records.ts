import { z } from "zod";
import * as schemas from "../../api/generated/zod.gen.js";
import { records } from "../storage/layouts.js";

const moment = z.iso.datetime({ offset: true });

export const requestLayouts = {
    requests: records("request", ["id"], schemas.zRequest),
    requestComments: records(
        "comment",
        ["request_id", "request_comment_id"],
        schemas.zRequestComment.extend({ request_comment_id: z.guid() }),
    ),
    /** When a reviewer of a request was last reminded. */
    requestReminders: records(
        "reminder",
        ["request_id", "user_id"],
        z.object({ request_id: z.guid(), user_id: z.guid(), reminded_at: moment }),
    ),
    /** Whom else a stage of a pending request asks when it waited so long. */
    requestEscalations: records(
        "escalation",
        ["request_id", "item_id", "stage", "delay_minutes", "access_level_remote_id"],
        z.object({
            request_id: z.guid(),
            item_id: z.guid(),
            /** Number of the stage. */
            stage: z.int(),
            delay_minutes: z.int(),
            /** When the stage began to wait; null before. */
            since: moment.nullable(),
            user_ids: z.array(z.guid()),
            access_level_remote_id: z.string(),
        }),
    ),
};
