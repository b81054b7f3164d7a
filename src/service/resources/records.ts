import { z } from "zod";
import type { Resource } from "../../api/generated/types.gen.js";
import * as schemas from "../../api/generated/zod.gen.js";
import { ids, records, recordsOf } from "../storage/layouts.js";

export const resourceLayouts = {
    // What the API calls read-only is written here: by this service.
    resources: records("resource", ["resource_id"], schemas.zResource() as z.ZodType<Resource>),
    /** Levels besides the default one. */
    resourceAccessLevels: recordsOf("access level", ["resource_id"], schemas.zResourceAccessLevel().shape),
    resourceVisibility: recordsOf("visibility of resource", ["resource_id"], schemas.zVisibilityInfo().shape),
    /** Audit channels. */
    resourceMessageChannels: recordsOf("channels of resource", ["resource_id"], { message_channel_ids: ids }),
    /** What makes an access level of the resource a custom one; its name is where the names of all levels are. */
    resourceCustomAccessLevels: records(
        "custom access level",
        ["resource_id", "access_level_remote_id"],
        schemas
            .zResourceCustomAccessLevelResponse()
            .omit({ access_level: true, member_resource_ids: true })
            .extend({ access_level_remote_id: z.string() }),
    ),
    resourceScopedRolePermissions: recordsOf(
        "permissions of resource",
        ["resource_id"],
        schemas.zScopedRolePermissionList().shape,
    ),
};
