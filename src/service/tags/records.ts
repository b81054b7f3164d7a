import { z } from "zod";
import type * as t from "../../api/generated/types.gen.js";
import * as schemas from "../../api/generated/zod.gen.js";
import type { Layouts } from "../storage/layouts.js";
import type { Layout } from "../storage/table.js";

export interface TagRecords {
    tags: t.Tag;
    groupTags: { tag_id: string; group_id: string };
    resourceTags: { tag_id: string; resource_id: string };
    userTags: { tag_id: string; user_id: string };
}

export const tagLayouts: Layouts<TagRecords> = {
    tags: { noun: "tag", key: ["tag_id"], schema: schemas.zTag },
    groupTags: link("tag of group", "group_id"),
    resourceTags: link("tag of resource", "resource_id"),
    userTags: link("tag of user", "user_id"),
};

function link<F extends string>(
    noun: string,
    field: F,
): Layout<{ tag_id: string } & Record<F, string>> & { schema: z.ZodType } {
    return { noun, key: ["tag_id", field], schema: z.object({ tag_id: z.guid(), [field]: z.guid() }) };
}
