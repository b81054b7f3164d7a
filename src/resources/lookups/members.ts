import { by, later } from "./lookup.js";

/** A group. */
export interface OfGroup {
    /** Id of the group. */
    groupId: string;
}

/** A user. */
export interface OfUser {
    /** Id of the user. */
    userId: string;
}

/** A resource. */
export interface OfResource {
    /** Id of the resource. */
    resourceId: string;
}

/** The resources of a user. */
export interface GetUserResourcesArgs extends OfUser {
    /** Also resources that the service does not manage. */
    includeUnmanaged?: boolean;
}

/** A group, and a group that contains it. */
export interface GetGroupContainingGroupArgs extends OfGroup {
    containingGroupId: string;
}

/** A resource and a user. */
export interface OfResourceAndUser extends OfResource, OfUser {}

/** A resource, a user and a level. */
export interface GetResourceUserAccessStatusArgs extends OfResourceAndUser {
    /** The access level. Default: the default level. */
    accessLevelRemoteId?: string;
}

const byGroup = by<OfGroup>();
const byUser = by<OfUser>();
const byResource = by<OfResource>();

/** The users of a group, with their levels and expiration dates. Operation: GET /groups/{group_id}/users. */
export const getGroupUsers = byGroup.all("getGroupUsers");

/** The groups of a user, with levels. Operation: GET /groups/users/{user_id}. */
export const getUserGroups = byUser.all("getUserGroups");

/** The resources that a group grants access to. Operation: GET /groups/{group_id}/resources. */
export const getGroupResources = byGroup.all("getGroupResources");

/** The groups that grant access to a resource. Operation: GET /resources/{resource_id}/groups. */
export const getResourceGroups = byResource.all("getResourceGroups");

/** The groups that contain a group. Operation: GET /groups/{group_id}/containing-groups. */
export const getGroupContainingGroups = byGroup.all("getGroupContainingGroups");

/**
 * The nesting of one group in another, at the default level. Operation: GET /groups/{group_id}/containing-groups/{containing_group_id}.
 * @throws if it is not nested.
 */
export const getGroupContainingGroup = by<GetGroupContainingGroupArgs>().one("getGroupContainingGroup");

/** The users with access to a resource, direct or indirect. Operation: GET /resources/{resource_id}/users. */
export const getResourceUsers = byResource.all("getResourceUsers");

/** The access of one user to a resource, one entry per level. Operation: GET /resources/{resource_id}/users/{user_id}. */
export const getResourceUser = by<OfResourceAndUser>().all("getResourceUser");

/** The resources that a user has access to. Operation: GET /resources/users/{user_id}. */
export const getUserResources = by<GetUserResourcesArgs>().all("getUserResources");

/** The programs and services with access to a resource. Operation: GET /resources/{resource_id}/non-human-identities. */
export const getResourceNonHumanIdentities = byResource.all("getResourceNonHumanIdentities");

/**
 * Whether a user has access to a resource at one level, or has requested it.
 * Operation: GET /resource-user-access-status/{resource_id}/{user_id}.
 * @deprecated Use `getResourceUser` for the access and `getRequests` for requests.
 */
export const getResourceUserAccessStatus = by<GetResourceUserAccessStatusArgs>().one("getResourceUserAccessStatus");

/** The levels at which users can be in a group. Operation: GET /groups/{group_id}/access_levels. */
export const getGroupAccessLevels = byGroup.all("getGroupAccessLevels");

/** The levels at which a resource can be accessed. Operation: GET /resources/{resource_id}/access_levels. */
export const getResourceAccessLevels = byResource.all("getResourceAccessLevels");

/** A resource, and a filter. Default: all sessions. */
export interface GetSessionsArgs {
    /** Id of the resource. */
    resourceId: string;
    /** Only sessions of this user. */
    userId?: string;
}

/** The sessions of users who are connected to a resource. Operation: GET /sessions. */
export const getSessions = by<GetSessionsArgs>().all("getSessions");

/** Like `getGroupUsers`, but accepts outputs of other resources as arguments. */
export const getGroupUsersOutput = later(getGroupUsers);
/** Like `getUserGroups`, but accepts outputs of other resources as arguments. */
export const getUserGroupsOutput = later(getUserGroups);
/** Like `getGroupResources`, but accepts outputs of other resources as arguments. */
export const getGroupResourcesOutput = later(getGroupResources);
/** Like `getResourceGroups`, but accepts outputs of other resources as arguments. */
export const getResourceGroupsOutput = later(getResourceGroups);
/** Like `getGroupContainingGroups`, but accepts outputs of other resources as arguments. */
export const getGroupContainingGroupsOutput = later(getGroupContainingGroups);
/** Like `getGroupContainingGroup`, but accepts outputs of other resources as arguments. */
export const getGroupContainingGroupOutput = later(getGroupContainingGroup);
/** Like `getResourceUsers`, but accepts outputs of other resources as arguments. */
export const getResourceUsersOutput = later(getResourceUsers);
/** Like `getResourceUser`, but accepts outputs of other resources as arguments. */
export const getResourceUserOutput = later(getResourceUser);
/** Like `getUserResources`, but accepts outputs of other resources as arguments. */
export const getUserResourcesOutput = later(getUserResources);
/** Like `getResourceNonHumanIdentities`, but accepts outputs of other resources as arguments. */
export const getResourceNonHumanIdentitiesOutput = later(getResourceNonHumanIdentities);
/**
 * Like `getResourceUserAccessStatus`, but accepts outputs of other resources as arguments.
 * @deprecated Use `getResourceUserOutput` for the access and `getRequestsOutput` for requests.
 */
export const getResourceUserAccessStatusOutput = later(getResourceUserAccessStatus);
/** Like `getGroupAccessLevels`, but accepts outputs of other resources as arguments. */
export const getGroupAccessLevelsOutput = later(getGroupAccessLevels);
/** Like `getResourceAccessLevels`, but accepts outputs of other resources as arguments. */
export const getResourceAccessLevelsOutput = later(getResourceAccessLevels);
/** Like `getSessions`, but accepts outputs of other resources as arguments. */
export const getSessionsOutput = later(getSessions);
