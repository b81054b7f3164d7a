import { z } from "zod";
import * as schemas from "../../api/generated/zod.gen.js";
import { records } from "../storage/layouts.js";

const tag_id = z.guid();

export const tagLayouts = {
    tags: records("tag", ["tag_id"], schemas.zTag),
    groupTags: records("tag of group", ["tag_id", "group_id"], z.object({ tag_id, group_id: z.guid() })),
    resourceTags: records("tag of resource", ["tag_id", "resource_id"], z.object({ tag_id, resource_id: z.guid() })),
    userTags: records("tag of user", ["tag_id", "user_id"], z.object({ tag_id, user_id: z.guid() })),
};
