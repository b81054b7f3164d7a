import * as schemas from "../../api/generated/zod.gen.js";
import { records } from "../storage/layouts.js";

export const accessRuleLayouts = {
    /** What makes a group a rule. Name, description and administrator are those of the group of the same id. */
    accessRules: records(
        "access rule",
        ["access_rule_id"],
        schemas.zAccessRule().pick({ access_rule_id: true, status: true, ruleClauses: true }),
    ),
};
