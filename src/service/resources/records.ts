import { z } from "zod";
import type * as t from "../../api/generated/types.gen.js";
import * as schemas from "../../api/generated/zod.gen.js";
import type { Layouts } from "../storage/layouts.js";

export interface ResourceRecords {
    resources: t.Resource;
    /** Levels besides the default one. */
    resourceAccessLevels: t.ResourceAccessLevel & { resource_id: string };
}

export const resourceLayouts: Layouts<ResourceRecords> = {
    resources: { noun: "resource", key: ["resource_id"], schema: schemas.zResource },
    resourceAccessLevels: {
        noun: "access level",
        key: ["resource_id", "access_level_remote_id"],
        schema: schemas.zResourceAccessLevel.extend({ resource_id: z.guid() }),
    },
};
