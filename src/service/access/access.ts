import type { PropagationStatus, ResourceAccessUser } from "../../api/generated/types.gen.js";
import type { Records } from "../storage/organization.js";
import type { Store } from "../storage/store.js";
import { levelOf } from "./access-levels.js";
import { earlier, later } from "./expiration.js";

/** One way that leads to access: by a grant, or through a group, its links to the resource and the groups nested in it. */
interface Path {
    readonly resource_id: string;
    readonly user_id: string;
    readonly access_level_remote_id: string;
    /** When the first link of the way expires. */
    readonly expiration_date: string | null;
    /** Of a direct grant only. */
    readonly grant?: Records["resourceUsers"];
}

/** Who has access to a resource, direct or inherited: one entry for each user and level. */
export function accessTo(store: Store, resourceId: string): ResourceAccessUser[] {
    const inherited = store.groupResources
        .where("resource_id", resourceId)
        .flatMap((link) => membersOf(store, link.group_id, link.expiration_date).map((way) => ({ ...link, ...way })));
    return answers(store, [...store.resourceUsers.where("resource_id", resourceId).map(direct), ...inherited]);
}

/** What a user has access to, direct or inherited: one entry for each resource and level. */
export function accessOf(store: Store, userId: string): ResourceAccessUser[] {
    return answers(store, pathsOf(store, userId));
}

/** The resources that a user has access to at any level, direct or inherited. */
export function resourcesOf(store: Store, userId: string): Set<string> {
    return new Set(pathsOf(store, userId).map(({ resource_id }) => resource_id));
}

/** The users who are in a group: directly, as its leaders, through groups nested in it, or through the source that it is bound to. */
export function membersIn(store: Store, groupId: string): Set<string> {
    return new Set(membersOf(store, groupId, null).map(({ user_id }) => user_id));
}

/** The groups that a user is in, be it as a leader, through a group nested in them, or through a binding. */
export function groupsOf(store: Store, userId: string): Set<string> {
    return new Set(membershipsOf(store, userId).map(({ group_id }) => group_id));
}

/** Whether a group is another one or, through nesting and bindings, in it. */
export function isWithin(store: Store, groupId: string, containerId: string): boolean {
    return groupsAbove(store, groupId, null).some(({ group_id }) => group_id === containerId);
}

function pathsOf(store: Store, user_id: string): Path[] {
    const inherited = membershipsOf(store, user_id).flatMap(({ group_id, expiration_date }) =>
        store.groupResources.where("group_id", group_id).map((link) => ({
            ...link,
            user_id,
            expiration_date: earlier(expiration_date, link.expiration_date),
        })),
    );
    return [...store.resourceUsers.where("user_id", user_id).map(direct), ...inherited];
}

/** One way in which somebody is in a group. */
type Way = Pick<Records["groupUsers"], "group_id" | "expiration_date">;

/** Every way in which a user is in a group, those through groups nested in it and through bindings included. */
function membershipsOf(store: Store, userId: string): Way[] {
    const led = store.groups.all().filter((group) => leadersOf(group).includes(userId));
    const own = store.groupUsers.where("user_id", userId);
    const leading = led.map(({ group_id }): Way => ({ group_id, expiration_date: null }));
    return [
        ...own,
        ...leading.filter((way) => !own.some((one) => one.group_id === way.group_id && isAsLong(one, way))),
    ].flatMap(({ group_id, expiration_date }) => groupsAbove(store, group_id, expiration_date));
}

function direct(grant: Records["resourceUsers"]): Path {
    return { ...grant, grant };
}

/** Every way in which somebody is in the group that visits no group twice, those through groups nested in it and its source included. */
function membersOf(
    store: Store,
    groupId: string,
    end: string | null,
    visited: readonly string[] = [],
): Pick<Path, "user_id" | "expiration_date">[] {
    if (visited.includes(groupId)) return [];
    const way = [...visited, groupId];
    const members = ownMembersOf(store, groupId).map(({ user_id, expiration_date }) => ({
        user_id,
        expiration_date: earlier(end, expiration_date),
    }));
    const nested = store.groupContainingGroups
        .where("containing_group_id", groupId)
        .flatMap((link) => membersOf(store, link.group_id, earlier(end, link.expiration_date), way));
    const source = bindingOf(store, groupId)?.source_group_id;
    const bound = source === undefined || source === groupId ? [] : membersOf(store, source, end, way);
    return [...members, ...nested, ...bound];
}

/** Direct members, and the leaders of the group: whoever leads a group is in it for as long as they do (vendor guides). */
function ownMembersOf(store: Store, group_id: string): Pick<Path, "user_id" | "expiration_date">[] {
    const members = store.groupUsers.where("group_id", group_id);
    const leaders = leadersOf(store.groups.get(group_id)).map((user_id) => ({ user_id, expiration_date: null }));
    const isMember = (leader: (typeof leaders)[number]): boolean =>
        members.some((one) => one.user_id === leader.user_id && isAsLong(one, leader));
    return [...members, ...leaders.filter((leader) => !isMember(leader))];
}

/** The group and, once for each way that leads there and visits no group twice, the groups that it is in. */
function groupsAbove(store: Store, group_id: string, end: string | null, visited: readonly string[] = []): Way[] {
    if (visited.includes(group_id)) return [];
    const way = [...visited, group_id];
    const above = store.groupContainingGroups
        .where("group_id", group_id)
        .flatMap((link) => groupsAbove(store, link.containing_group_id, earlier(end, link.expiration_date), way));
    const binding = bindingOf(store, group_id);
    // Inferred: whoever is in the source is in the groups bound to it (vendor guides), for as long.
    const bound = binding?.source_group_id === group_id ? binding.group_ids : [];
    return [{ group_id, expiration_date: end }, ...above, ...bound.flatMap((id) => groupsAbove(store, id, end, way))];
}

function bindingOf(store: Store, groupId: string): Records["groupBindings"] | undefined {
    return store.groupBindings.find(store.groups.get(groupId).group_binding_id ?? "");
}

function leadersOf({ group_leader_user_ids: leaders = [] }: Records["groups"]): readonly string[] {
    return leaders;
}

/** Whether one membership does not end before another. */
function isAsLong(one: Pick<Way, "expiration_date">, other: Pick<Way, "expiration_date">): boolean {
    return later(one.expiration_date, other.expiration_date) === one.expiration_date;
}

function answers(store: Store, paths: readonly Path[]): ResourceAccessUser[] {
    const byAccess = new Map<string, Path[]>();
    for (const path of paths) {
        const key = [path.resource_id, path.user_id, path.access_level_remote_id].join("\n");
        byAccess.set(key, [...(byAccess.get(key) ?? []), path]);
    }
    return [...byAccess.values()].flatMap((ways) => answer(store, ways));
}

/** Inferred: the date is that of the direct grant, which is what can be changed; without one, that of the way that lasts longest. */
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
