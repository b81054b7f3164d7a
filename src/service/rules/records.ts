import type { AccessRule } from "../../api/generated/types.gen.js";
import { zAccessRule } from "../../api/generated/zod.gen.js";
import type { Layouts } from "../storage/layouts.js";

export interface AccessRuleRecords {
    /** What makes a group a rule. Name, description and administrator are those of the group of the same id. */
    accessRules: Pick<AccessRule, "access_rule_id" | "status" | "ruleClauses">;
}

export const accessRuleLayouts: Layouts<AccessRuleRecords> = {
    accessRules: {
        noun: "access rule",
        key: ["access_rule_id"],
        schema: zAccessRule.pick({ access_rule_id: true, status: true, ruleClauses: true }),
    },
};
