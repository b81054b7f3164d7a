import { addTo } from "../../../common/collections.js";
import type { Group, Owner, Resource, Target } from "../facts/facts.js";
import { type Records, targetRecord, targetsIn } from "../facts/records.js";
import { organizationRoleOf, rolePermissionsOver } from "./roles.js";

/** What a change may affect. May contain more than necessary, which only affects performance. */
export interface Reach {
    /** Ids of groups whose members may differ. */
    readonly groups: ReadonlySet<string>;
    /** Targets for which any aspect may differ. */
    readonly targets: readonly Target[];
}

/** Finds the differences between two sets of records, and follows dependencies to all results that may be affected. */
export function reachOf(before: Records, after: Records, dependents: Dependents = dependentsIn(before)): Reach {
    const changed = changesBetween(before, after);
    // Dependencies before the change, and dependencies of the changed records after the change.
    const sides = [dependents, dependentsIn(partOf(after, changed))];
    const following = (keys: Iterable<string>, name: keyof Dependents): Set<string> => {
        const found = new Set(keys);
        // Iterating over a set also visits elements that are added during the loop.
        for (const key of found)
            for (const side of sides) for (const dependent of side[name].get(key) ?? []) found.add(dependent);
        return found;
    };
    const results = following(changed, "results");
    const targets = new Set([
        ...idsIn(results, "members").map((id) => `group ${id}`),
        ...idsIn(results, "holders").map((id) => `resource ${id}`),
        ...TARGET_TYPES.flatMap((type) => idsIn(results, type).map((id) => `${type} ${id}`)),
    ]);
    // Holders of a scoped role have power over its targets, and therefore over everything that these targets grant.
    const roles = idsIn(targets, "resource");
    for (const records of [before, after])
        for (const id of roles)
            for (const { type, id: covered } of coveredBy(records, id)) targets.add(`${type} ${covered}`);
    // Users who can request a target may be able to get everything that it grants.
    const all = following(targets, "requests");
    return {
        groups: new Set(idsIn(results, "members")),
        targets: TARGET_TYPES.flatMap((type) => idsIn(all, type).map((id): Target => ({ type, id }))).filter(
            (target) => targetRecord(before, target) ?? targetRecord(after, target),
        ),
    };
}

const TARGET_TYPES = ["group", "resource", "bundle"] as const;

/** Ids in the keys of one type. */
function idsIn(keys: Iterable<string>, type: string): string[] {
    return [...keys].filter((key) => key.startsWith(`${type} `)).map((key) => key.slice(type.length + 1));
}

/**
 * Reverse dependencies: from the key of an object to the keys of everything that depends on it. The keys of targets, for everything that users
 * can do with them, are `group …`, `resource …` and `bundle …`.
 */
export interface Dependents {
    /**
     * What depends on a result: on the `members …` of a group, the `holders …` of a resource, the `users …` of an owner, a `user …`, a
     * `template …`, or the `managers` of users.
     */
    readonly results: ReadonlyMap<string, readonly string[]>;
    /** What users may get by requesting a target. A request for a linked group is a request for its source. */
    readonly requests: ReadonlyMap<string, readonly string[]>;
}

export function dependentsIn(records: PartOfRecords): Dependents {
    const results = new Map<string, string[]>();
    const requests = new Map<string, string[]>();
    for (const [outer, edges] of records.nestings)
        for (const { groupId } of edges) {
            addTo(results, `members ${groupId}`, `members ${outer}`);
            addTo(requests, `group ${groupId}`, `group ${outer}`);
        }
    for (const [resource, edges] of records.links)
        for (const { groupId } of edges) {
            addTo(results, `members ${groupId}`, `holders ${resource}`);
            addTo(requests, `group ${groupId}`, `resource ${resource}`);
        }
    for (const [linked, source] of records.sources) {
        // A membership that expires in one of several linked groups also expires in the others.
        addTo(results, `members ${linked}`, `members ${source}`);
        addTo(results, `members ${source}`, `members ${linked}`);
        addTo(requests, `group ${linked}`, `group ${source}`);
    }
    for (const { id, sourceGroupId } of records.owners.values())
        if (sourceGroupId) addTo(results, `members ${sourceGroupId}`, `users ${id}`);
    for (const { id, parentId } of records.resources.values()) {
        if (parentId === undefined) continue;
        addTo(results, `holders ${parentId}`, `holders ${id}`);
        addTo(requests, `resource ${parentId}`, `resource ${id}`);
    }
    const governed = [records.groups, records.resources].map((table) => [...table.values()]);
    for (const [place, list] of governed.entries())
        for (const one of list)
            for (const key of referredKeys(one)) addTo(results, key, `${place === 0 ? "group" : "resource"} ${one.id}`);
    for (const { id, adminOwnerId, visibility, groupIds, resourceIds } of records.bundles.values()) {
        const groups = [...(visibility?.groupIds ?? []), ...groupIds].map((one) => `members ${one}`);
        for (const key of [`users ${adminOwnerId}`, ...groups, ...resourceIds.map((one) => `holders ${one}`)])
            addTo(results, key, `bundle ${id}`);
    }
    return { results, requests };
}

