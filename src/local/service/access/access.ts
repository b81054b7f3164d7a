import type { PropagationStatus, ResourceAccessUser } from "../../../api/generated/types.gen.js";
import { grouped } from "../../../common/collections.js";
import { storedAncestorIds } from "../resources/hierarchy.js";
import type { Records } from "../storage/organization.js";
import type { Store } from "../storage/store.js";
import { levelOf } from "./access-levels.js";
import { earlier, laterExpiration } from "./expiration.js";

/**
 * A path through which a user has access to a resource: either a direct grant, or a chain of group memberships, nested groups, a group's
 * resource and parent resources.
 */
interface AccessPath {
    readonly resource_id: string;
    readonly user_id: string;
    readonly access_level_remote_id: string;
    /** The earliest expiration date of all links in the path. Null if none of them expires. */
    readonly expiration_date: string | null;
    /** The direct grant. Undefined for inherited access. */
    readonly grant?: Records["resourceUsers"];
}

/** Returns direct and inherited access to a resource, with one entry for each user and level. */
export function accessTo(store: Store, resourceId: string): ResourceAccessUser[] {
    const above = storedAncestorIds(store, resourceId).flatMap((id) =>
        pathsTo(store, id).map((path) => inheritedBy(resourceId, path)),
    );
    return resourceAccessUsers(store, [...pathsTo(store, resourceId), ...above]);
}

/** Returns direct and inherited access of a user, with one entry for each resource and level. */
export function accessOf(store: Store, userId: string): ResourceAccessUser[] {
    return resourceAccessUsers(store, pathsOf(store, userId));
}

/** Returns the ids of all resources that a user has direct or inherited access to, at any level. */
export function resourcesOf(store: Store, userId: string): Set<string> {
    return new Set(pathsOf(store, userId).map(({ resource_id }) => resource_id));
}

/** Returns the ids of the users who are in a group, directly or through nested groups. */
export function membersIn(store: Store, groupId: string): Set<string> {
    return new Set(nestedMembers(store, groupId, null).map(({ user_id }) => user_id));
}

/** Returns the ids of the groups that a user is in, directly or through nested groups. */
export function groupsOf(store: Store, userId: string): Set<string> {
    return new Set(membershipsOf(store, userId).map(({ group_id }) => group_id));
}

/** Whether `groupId` is the container itself or is nested in it, directly or indirectly. */
export function isWithin(store: Store, groupId: string, containerId: string): boolean {
    return groupsAbove(store, groupId, null).some(({ group_id }) => group_id === containerId);
}

function pathsTo(store: Store, resourceId: string): AccessPath[] {
    const inherited = store.groupResources
        .where("resource_id", resourceId)
        .flatMap((link) =>
            nestedMembers(store, link.group_id, link.expiration_date).map((way) => ({ ...link, ...way })),
        );
    return [...store.resourceUsers.where("resource_id", resourceId).map(direct), ...inherited];
}

/**
 * The API does not document this; we assume that access to a resource includes its child resources, because this assumption grants more
 * access.
 */
function inheritedBy(resource_id: string, { grant: _, ...path }: AccessPath): AccessPath {
    return { ...path, resource_id };
}

function pathsOf(store: Store, user_id: string): AccessPath[] {
    const inherited = membershipsOf(store, user_id).flatMap(({ group_id, expiration_date }) =>
        store.groupResources.where("group_id", group_id).map((link) => ({
            ...link,
            user_id,
            expiration_date: earlier(expiration_date, link.expiration_date),
        })),
    );
    const paths = [...store.resourceUsers.where("user_id", user_id).map(direct), ...inherited];
    const below = paths.flatMap((path) =>
        (store.resources.get(path.resource_id).descendant_resource_ids ?? []).map((id) => inheritedBy(id, path)),
    );
    return [...paths, ...below];
}

/** A direct or indirect membership in a group. */
type MembershipWay = Pick<Records["groupUsers"], "group_id" | "expiration_date">;

/** Returns all memberships of a user. A group occurs more than once if the user is in it through several nested groups. */
function membershipsOf(store: Store, userId: string): MembershipWay[] {
    return store.groupUsers
        .where("user_id", userId)
        .flatMap(({ group_id, expiration_date }) => groupsAbove(store, group_id, expiration_date));
}

function direct(grant: Records["resourceUsers"]): AccessPath {
    return { ...grant, grant };
}

/** Returns the users who are in the group, once for each path of nested groups. A path does not visit a group twice. */
function nestedMembers(
    store: Store,
    groupId: string,
    end: string | null,
    visited: readonly string[] = [],
): Pick<AccessPath, "user_id" | "expiration_date">[] {
    if (visited.includes(groupId)) return [];
    const way = [...visited, groupId];
    const members = store.groupUsers.where("group_id", groupId).map(({ user_id, expiration_date }) => ({
        user_id,
        expiration_date: earlier(end, expiration_date),
    }));
    const nested = store.groupContainingGroups
        .where("containing_group_id", groupId)
        .flatMap((link) => nestedMembers(store, link.group_id, earlier(end, link.expiration_date), way));
    return [...members, ...nested];
}

/** Returns the group and the groups that contain it, once for each path of nested groups. A path does not visit a group twice. */
function groupsAbove(
    store: Store,
    group_id: string,
    end: string | null,
    visited: readonly string[] = [],
): MembershipWay[] {
    if (visited.includes(group_id)) return [];
    const way = [...visited, group_id];
    const above = store.groupContainingGroups
        .where("group_id", group_id)
        .flatMap((link) => groupsAbove(store, link.containing_group_id, earlier(end, link.expiration_date), way));
    return [{ group_id, expiration_date: end }, ...above];
}

function resourceAccessUsers(store: Store, paths: readonly AccessPath[]): ResourceAccessUser[] {
    const byAccess = grouped(paths, ({ resource_id, user_id, access_level_remote_id }) =>
        [resource_id, user_id, access_level_remote_id].join("\n"),
    );
    return [...byAccess.values()].flatMap((ways) => resourceAccessUser(store, ways));
}

/**
 * The API does not document this; we assume that the expiration date is that of the direct grant, because only a direct grant can be
 * changed. For inherited access, it is the latest expiration date of all paths.
 */
function resourceAccessUser(store: Store, ways: readonly AccessPath[]): ResourceAccessUser[] {
    const [first] = ways;
    if (!first) return [];
    const { resource_id, user_id, access_level_remote_id } = first;
    const grant = ways.find((way) => way.grant)?.grant;
    const { name, description } = store.resources.get(resource_id);
    const { full_name, email } = store.users.get(user_id);
    const propagation_status: PropagationStatus | null = grant?.propagation_status ?? null;
    return [
        {
            resource_id,
            resource_name: name ?? "",
            description: description ?? "",
            user_id,
            access_level: levelOf(store, "resource", resource_id, access_level_remote_id),
            full_name,
            email,
            expiration_date: grant
                ? grant.expiration_date
                : ways.map((way) => way.expiration_date).reduce(laterExpiration),
            has_direct_access: grant !== undefined,
            num_access_paths: ways.length,
            propagation_status,
        },
    ];
}
