import type { AccessRule } from "../api/generated/types.gen.js";
import { accessRules } from "../resources/sources.js";
import type { InCamelCase } from "../resources/values.js";
import { later, objectLookup, openLookup } from "./lookup.js";

/** A rule that fills a group, with its properties in camelCase. */
export type AccessRuleResult = InCamelCase<AccessRule>;

/** By id, or by name. */
export interface GetAccessRuleArgs {
    accessRuleId?: string;
    name?: string;
}

/**
 * Finds an access rule. Operations: GET /access-rules/{access_rule_id}, GET /access-rules.
 * @throws when there is none, or more than one.
 */
export const getAccessRule = objectLookup<GetAccessRuleArgs, AccessRuleResult>(accessRules, "access rule");

/** All access rules. Operation: GET /access-rules. */
export const getAccessRules = openLookup(["getAccessRules"], ({ all }, _: Record<string, never>) =>
    all("getAccessRules"),
);

/** As `getAccessRule`, for arguments that may be outputs of other resources. */
export const getAccessRuleOutput = later(getAccessRule);
/** As `getAccessRules`, as an output. */
export const getAccessRulesOutput = later(getAccessRules);
