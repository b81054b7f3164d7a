import * as schemas from "../../api/generated/zod.gen.js";
import { id, records, recordsOf } from "../storage/layouts.js";

export const scriptLayouts = {
    scripts: records("script", ["opal_script_id"], schemas.zOpalScript()),
    /** What no answer shows of a script that reviews requests: who owns it, and the user who reviews in its name. */
    scriptReviewers: recordsOf("reviewer of script", ["opal_script_id", "user_id"], { owner_id: id }),
};