type PartOfRecords = Pick<Records, "nestings" | "sources" | "links" | "owners" | "groups" | "resources" | "bundles">;

/** Keys of the direct differences between two sets of records, before dependencies are followed. */
function changesBetween(before: Records, after: Records): ReadonlySet<string> {
    const keysOf = (type: string, ids: Iterable<string>): string[] => [...ids].map((id) => `${type} ${id}`);
    const unknowns = differing(before.unknowns, after.unknowns);
    const groups = [...differing(before.groups, after.groups)];
    const hasOtherMembers = (id: string): boolean => {
        const [was, is] = [before.groups.get(id), after.groups.get(id)];
        return was?.rule !== is?.rule || !was || !is;
    };
    const sources = [...differing(before.sources, after.sources)];
    const resources = [...differing(before.resources, after.resources)];
    const hasMoved = (id: string): boolean => before.resources.get(id)?.parentId !== after.resources.get(id)?.parentId;
    return new Set([
        ...changedPeople(before, after),
        ...keysOf("members", differing(before.memberships, after.memberships)),
        ...keysOf("members", differing(before.nestings, after.nestings)),
        ...keysOf("members", groups.filter(hasOtherMembers)),
        ...keysOf("members", sources),
        ...keysOf("members", idsIn(unknowns, "group")),
        ...keysOf("users", differing(before.owners, after.owners)),
        ...keysOf("users", idsIn(unknowns, "owner")),
        ...keysOf("holders", differing(before.grants, after.grants)),
        ...keysOf("holders", differing(before.links, after.links)),
        ...keysOf("holders", resources.filter(hasMoved)),
        ...keysOf("holders", idsIn(unknowns, "resource")),
        ...keysOf("group", groups),
        ...keysOf("group", idsIn(unknowns, "assigners")),
        ...keysOf("group", sources),
        ...keysOf(
            "group",
            sources.flatMap((id) => [before, after].flatMap((records) => records.sources.get(id) ?? [])),
        ),
        ...keysOf("resource", resources),
        ...keysOf("bundle", differing(before.bundles, after.bundles)),
        ...keysOf("bundle", idsIn(unknowns, "bundle")),
        // The types are not known here, but ids are unique.
        ...TARGET_TYPES.flatMap((type) => keysOf(type, idsIn(unknowns, "powers"))),
        ...keysOf("template", differing(before.templates, after.templates)),
    ]);
}

/** Effects of changed users and delegations. Other effects of added or removed users are found through the records that refer to them. */
function changedPeople(before: Records, after: Records): string[] {
    const users = [...differing(before.users, after.users)];
    const pairs = users.map((number) => [before.users.get(number), after.users.get(number)] as const);
    const hasOtherManager = pairs.some(([was, is]) => was?.managerId !== is?.managerId);
    const delegators = [...differing(before.delegations, after.delegations)].flatMap((id) =>
        [before, after].flatMap((records) => records.delegations.get(id)?.delegatorId ?? []),
    );
    const changedIds = new Set([...delegators, ...users.map((number) => after.principals.id(number))]);
    if (changedIds.size === 0) return [];
    const groups = [before, after].flatMap((records) => [...records.groups.values()]);
    const owners = [before, after].flatMap((records) => [...records.owners.values()]);
    // The members of a source group are not evaluated yet, so any of them may be affected.
    const isAffected = ({ userIds, sourceGroupId }: Owner): boolean =>
        userIds.some((id) => changedIds.has(id)) || (Boolean(sourceGroupId) && delegators.length > 0);
    return [
        ...(users.length > 0 ? groups.filter(({ rule }) => rule?.isActive).map(({ id }) => `members ${id}`) : []),
        ...owners.filter(isAffected).map(({ id }) => `users ${id}`),
        ...(hasOtherManager || delegators.length > 0 ? ["managers"] : []),
        ...[...changedIds].map((id) => `user ${id}`),
    ];
}

