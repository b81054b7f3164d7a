import { later, lookup } from "./lookup.js";

/** Who is in what: each side of every membership can be asked. */
export interface OfGroup {
    groupId: string;
}

/** A user. */
export interface OfUser {
    userId: string;
}

/** A resource. */
export interface OfResource {
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
    /** The level that is asked about; the default level when left out. */
    accessLevelRemoteId?: string;
}

/** The users of a group, with their levels and when they end. Operation: GET /groups/{group_id}/users. */
export const getGroupUsers = lookup(["getGroupUsers"], ({ all }, { groupId }: OfGroup) =>
    all("getGroupUsers", { path: { group_id: groupId } }),
);

/** The groups of a user, with levels. Operation: GET /groups/users/{user_id}. */
export const getUserGroups = lookup(["getUserGroups"], ({ all }, { userId }: OfUser) =>
    all("getUserGroups", { path: { user_id: userId } }),
);

/** The resources that a group gives access to. Operation: GET /groups/{group_id}/resources. */
export const getGroupResources = lookup(["getGroupResources"], ({ all }, { groupId }: OfGroup) =>
    all("getGroupResources", { path: { group_id: groupId } }),
);

/** The groups that give access to a resource. Operation: GET /resources/{resource_id}/groups. */
export const getResourceGroups = lookup(["getResourceGroups"], ({ all }, { resourceId }: OfResource) =>
    all("getResourceGroups", { path: { resource_id: resourceId } }),
);

/** The groups that a group is in. Operation: GET /groups/{group_id}/containing-groups. */
export const getGroupContainingGroups = lookup(["getGroupContainingGroups"], ({ all }, { groupId }: OfGroup) =>
    all("getGroupContainingGroups", { path: { group_id: groupId } }),
);

/**
 * How a group is in another one, at the default level. Operation: GET /groups/{group_id}/containing-groups/{containing_group_id}.
 * @throws when it is not.
 */
export const getGroupContainingGroup = lookup(
    ["getGroupContainingGroup"],
    ({ one }, { groupId, containingGroupId }: GetGroupContainingGroupArgs) =>
        one("getGroupContainingGroup", { path: { group_id: groupId, containing_group_id: containingGroupId } }),
);

/** The users with access to a resource, direct or not. Operation: GET /resources/{resource_id}/users. */
export const getResourceUsers = lookup(["getResourceUsers"], ({ all }, { resourceId }: OfResource) =>
    all("getResourceUsers", { path: { resource_id: resourceId } }),
);

/** The access of one user to a resource, an entry a level. Operation: GET /resources/{resource_id}/users/{user_id}. */
export const getResourceUser = lookup(["getResourceUser"], ({ all }, { resourceId, userId }: OfResourceAndUser) =>
    all("getResourceUser", { path: { resource_id: resourceId, user_id: userId } }),
);

/** The resources that a user has access to. Operation: GET /resources/users/{user_id}. */
export const getUserResources = lookup(
    ["getUserResources"],
    ({ all }, { userId, includeUnmanaged }: GetUserResourcesArgs) =>
        all("getUserResources", { path: { user_id: userId }, query: { include_unmanaged: includeUnmanaged } }),
);

/** The programs and services with access to a resource. Operation: GET /resources/{resource_id}/non-human-identities. */
export const getResourceNonHumanIdentities = lookup(
    ["getResourceNonHumanIdentities"],
    ({ all }, { resourceId }: OfResource) =>
        all("getResourceNonHumanIdentities", { path: { resource_id: resourceId } }),
);

/**
 * Whether a user has access to a resource at one level, or has asked for it.
 * Operation: GET /resource-user-access-status/{resource_id}/{user_id}.
 * @deprecated Read `getResourceUser`, and `getRequests` for what was asked for.
 */
export const getResourceUserAccessStatus = lookup(
    ["getResourceUserAccessStatus"],
    ({ one }, { resourceId, userId, accessLevelRemoteId }: GetResourceUserAccessStatusArgs) =>
        one("getResourceUserAccessStatus", {
            path: { resource_id: resourceId, user_id: userId },
            query: { access_level_remote_id: accessLevelRemoteId },
        }),
);

/** The levels at which users can be in a group. Operation: GET /groups/{group_id}/access_levels. */
export const getGroupAccessLevels = lookup(["getGroupAccessLevels"], ({ all }, { groupId }: { groupId: string }) =>
    all("getGroupAccessLevels", { path: { group_id: groupId } }),
);

/** The levels at which a resource can be accessed. Operation: GET /resources/{resource_id}/access_levels. */
export const getResourceAccessLevels = lookup(
    ["getResourceAccessLevels"],
    ({ all }, { resourceId }: { resourceId: string }) =>
        all("getResourceAccessLevels", { path: { resource_id: resourceId } }),
);

/** A resource, and the user to narrow it to. */
export interface GetSessionsArgs {
    resourceId: string;
    /** Only sessions of this user. */
    userId?: string;
}

/** Who is connected to a resource. Operation: GET /sessions. */
export const getSessions = lookup(["getSessions"], ({ all }, { resourceId, userId }: GetSessionsArgs) =>
    all("getSessions", { query: { resource_id: resourceId, user_id: userId } }),
);

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
