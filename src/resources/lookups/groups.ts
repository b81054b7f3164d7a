import type { AccessRule, Group, GroupBinding, GroupTypeEnum } from "../../api/generated/types.gen.js";
import type { InCamelCase } from "../fields/values.js";
import { accessRuleSource, groupSource } from "../sources.js";
import { by, lookupOutput, objectLookup, wholeList } from "./lookup.js";

/** A group, with its properties in camelCase. */
export type GroupResult = InCamelCase<Group>;
/** A set of linked groups, with its properties in camelCase. */
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

/** Filters for groups. Default: all groups. */
export interface GetGroupsArgs {
    /** Only groups of this type. */
    groupType?: GroupTypeEnum;
    /** Only groups with these ids. */
    groupIds?: string[];
    /** Only groups with this name. */
    name?: string;
    /** Only groups with any of these tags. */
    tagIds?: string[];
    /** Only groups that can be requested. */
    requestable?: boolean;
}

/** Arguments that identify a group. */
export interface OfGroupArgs {
    /** Id of the group. */
    groupId: string;
}

/**
 * Finds a group. Operations: GET /groups/{group_id}, GET /groups.
 * @throws unless exactly one group matches.
 */
export const getGroup = objectLookup<GetGroupArgs, GroupResult>(groupSource, "group", ["name", "appId", "groupType"]);

/** Lists groups. Operation: GET /groups. */
export const getGroups = by<GetGroupsArgs>().open("getGroups", { groupType: "group_type_filter", name: "group_name" });

/** Lists sets of linked groups. Operation: GET /group-bindings. */
export const getGroupBindings = wholeList("getGroupBindings");

/**
 * Lists the owners who review requests for a group. Operation: GET /groups/{group_id}/reviewers.
 * @deprecated Read `requestConfigurations` from `getGroup` instead.
 */
export const getGroupReviewers = by<OfGroupArgs>().one("getGroupReviewers");

/**
 * Lists the review stages of requests for a group. Operation: GET /groups/{group_id}/reviewer-stages.
 * @deprecated Read `requestConfigurations` from `getGroup` instead.
 */
export const getGroupReviewerStages = by<OfGroupArgs>().one("getGroupReviewerStages");

/**
 * Lists the group mappings of an identity provider app: which groups the app shows, and under which names. Operation: GET
 * /idp-group-mappings/{app_resource_id}.
 */
export const getIdpGroupMappings = by<{ appResourceId: string }>().all("getIdpGroupMappings");

/**
 * Reads the mapping of a group in an identity provider app. Operation: GET /idp-group-mappings/{app_resource_id}/groups/{group_id}.
 * @throws if the app has no mapping for the group.
 */
export const getIdpGroupMapping = by<{ appResourceId: string; groupId: string }>().one("getIdpGroupMapping");

/** An access rule, which determines the members of a group, with its properties in camelCase. */
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
 * @throws unless exactly one access rule matches.
 */
export const getAccessRule = objectLookup<GetAccessRuleArgs, AccessRuleResult>(accessRuleSource, "access rule", [
    "name",
]);

/** Lists all access rules. Operation: GET /access-rules. */
export const getAccessRules = wholeList("getAccessRules");

/** Like `getGroup`, but accepts outputs of other resources as arguments. */
export const getGroupOutput = lookupOutput(getGroup);
/** Like `getGroups`, but accepts outputs of other resources as arguments. */
export const getGroupsOutput = lookupOutput(getGroups);
/** Like `getGroupBindings`, but returns an output. */
export const getGroupBindingsOutput = lookupOutput(getGroupBindings);
/**
 * Like `getGroupReviewers`, but accepts outputs of other resources as arguments.
 * @deprecated Read `requestConfigurations` from `getGroupOutput` instead.
 */
export const getGroupReviewersOutput = lookupOutput(getGroupReviewers);
/**
 * Like `getGroupReviewerStages`, but accepts outputs of other resources as arguments.
 * @deprecated Read `requestConfigurations` from `getGroupOutput` instead.
 */
export const getGroupReviewerStagesOutput = lookupOutput(getGroupReviewerStages);
/** Like `getIdpGroupMapping`, but accepts outputs of other resources as arguments. */
export const getIdpGroupMappingOutput = lookupOutput(getIdpGroupMapping);
/** Like `getIdpGroupMappings`, but accepts outputs of other resources as arguments. */
export const getIdpGroupMappingsOutput = lookupOutput(getIdpGroupMappings);
/** Like `getAccessRule`, but accepts outputs of other resources as arguments. */
export const getAccessRuleOutput = lookupOutput(getAccessRule);
/** Like `getAccessRules`, but returns an output. */
export const getAccessRulesOutput = lookupOutput(getAccessRules);
