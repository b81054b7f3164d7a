import * as schemas from "../../api/generated/zod.gen.js";
import { records, recordsOf } from "../storage/layouts.js";

export const tagLayouts = {
    tags: records("tag", ["tag_id"], schemas.zTag()),
    groupTags: recordsOf("tag of group", ["tag_id", "group_id"], {}),
    resourceTags: recordsOf("tag of resource", ["tag_id", "resource_id"], {}),
    userTags: recordsOf("tag of user", ["tag_id", "user_id"], {}),
};
