import * as schemas from "../../api/generated/zod.gen.js";
import { ids, records, recordsOf } from "../storage/layouts.js";

export const groupLayouts = {
    groups: records("group", ["group_id"], schemas.zGroup()),
    groupVisibility: recordsOf("visibility of group", ["group_id"], schemas.zVisibilityInfo().shape),
    /** Audit channels; reviewer channels are those of the owners. */
    groupMessageChannels: recordsOf("channels of group", ["group_id"], { message_channel_ids: ids }),
    groupOnCallSchedules: recordsOf("schedules of group", ["group_id"], { on_call_schedule_ids: ids }),
    /** Levels besides the default one. */
    groupAccessLevels: recordsOf("access level", ["group_id"], schemas.zGroupAccessLevel().shape),
    /** Groups tied to a source group. */
    groupBindings: records(
        "group binding",
        ["group_binding_id"],
        schemas.zGroupBinding().omit({ groups: true }).extend({ group_ids: ids }),
    ),
    /** Groups as a directory app shows them. */
    idpGroupMappings: recordsOf("mapping of group", ["app_resource_id", "group_id"], schemas.zIdpGroupMapping().shape),
};
