import { z } from "zod";
import type * as t from "../../api/generated/types.gen.js";
import * as schemas from "../../api/generated/zod.gen.js";
import type { Layouts } from "../storage/layouts.js";

/** What is set on a resource by calls of its own. */
export interface ResourcePartRecords {
    resourceVisibility: t.VisibilityInfo & { resource_id: string };
    /** Audit channels. */
    resourceMessageChannels: { resource_id: string; message_channel_ids: string[] };
    /** What makes an access level of the resource a custom one; its name is where the names of all levels are. */
    resourceCustomAccessLevels: Omit<t.ResourceCustomAccessLevelResponse, "access_level" | "member_resource_ids"> & {
        access_level_remote_id: string;
    };
    resourceScopedRolePermissions: { resource_id: string; permissions: t.ScopedRolePermission[] };
}

export const resourcePartLayouts: Layouts<ResourcePartRecords> = {
    resourceVisibility: {
        noun: "visibility of resource",
        key: ["resource_id"],
        schema: schemas.zVisibilityInfo.extend({ resource_id: z.guid() }),
    },
    resourceMessageChannels: {
        noun: "channels of resource",
        key: ["resource_id"],
        schema: z.object({ resource_id: z.guid(), message_channel_ids: z.array(z.guid()) }),
    },
    resourceCustomAccessLevels: {
        noun: "custom access level",
        key: ["resource_id", "access_level_remote_id"],
        schema: schemas.zResourceCustomAccessLevelResponse
            .omit({ access_level: true, member_resource_ids: true })
            .extend({ access_level_remote_id: z.string() }),
    },
    resourceScopedRolePermissions: {
        noun: "permissions of resource",
        key: ["resource_id"],
        schema: schemas.zScopedRolePermissionList.extend({ resource_id: z.guid() }),
    },
};
