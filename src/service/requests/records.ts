import { z } from "zod";
import type { Request, RequestComment } from "../../api/generated/types.gen.js";
import { zRequest, zRequestComment } from "../../api/generated/zod.gen.js";
import type { Layouts } from "../storage/layouts.js";

export interface RequestRecords {
    requests: Request;
    requestComments: RequestComment & { request_comment_id: string };
    /** When a reviewer of a request was last reminded. */
    requestReminders: { request_id: string; user_id: string; reminded_at: string };
    /** Whom else a stage of a pending request asks when it waited so long. */
    requestEscalations: {
        request_id: string;
        item_id: string;
        /** Number of the stage. */
        stage: number;
        delay_minutes: number;
        /** When the stage began to wait; null before. */
        since: string | null;
        user_ids: string[];
        access_level_remote_id: string;
    };
}

export const requestLayouts: Layouts<RequestRecords> = {
    requests: { noun: "request", key: ["id"], schema: zRequest },
    requestComments: {
        noun: "comment",
        key: ["request_id", "request_comment_id"],
        schema: zRequestComment.extend({ request_comment_id: z.guid() }),
    },
    requestReminders: {
        noun: "reminder",
        key: ["request_id", "user_id"],
        schema: z.object({
            request_id: z.guid(),
            user_id: z.guid(),
            reminded_at: z.iso.datetime({ offset: true }),
        }),
    },
    requestEscalations: {
        noun: "escalation",
        key: ["request_id", "item_id", "stage", "delay_minutes", "access_level_remote_id"],
        schema: z.object({
            request_id: z.guid(),
            item_id: z.guid(),
            stage: z.int(),
            delay_minutes: z.int(),
            since: z.iso.datetime({ offset: true }).nullable(),
            user_ids: z.array(z.guid()),
            access_level_remote_id: z.string(),
        }),
    },
};
