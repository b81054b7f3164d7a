import { by, lookupOutput } from "./lookup.js";

/** Arguments that identify a group. */
export interface OfGroup {
    /** Id of the group. */
    groupId: string;
}

/** Arguments that identify a user. */
export interface OfUser {
    /** Id of the user. */
    userId: string;
}

/** Arguments that identify a resource. */
export interface OfResource {
    /** Id of the resource. */
    resourceId: string;
}

/** Arguments of `getUserResources`. */
export interface GetUserResourcesArgs extends OfUser {
    /** Whether to include resources that the service does not manage. */
    includeUnmanaged?: boolean;
}

/** Arguments that identify a group and a group that contains it. */
export interface GetGroupContainingGroupArgs extends OfGroup {
    containingGroupId: string;
}

/** Arguments that identify a resource and a user. */
export interface OfResourceAndUser extends OfResource, OfUser {}

/** Arguments that identify a resource, a user and an access level. */
export interface GetResourceUserAccessStatusArgs extends OfResourceAndUser {
    /** Access level, by its id in the end system. Default: the default level. */
    accessLevelRemoteId?: string;
}

const byGroup = by<OfGroup>();
const byUser = by<OfUser>();
const byResource = by<OfResource>();

/** Lists the members of a group, with access levels and expiration dates. Operation: GET /groups/{group_id}/users. */
export const getGroupUsers = byGroup.all("getGroupUsers");

/** Lists the groups of a user, with access levels. Operation: GET /groups/users/{user_id}. */
export const getUserGroups = byUser.all("getUserGroups");

/** Lists the resources that a group grants access to. Operation: GET /groups/{group_id}/resources. */
export const getGroupResources = byGroup.all("getGroupResources");

/** Lists the groups that grant access to a resource. Operation: GET /resources/{resource_id}/groups. */
export const getResourceGroups = byResource.all("getResourceGroups");

/** Lists the groups that contain a group. Operation: GET /groups/{group_id}/containing-groups. */
export const getGroupContainingGroups = byGroup.all("getGroupContainingGroups");

/**
 * Reads the nesting of a group in a containing group, at the default access level. Operation: GET
 * /groups/{group_id}/containing-groups/{containing_group_id}.
 * @throws if the group is not nested in the containing group.
 */
export const getGroupContainingGroup = by<GetGroupContainingGroupArgs>().one("getGroupContainingGroup");

/** Lists the users with direct or indirect access to a resource. Operation: GET /resources/{resource_id}/users. */
export const getResourceUsers = byResource.all("getResourceUsers");

/** Lists the access of a user to a resource, with one entry per access level. Operation: GET /resources/{resource_id}/users/{user_id}. */
export const getResourceUser = by<OfResourceAndUser>().all("getResourceUser");

/** Lists the resources that a user has access to. Operation: GET /resources/users/{user_id}. */
export const getUserResources = by<GetUserResourcesArgs>().all("getUserResources");

/** Lists the non-human identities with access to a resource. Operation: GET /resources/{resource_id}/non-human-identities. */
export const getResourceNonHumanIdentities = byResource.all("getResourceNonHumanIdentities");

/**
 * Returns whether a user has access to a resource at one access level, or has requested it. Operation: GET
 * /resource-user-access-status/{resource_id}/{user_id}.
 * @deprecated Use `getResourceUser` and `getRequests` instead.
 */
export const getResourceUserAccessStatus = by<GetResourceUserAccessStatusArgs>().one("getResourceUserAccessStatus");

/** Lists the access levels of a group. Operation: GET /groups/{group_id}/access_levels. */
export const getGroupAccessLevels = byGroup.all("getGroupAccessLevels");

/** Lists the access levels of a resource. Operation: GET /resources/{resource_id}/access_levels. */
export const getResourceAccessLevels = byResource.all("getResourceAccessLevels");

/** A resource and a filter for its sessions. Default: all sessions. */
export interface GetSessionsArgs {
    /** Id of the resource. */
    resourceId: string;
    /** Only sessions of this user. */
    userId?: string;
}

/** Lists the current sessions on a resource. Operation: GET /sessions. */
export const getSessions = by<GetSessionsArgs>().all("getSessions");

/** Like `getGroupUsers`, but accepts outputs of other resources as arguments. */
export const getGroupUsersOutput = lookupOutput(getGroupUsers);
/** Like `getUserGroups`, but accepts outputs of other resources as arguments. */
export const getUserGroupsOutput = lookupOutput(getUserGroups);
/** Like `getGroupResources`, but accepts outputs of other resources as arguments. */
export const getGroupResourcesOutput = lookupOutput(getGroupResources);
/** Like `getResourceGroups`, but accepts outputs of other resources as arguments. */
export const getResourceGroupsOutput = lookupOutput(getResourceGroups);
/** Like `getGroupContainingGroups`, but accepts outputs of other resources as arguments. */
export const getGroupContainingGroupsOutput = lookupOutput(getGroupContainingGroups);
/** Like `getGroupContainingGroup`, but accepts outputs of other resources as arguments. */
export const getGroupContainingGroupOutput = lookupOutput(getGroupContainingGroup);
/** Like `getResourceUsers`, but accepts outputs of other resources as arguments. */
export const getResourceUsersOutput = lookupOutput(getResourceUsers);
/** Like `getResourceUser`, but accepts outputs of other resources as arguments. */
export const getResourceUserOutput = lookupOutput(getResourceUser);
/** Like `getUserResources`, but accepts outputs of other resources as arguments. */
export const getUserResourcesOutput = lookupOutput(getUserResources);
/** Like `getResourceNonHumanIdentities`, but accepts outputs of other resources as arguments. */
export const getResourceNonHumanIdentitiesOutput = lookupOutput(getResourceNonHumanIdentities);
/**
 * Like `getResourceUserAccessStatus`, but accepts outputs of other resources as arguments.
 * @deprecated Use `getResourceUserOutput` and `getRequestsOutput` instead.
 */
export const getResourceUserAccessStatusOutput = lookupOutput(getResourceUserAccessStatus);
/** Like `getGroupAccessLevels`, but accepts outputs of other resources as arguments. */
export const getGroupAccessLevelsOutput = lookupOutput(getGroupAccessLevels);
/** Like `getResourceAccessLevels`, but accepts outputs of other resources as arguments. */
export const getResourceAccessLevelsOutput = lookupOutput(getResourceAccessLevels);
/** Like `getSessions`, but accepts outputs of other resources as arguments. */
export const getSessionsOutput = lookupOutput(getSessions);
