import { z } from "zod";
import type * as t from "../../api/generated/types.gen.js";
import * as schemas from "../../api/generated/zod.gen.js";
import type { Layouts } from "../storage/layouts.js";

export interface GroupRecords {
    groups: t.Group;
    groupVisibility: t.VisibilityInfo & { group_id: string };
    /** Audit channels; reviewer channels are those of the owners. */
    groupMessageChannels: { group_id: string; message_channel_ids: string[] };
    groupOnCallSchedules: { group_id: string; on_call_schedule_ids: string[] };
    /** Levels besides the default one. */
    groupAccessLevels: t.GroupAccessLevel & { group_id: string };
    groupUsers: {
        group_id: string;
        user_id: string;
        access_level_remote_id: string;
        /** Null: the membership does not expire. */
        expiration_date: string | null;
        propagation_status: t.PropagationStatus | null;
    };
}

const ids = z.array(z.guid());

export const groupLayouts: Layouts<GroupRecords> = {
    groups: { noun: "group", key: ["group_id"], schema: schemas.zGroup },
    groupVisibility: {
        noun: "visibility of group",
        key: ["group_id"],
        schema: schemas.zVisibilityInfo.extend({ group_id: z.guid() }),
    },
    groupMessageChannels: {
        noun: "channels of group",
        key: ["group_id"],
        schema: z.object({ group_id: z.guid(), message_channel_ids: ids }),
    },
    groupOnCallSchedules: {
        noun: "schedules of group",
        key: ["group_id"],
        schema: z.object({ group_id: z.guid(), on_call_schedule_ids: ids }),
    },
    groupAccessLevels: {
        noun: "access level",
        key: ["group_id", "access_level_remote_id"],
        schema: schemas.zGroupAccessLevel.extend({ group_id: z.guid() }),
    },
    groupUsers: {
        noun: "membership",
        key: ["group_id", "user_id", "access_level_remote_id"],
        schema: z.object({
            group_id: z.guid(),
            user_id: z.guid(),
            access_level_remote_id: z.string(),
            expiration_date: z.iso.datetime({ offset: true }).nullable(),
            propagation_status: schemas.zPropagationStatus.nullable(),
        }),
    },
};