/** Keys of the results to which the rules of a group or resource refer. */
function referredKeys({ adminOwnerId, visibility, requestRules = [], ...one }: Group | Resource): ReadonlySet<string> {
    const stages = requestRules.flatMap((rule) => rule.stages);
    const escalations = stages.flatMap(({ escalation }) => escalation ?? []);
    return new Set([
        ...[adminOwnerId, ...[...stages, ...escalations].flatMap(({ ownerIds }) => ownerIds)].map(
            (id) => `users ${id}`,
        ),
        ...stages.flatMap(({ serviceUserIds }) => serviceUserIds).map((id) => `user ${id}`),
        ...escalations.flatMap(({ userIds }) => userIds).map((id) => `user ${id}`),
        ...("leaderIds" in one ? (one.leaderIds ?? []) : []).map((id) => `user ${id}`),
        ...("templateId" in one ? [`template ${one.templateId}`] : []),
        ...(visibility?.groupIds ?? []).map((id) => `members ${id}`),
        ...requestRules.flatMap(({ condition }) => condition?.groupIds ?? []).map((id) => `members ${id}`),
        ...(stages.some((stage) => stage.requireManagerApproval) ? ["managers"] : []),
    ]);
}

/** Returns only the records that a change affects. They may refer to records that do not exist before the change. */
function partOf(records: Records, changed: ReadonlySet<string>): PartOfRecords {
    const among = <Value>(table: ReadonlyMap<string, Value>, type: string): Map<string, Value> =>
        new Map(idsIn(changed, type).flatMap((id) => (table.has(id) ? [[id, table.get(id) as Value]] : []))); // the cast is safe because of the `has` check
    return {
        nestings: among(records.nestings, "members"),
        sources: among(records.sources, "group"),
        links: among(records.links, "holders"),
        owners: among(records.owners, "users"),
        groups: among(records.groups, "group"),
        resources: among(records.resources, "resource"),
        bundles: among(records.bundles, "bundle"),
    };
}

/** Keys whose values differ, or that exist in only one of the maps. */
export function differing<Key, Value>(before: ReadonlyMap<Key, Value>, after: ReadonlyMap<Key, Value>): Set<Key> {
    if (before === after) return new Set();
    const found = new Set<Key>();
    for (const [key, value] of after) if (before.get(key) !== value) found.add(key);
    for (const key of before.keys()) if (!after.has(key)) found.add(key);
    return found;
}

/**
 * Targets over which holders of a role may get a power, or which they can request. A scoped role covers the targets of its permissions.
 * Holders of a role in the organization can see everything, so they can request everything that is requestable. Other effects of such a
 * role are the same for every target and are compared elsewhere.
 */
function coveredBy(records: Records, roleId: string): Target[] {
    const role = records.resources.get(roleId);
    if (!role) return [];
    if ((organizationRoleOf(role) ?? "admin") !== "admin")
        return [...records.groups.values(), ...records.resources.values()]
            .filter(isRequestable)
            .filter(({ visibility }) => visibility?.type !== "GLOBAL")
            .map((one): Target => ({ type: records.groups.get(one.id) === one ? "group" : "resource", id: one.id }));
    if ((role.permissions ?? []).length === 0) return [];
    return [...targetsIn(records)].filter((target) => rolePermissionsOver(records, role, target, "sees").length > 0);
}

/** Whether users can request the group or resource under at least one request configuration. */
export function isRequestable({ requestRules = [] }: Group | Resource): boolean {
    return requestRules.some(({ allowRequests }) => allowRequests);
}
