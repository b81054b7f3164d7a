import { by, later } from "./lookup.js";

/** Memberships, from either side. */
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

/** A group and one that it is in. */
export interface GetGroupContainingGroupArgs extends OfGroup {
    containingGroupId: string;
}

/** A resource and a user. */
export interface OfResourceAndUser extends OfResource, OfUser {}

/** A resource, a user and a level. */
export interface GetResourceUserAccessStatusArgs extends OfResourceAndUser {
    /** The level that is asked about. Default: the default level. */
    accessLevelRemoteId?: string;
}

const byGroup = by<OfGroup>();
const byUser = by<OfUser>();
const byResource = by<OfResource>();

/** The users of a group, with their levels and when they end. Operation: GET /groups/{group_id}/users. */
export const getGroupUsers = byGroup.all("getGroupUsers");

/** The groups of a user, with levels. Operation: GET /groups/users/{user_id}. */
export const getUserGroups = byUser.all("getUserGroups");

/** The resources that a group gives access to. Operation: GET /groups/{group_id}/resources. */
export const getGroupResources = byGroup.all("getGroupResources");

/** The groups that give access to a resource. Operation: GET /resources/{resource_id}/groups. */
export const getResourceGroups = byResource.all("getResourceGroups");

/** The groups that a group is in. Operation: GET /groups/{group_id}/containing-groups. */
export const getGroupContainingGroups = byGroup.all("getGroupContainingGroups");

/**
 * The nesting of one group in another, at the default level. Operation: GET /groups/{group_id}/containing-groups/{containing_group_id}.
 * @throws if it is not nested.
 */
export const getGroupContainingGroup = by<GetGroupContainingGroupArgs>().one("getGroupContainingGroup");

/** The users with access to a resource, direct or not. Operation: GET /resources/{resource_id}/users. */
export const getResourceUsers = byResource.all("getResourceUsers");

/** The access of one user to a resource, one entry per level. Operation: GET /resources/{resource_id}/users/{user_id}. */
export const getResourceUser = by<OfResourceAndUser>().all("getResourceUser");

/** The resources that a user has access to. Operation: GET /resources/users/{user_id}. */
export const getUserResources = by<GetUserResourcesArgs>().all("getUserResources");

/** The programs and services with access to a resource. Operation: GET /resources/{resource_id}/non-human-identities. */
export const getResourceNonHumanIdentities = byResource.all("getResourceNonHumanIdentities");

/**
 * Whether a user has access to a resource at one level, or has asked for it.
 * Operation: GET /resource-user-access-status/{resource_id}/{user_id}.
 * @deprecated Read `getResourceUser`, and `getRequests` for what was asked for.
 */
export const getResourceUserAccessStatus = by<GetResourceUserAccessStatusArgs>().one("getResourceUserAccessStatus");

/** The levels at which users can be in a group. Operation: GET /groups/{group_id}/access_levels. */
export const getGroupAccessLevels = byGroup.all("getGroupAccessLevels");

/** The levels at which a resource can be accessed. Operation: GET /resources/{resource_id}/access_levels. */
export const getResourceAccessLevels = byResource.all("getResourceAccessLevels");

/** A resource, and the user to narrow it to. */
export interface GetSessionsArgs {
    /** Id of the resource. */
    resourceId: string;
    /** Only sessions of this user. */
    userId?: string;
}

/** Who is connected to a resource. Operation: GET /sessions. */
export const getSessions = by<GetSessionsArgs>().all("getSessions");

/** As `getGroupUsers`, for arguments that may be outputs of other resources. */
export const getGroupUsersOutput = later(getGroupUsers);
/** As `getUserGroups`, for arguments that may be outputs of other resources. */
export const getUserGroupsOutput = later(getUserGroups);
/** As `getGroupResources`, for arguments that may be outputs of other resources. */
export const getGroupResourcesOutput = later(getGroupResources);
/** As `getResourceGroups`, for arguments that may be outputs of other resources. */
export const getResourceGroupsOutput = later(getResourceGroups);
/** As `getGroupContainingGroups`, for arguments that may be outputs of other resources. */
export const getGroupContainingGroupsOutput = later(getGroupContainingGroups);
/** As `getGroupContainingGroup`, for arguments that may be outputs of other resources. */
export const getGroupContainingGroupOutput = later(getGroupContainingGroup);
/** As `getResourceUsers`, for arguments that may be outputs of other resources. */
export const getResourceUsersOutput = later(getResourceUsers);
/** As `getResourceUser`, for arguments that may be outputs of other resources. */
export const getResourceUserOutput = later(getResourceUser);
/** As `getUserResources`, for arguments that may be outputs of other resources. */
export const getUserResourcesOutput = later(getUserResources);
/** As `getResourceNonHumanIdentities`, for arguments that may be outputs of other resources. */
export const getResourceNonHumanIdentitiesOutput = later(getResourceNonHumanIdentities);
/**
 * As `getResourceUserAccessStatus`, for arguments that may be outputs of other resources.
 * @deprecated Read `getResourceUserOutput`, and `getRequestsOutput` for what was asked for.
 */
export const getResourceUserAccessStatusOutput = later(getResourceUserAccessStatus);
/** As `getGroupAccessLevels`, for arguments that may be outputs of other resources. */
export const getGroupAccessLevelsOutput = later(getGroupAccessLevels);
/** As `getResourceAccessLevels`, for arguments that may be outputs of other resources. */
export const getResourceAccessLevelsOutput = later(getResourceAccessLevels);
/** As `getSessions`, for arguments that may be outputs of other resources. */
export const getSessionsOutput = later(getSessions);
