import type { PropagationStatus, ResourceAccessUser } from "../../../api/generated/types.gen.js";
import { ancestorsOf } from "../resources/hierarchy.js";
import type { Records } from "../storage/organization.js";
import type { Store } from "../storage/store.js";
import { levelOf } from "./access-levels.js";
import { earlier, later } from "./expiration.js";

/**
 * A path through which a user has access to a resource: either a direct grant, or a chain of group memberships, nested groups, a group's
 * resource and parent resources.
 */
interface Path {
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
    const above = ancestorsOf(store, resourceId).flatMap((id) =>
        pathsTo(store, id).map((path) => inheritedBy(resourceId, path)),
    );
    return answers(store, [...pathsTo(store, resourceId), ...above]);
}

/** Returns direct and inherited access of a user, with one entry for each resource and level. */
export function accessOf(store: Store, userId: string): ResourceAccessUser[] {
    return answers(store, pathsOf(store, userId));
}

/** Returns the ids of all resources that a user has direct or inherited access to, at any level. */
export function resourcesOf(store: Store, userId: string): Set<string> {
    return new Set(pathsOf(store, userId).map(({ resource_id }) => resource_id));
}

/** Returns the ids of the users who are in a group, directly or through nested groups. */
export function membersIn(store: Store, groupId: string): Set<string> {
    return new Set(membersOf(store, groupId, null).map(({ user_id }) => user_id));
}

/** Returns the ids of the groups that a user is in, directly or through nested groups. */
export function groupsOf(store: Store, userId: string): Set<string> {
    return new Set(membershipsOf(store, userId).map(({ group_id }) => group_id));
}

/** Whether `groupId` is the container itself or is nested in it, directly or indirectly. */
export function isWithin(store: Store, groupId: string, containerId: string): boolean {
    return groupsAbove(store, groupId, null).some(({ group_id }) => group_id === containerId);
}

function pathsTo(store: Store, resourceId: string): Path[] {
    const inherited = store.groupResources
        .where("resource_id", resourceId)
        .flatMap((link) => membersOf(store, link.group_id, link.expiration_date).map((way) => ({ ...link, ...way })));
    return [...store.resourceUsers.where("resource_id", resourceId).map(direct), ...inherited];
}

/**
 * The API does not document this; we assume that access to a resource includes its child resources, because this assumption grants more
 * access.
 */
function inheritedBy(resource_id: string, { grant: _, ...path }: Path): Path {
    return { ...path, resource_id };
}

function pathsOf(store: Store, user_id: string): Path[] {
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
type Way = Pick<Records["groupUsers"], "group_id" | "expiration_date">;

/** Returns all memberships of a user. A group occurs more than once if the user is in it through several nested groups. */
function membershipsOf(store: Store, userId: string): Way[] {
    return store.groupUsers
        .where("user_id", userId)
        .flatMap(({ group_id, expiration_date }) => groupsAbove(store, group_id, expiration_date));
}

function direct(grant: Records["resourceUsers"]): Path {
    return { ...grant, grant };
}

/** Returns the users who are in the group, once for each path of nested groups. A path does not visit a group twice. */
function membersOf(
    store: Store,
    groupId: string,
    end: string | null,
    visited: readonly string[] = [],
): Pick<Path, "user_id" | "expiration_date">[] {
    if (visited.includes(groupId)) return [];
    const way = [...visited, groupId];
    const members = store.groupUsers.where("group_id", groupId).map(({ user_id, expiration_date }) => ({
        user_id,
        expiration_date: earlier(end, expiration_date),
    }));
    const nested = store.groupContainingGroups
        .where("containing_group_id", groupId)
        .flatMap((link) => membersOf(store, link.group_id, earlier(end, link.expiration_date), way));
    return [...members, ...nested];
}

/** Returns the group and the groups that contain it, once for each path of nested groups. A path does not visit a group twice. */
function groupsAbove(store: Store, group_id: string, end: string | null, visited: readonly string[] = []): Way[] {
    if (visited.includes(group_id)) return [];
    const way = [...visited, group_id];
    const above = store.groupContainingGroups
        .where("group_id", group_id)
        .flatMap((link) => groupsAbove(store, link.containing_group_id, earlier(end, link.expiration_date), way));
    return [{ group_id, expiration_date: end }, ...above];
}

function answers(store: Store, paths: readonly Path[]): ResourceAccessUser[] {
    const byAccess = new Map<string, Path[]>();
    for (const path of paths) {
        const key = [path.resource_id, path.user_id, path.access_level_remote_id].join("\n");
        byAccess.set(key, [...(byAccess.get(key) ?? []), path]);
    }
    return [...byAccess.values()].flatMap((ways) => answer(store, ways));
}

/**
 * The API does not document this; we assume that the expiration date is that of the direct grant, because only a direct grant can be
 * changed. For inherited access, it is the latest expiration date of all paths.
 */
function answer(store: Store, ways: readonly Path[]): ResourceAccessUser[] {
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
            expiration_date: grant ? grant.expiration_date : ways.map((way) => way.expiration_date).reduce(later),
            has_direct_access: grant !== undefined,
            num_access_paths: ways.length,
            propagation_status,
        },
    ];
}
