import { z } from "zod";
import * as schemas from "../../api/generated/zod.gen.js";
import { id, ids, moment, records, recordsOf } from "../storage/layouts.js";

export const requestLayouts = {
    requests: records("request", ["id"], schemas.zRequest()),
    requestComments: recordsOf("comment", ["request_id", "request_comment_id"], schemas.zRequestComment().shape),
    /** When a reviewer of a request was last reminded. */
    requestReminders: recordsOf("reminder", ["request_id", "user_id"], { reminded_at: moment }),
    /** Whom else a stage of a pending request asks when it waited so long. */
    requestEscalations: records(
        "escalation",
        ["request_id", "item_id", "stage", "delay_minutes", "access_level_remote_id"],
        z.object({
            request_id: id,
            item_id: id,
            /** Number of the stage. */
            stage: z.int(),
            delay_minutes: z.int(),
            /** When the stage began to wait; null before. */
            since: moment.nullable(),
            user_ids: ids,
            access_level_remote_id: z.string(),
        }),
    ),
    /** Reviewers of whom one approval is enough in a stage that needs several: the users of an owner, a manager, or a Paladin. */
    requestParties: records(
        "party of a stage",
        ["request_id", "item_id", "stage", "party", "access_level_remote_id"],
        z.object({
            request_id: id,
            item_id: id,
            /** Number of the stage. */
            stage: z.int(),
            /** Number of the party in its stage. */
            party: z.int(),
            user_ids: ids,
            access_level_remote_id: z.string(),
        }),
    ),
};
