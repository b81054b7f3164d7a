import { z } from "zod";
import * as schemas from "../../api/generated/zod.gen.js";
import { records } from "../storage/layouts.js";

const group_id = z.guid();

const ids = z.array(z.guid());

export const groupLayouts = {
    groups: records("group", ["group_id"], schemas.zGroup),
    groupVisibility: records("visibility of group", ["group_id"], schemas.zVisibilityInfo.extend({ group_id })),
    /** Audit channels; reviewer channels are those of the owners. */
    groupMessageChannels: records("channels of group", ["group_id"], z.object({ group_id, message_channel_ids: ids })),
    groupOnCallSchedules: records(
        "schedules of group",
        ["group_id"],
        z.object({ group_id, on_call_schedule_ids: ids }),
    ),
    /** Levels besides the default one. */
    groupAccessLevels: records(
        "access level",
        ["group_id", "access_level_remote_id"],
        schemas.zGroupAccessLevel.extend({ group_id }),
    ),
    /** Groups tied to a source group. */
    groupBindings: records(
        "group binding",
        ["group_binding_id"],
        schemas.zGroupBinding.omit({ groups: true }).extend({ group_ids: ids }),
    ),
    /** Groups as a directory app shows them. */
    idpGroupMappings: records(
        "mapping of group",
        ["app_resource_id", "group_id"],
        schemas.zIdpGroupMapping.required({ app_resource_id: true }),
    ),
};
