import { z } from "zod";
import type { Session, SyncError } from "../../api/generated/types.gen.js";
import { zSession, zSyncError } from "../../api/generated/zod.gen.js";
import type { Layouts } from "../storage/layouts.js";

/** What happens in the connected systems. No operation makes these: they come with an organization. */
export interface ObservationRecords {
    sessions: Session & { session_id: string };
    /** Of an app, or of one resource or group in it. */
    syncErrors: SyncError & { sync_error_id: string; resource_id?: string; group_id?: string };
}

export const observationLayouts: Layouts<ObservationRecords> = {
    sessions: {
        noun: "session",
        key: ["session_id", "resource_id", "user_id"],
        schema: zSession.extend({ session_id: z.guid() }),
    },
    syncErrors: {
        noun: "sync error",
        key: ["sync_error_id"],
        schema: zSyncError.extend({
            sync_error_id: z.guid(),
            resource_id: z.guid().optional(),
            group_id: z.guid().optional(),
        }),
    },
};
