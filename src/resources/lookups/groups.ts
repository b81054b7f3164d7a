import type { AccessRule, Group, GroupBinding, GroupTypeEnum } from "../../api/generated/types.gen.js";
import type { InCamelCase } from "../fields/values.js";
import { accessRules, groups } from "../sources.js";
import { by, later, objectLookup, wholeList } from "./lookup.js";

/** A group, with its properties in camelCase. */
export type GroupResult = InCamelCase<Group>;
/** Linked groups, with properties in camelCase. */
export type GroupBindingResult = InCamelCase<GroupBinding>;

/** Specify the id or the name. If several groups have that name, also specify `appId` or `groupType`. */
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

/** Filters. Default: all groups. */
export interface GetGroupsArgs {
    /** Only groups of this type. */
    groupType?: GroupTypeEnum;
    /** Only these groups. */
    groupIds?: string[];
    /** Only groups with this name. */
    name?: string;
    /** Only groups with any of these tags. */
    tagIds?: string[];
    /** Only groups that can be requested. */
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
 * The review stages of requests for a group. Operation: GET /groups/{group_id}/reviewer-stages.
 * @deprecated Read `requestConfigurations` of `getGroup`.
 */
export const getGroupReviewerStages = by<OfGroupArgs>().one("getGroupReviewerStages");

/**
 * The groups that an app of an identity provider shows, and how. Operation: GET
 * /idp-group-mappings/{app_resource_id}.
 */
export const getIdpGroupMappings = by<{ appResourceId: string }>().all("getIdpGroupMappings");

/**
 * How an app of an identity provider shows one group. Operation: GET /idp-group-mappings/{app_resource_id}/groups/{group_id}.
 * @throws if the group is not mapped.
 */
export const getIdpGroupMapping = by<{ appResourceId: string; groupId: string }>().one("getIdpGroupMapping");

/** A rule that determines the members of a group, with its properties in camelCase. */
export type AccessRuleResult = InCamelCase<AccessRule>;

/** Specify the id or the name. */
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

/** Like `getGroup`, but accepts outputs of other resources as arguments. */
export const getGroupOutput = later(getGroup);
/** Like `getGroups`, but accepts outputs of other resources as arguments. */
export const getGroupsOutput = later(getGroups);
/** Like `getGroupBindings`, but returns an output. */
export const getGroupBindingsOutput = later(getGroupBindings);
/**
 * Like `getGroupReviewers`, but accepts outputs of other resources as arguments.
 * @deprecated Read `requestConfigurations` of `getGroupOutput`.
 */
export const getGroupReviewersOutput = later(getGroupReviewers);
/**
 * Like `getGroupReviewerStages`, but accepts outputs of other resources as arguments.
 * @deprecated Read `requestConfigurations` of `getGroupOutput`.
 */
export const getGroupReviewerStagesOutput = later(getGroupReviewerStages);
/** Like `getIdpGroupMapping`, but accepts outputs of other resources as arguments. */
export const getIdpGroupMappingOutput = later(getIdpGroupMapping);
/** Like `getIdpGroupMappings`, but accepts outputs of other resources as arguments. */
export const getIdpGroupMappingsOutput = later(getIdpGroupMappings);
/** Like `getAccessRule`, but accepts outputs of other resources as arguments. */
export const getAccessRuleOutput = later(getAccessRule);
/** Like `getAccessRules`, but returns an output. */
export const getAccessRulesOutput = later(getAccessRules);
