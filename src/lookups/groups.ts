import type { Group, GroupBinding, GroupTypeEnum } from "../api/generated/types.gen.js";
import { groups } from "../resources/sources.js";
import type { InCamelCase } from "../resources/values.js";
import { later, lookup, objectLookup, openLookup } from "./lookup.js";

/** A group, with its properties in camelCase. */
export type GroupResult = InCamelCase<Group>;
/** Groups that are kept equal, with properties in camelCase. */
export type GroupBindingResult = InCamelCase<GroupBinding>;

/** By id, or by name; a name that several groups have must be narrowed by `appId` or `groupType`. */
export interface GetGroupArgs {
    groupId?: string;
    name?: string;
    appId?: string;
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
    /** Only groups that can be asked for, whoever asks. */
    requestable?: boolean;
}

/** A group. */
export interface OfGroupArgs {
    groupId: string;
}

/**
 * Finds a group. Operations: GET /groups/{group_id}, GET /groups.
 * @throws when there is none, or more than one.
 */
export const getGroup = objectLookup<GetGroupArgs, GroupResult>(groups, "group");

/** Groups. Operation: GET /groups. */
export const getGroups = openLookup(
    ["getGroups"],
    ({ all }, { groupType, groupIds, name, tagIds, requestable }: GetGroupsArgs) =>
        all("getGroups", {
            query: {
                group_type_filter: groupType,
                group_ids: groupIds,
                group_name: name,
                tag_ids: tagIds,
                requestable,
            },
        }),
);

/** Groups that are kept equal to a group. Operation: GET /group-bindings. */
export const getGroupBindings = openLookup(["getGroupBindings"], ({ all }, _: Record<string, never>) =>
    all("getGroupBindings"),
);

/**
 * The owners that review requests for a group. Operation: GET /groups/{group_id}/reviewers.
 * @deprecated Read `requestConfigurations` of `getGroup`.
 */
export const getGroupReviewers = lookup(
    ["getGroupReviewers"],
    ({ one }, { groupId }: OfGroupArgs): Promise<string[]> => one("getGroupReviewers", { path: { group_id: groupId } }),
);

/**
 * The stages of review of requests for a group. Operation: GET /groups/{group_id}/reviewer-stages.
 * @deprecated Read `requestConfigurations` of `getGroup`.
 */
export const getGroupReviewerStages = lookup(["getGroupReviewerStages"], ({ one }, { groupId }: OfGroupArgs) =>
    one("getGroupReviewerStages", { path: { group_id: groupId } }),
);

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
