import type { AccessRule, Group, GroupBinding, GroupTypeEnum } from "../../api/generated/types.gen.js";
import type { InCamelCase } from "../fields/values.js";
import { accessRules, groups } from "../sources.js";
import { by, later, objectLookup, wholeList } from "./lookup.js";

/** A group, with its properties in camelCase. */
export type GroupResult = InCamelCase<Group>;
/** Linked groups, with properties in camelCase. */
export type GroupBindingResult = InCamelCase<GroupBinding>;

/** By id, or by name; a name that several groups have must be narrowed by `appId` or `groupType`. */
export interface GetGroupArgs {
    /** Id of the group. */
    groupId?: string;
    /** Name of the group. */
    name?: string;
    /** App that the group belongs to. */
    appId?: string;
    /** Type of the group, such as `SVC_GROUP`. */
    groupType?: string;
}

/** All groups when nothing is given. */
export interface GetGroupsArgs {
    /** Only groups of this type. */
    groupType?: GroupTypeEnum;
    /** Only these groups. */
    groupIds?: string[];
    /** Only groups of this name. */
    name?: string;
    /** Only groups with any of these tags. */
    tagIds?: string[];
    /** Only groups that can be requested by someone. */
    requestable?: boolean;
}

/** A group. */
export interface OfGroupArgs {
    /** Id of the group. */
    groupId: string;
}

/**
 * Finds a group. Operations: GET /groups/{group_id}, GET /groups.
 * @throws if not found or ambiguous.
 */
export const getGroup = objectLookup<GetGroupArgs, GroupResult>(groups, "group", {
    groupId: true,
    name: true,
    appId: true,
    groupType: true,
});

/** Groups. Operation: GET /groups. */
export const getGroups = by<GetGroupsArgs>().open("getGroups", { groupType: "group_type_filter", name: "group_name" });

/** Linked groups. Operation: GET /group-bindings. */
export const getGroupBindings = wholeList("getGroupBindings");

/**
 * The owners that review requests for a group. Operation: GET /groups/{group_id}/reviewers.
 * @deprecated Read `requestConfigurations` of `getGroup`.
 */
export const getGroupReviewers = by<OfGroupArgs>().one("getGroupReviewers");

/**
 * The stages of review of requests for a group. Operation: GET /groups/{group_id}/reviewer-stages.
 * @deprecated Read `requestConfigurations` of `getGroup`.
 */
export const getGroupReviewerStages = by<OfGroupArgs>().one("getGroupReviewerStages");

/**
 * The groups that an identity provider's app shows under other names. Operation: GET
 * /idp-group-mappings/{app_resource_id}.
 */
export const getIdpGroupMappings = by<{ appResourceId: string }>().all("getIdpGroupMappings");

/**
 * How an app of an identity provider shows one group. Operation: GET /idp-group-mappings/{app_resource_id}/groups/{group_id}.
 * @throws when it is not mapped.
 */
export const getIdpGroupMapping = by<{ appResourceId: string; groupId: string }>().one("getIdpGroupMapping");

/** A rule that fills a group, with its properties in camelCase. */
export type AccessRuleResult = InCamelCase<AccessRule>;

/** By id, or by name. */
export interface GetAccessRuleArgs {
    /** Id of the access rule. */
    accessRuleId?: string;
    /** Name of the access rule. */
    name?: string;
}

/**
 * Finds an access rule. Operations: GET /access-rules/{access_rule_id}, GET /access-rules.
 * @throws if not found or ambiguous.
 */
export const getAccessRule = objectLookup<GetAccessRuleArgs, AccessRuleResult>(accessRules, "access rule", {
    accessRuleId: true,
    name: true,
});

/** All access rules. Operation: GET /access-rules. */
export const getAccessRules = wholeList("getAccessRules");

/** As `getGroup`, for arguments that may be outputs of other resources. */
export const getGroupOutput = later(getGroup);
/** As `getGroups`, for arguments that may be outputs of other resources. */
export const getGroupsOutput = later(getGroups);
/** As `getGroupBindings`, as an output. */
export const getGroupBindingsOutput = later(getGroupBindings);
/**
 * As `getGroupReviewers`, for arguments that may be outputs of other resources.
 * @deprecated Read `requestConfigurations` of `getGroupOutput`.
 */
export const getGroupReviewersOutput = later(getGroupReviewers);
/**
 * As `getGroupReviewerStages`, for arguments that may be outputs of other resources.
 * @deprecated Read `requestConfigurations` of `getGroupOutput`.
 */
export const getGroupReviewerStagesOutput = later(getGroupReviewerStages);
/** As `getIdpGroupMapping`, for arguments that may be outputs of other resources. */
export const getIdpGroupMappingOutput = later(getIdpGroupMapping);
/** As `getIdpGroupMappings`, for arguments that may be outputs of other resources. */
export const getIdpGroupMappingsOutput = later(getIdpGroupMappings);
/** As `getAccessRule`, for arguments that may be outputs of other resources. */
export const getAccessRuleOutput = later(getAccessRule);
/** As `getAccessRules`, as an output. */
export const getAccessRulesOutput = later(getAccessRules);
