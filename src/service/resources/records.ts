import { z } from "zod";
import type { Resource } from "../../api/generated/types.gen.js";
import * as schemas from "../../api/generated/zod.gen.js";
import { records } from "../storage/layouts.js";

const resource_id = z.guid();

export const resourceLayouts = {
    // What the API calls read-only is written here: by this service.
    resources: records("resource", ["resource_id"], schemas.zResource as z.ZodType<Resource>),
    /** Levels besides the default one. */
    resourceAccessLevels: records(
        "access level",
        ["resource_id", "access_level_remote_id"],
        schemas.zResourceAccessLevel.extend({ resource_id }),
    ),
    resourceVisibility: records(
        "visibility of resource",
        ["resource_id"],
        schemas.zVisibilityInfo.extend({ resource_id }),
    ),
    /** Audit channels. */
    resourceMessageChannels: records(
        "channels of resource",
        ["resource_id"],
        z.object({ resource_id, message_channel_ids: z.array(z.guid()) }),
    ),
    /** What makes an access level of the resource a custom one; its name is where the names of all levels are. */
    resourceCustomAccessLevels: records(
        "custom access level",
        ["resource_id", "access_level_remote_id"],
        schemas.zResourceCustomAccessLevelResponse
            .omit({ access_level: true, member_resource_ids: true })
            .extend({ access_level_remote_id: z.string() }),
    ),
    resourceScopedRolePermissions: records(
        "permissions of resource",
        ["resource_id"],
        schemas.zScopedRolePermissionList.extend({ resource_id }),
    ),
};
