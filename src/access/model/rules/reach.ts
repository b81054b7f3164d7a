import { addTo } from "../../../common/collections.js";
import type { Group, Resource, Target } from "../facts/facts.js";
import { linkedWith, type Records } from "../facts/records.js";
import { organizationRoleOf, rolePermissionsOver } from "./roles.js";

/** What a change may affect. May contain more than necessary, which only affects performance. */
export interface Reach {
    /** Ids of groups whose members may differ. */
    readonly groups: ReadonlySet<string>;
    /** Targets for which any aspect may differ. */
    readonly targets: readonly Target[];
}

/** Finds the differences between two sets of records, and follows dependencies to all results that may be affected. */
export function reachOf(before: Records, after: Records, dependents: Dependents = new Dependents(before)): Reach {
    const changed = changesBetween(before, after);
    // Dependencies before the change, and dependencies of the changed records after the change.
    const sides = [dependents, new Dependents(partOf(after, changed))];
    const dependentsOf = (of: (one: Dependents) => ReadonlyMap<string, readonly string[]>, key: string): string[] =>
        sides.flatMap((one) => of(one).get(key) ?? []);
    const members = new Set(changed.members);
    // Iterating over a set also visits elements that are added during the loop.
    for (const id of members) {
        for (const outer of dependentsOf(({ containing }) => containing, id)) members.add(outer);
        // A membership that expires in one of several linked groups also expires in the others.
        for (const { sources } of [before, after]) for (const one of linkedWith(sources, id)) members.add(one);
    }
    const owners = new Set([
        ...changed.owners,
        ...[...members].flatMap((id) => dependentsOf(({ owned }) => owned, id)),
    ]);
    const holders = new Set([
        ...changed.resources,
        ...[...members].flatMap((id) => dependentsOf(({ linked }) => linked, id)),
    ]);
    for (const id of holders) for (const child of dependentsOf(({ below }) => below, id)) holders.add(child);
    const named = [
        ...[...members].map((id) => `group ${id}`),
        ...[...holders].map((id) => `resource ${id}`),
        ...[...owners].map((id) => `owner ${id}`),
        ...changed.names,
    ];
    const keys = new Set([
        ...changed.keys,
        ...[...members].map((id) => `group ${id}`),
        ...[...holders].map((id) => `resource ${id}`),
        ...named.flatMap((name) => dependentsOf(({ naming }) => naming, name)),
    ]);
    // Holders of a scoped role have power over its targets, and therefore over everything that these targets grant.
    const roles = [...keys].filter((key) => key.startsWith("resource ")).map((key) => key.slice("resource ".length));
    for (const records of [before, after])
        for (const id of roles) for (const target of coveredBy(records, id)) keys.add(`${target.type} ${target.id}`);
    // Users who can request a target may be able to get everything that it grants.
    for (const key of keys) {
        if (key.startsWith("resource "))
            for (const child of dependentsOf(({ below }) => below, key.slice("resource ".length)))
                keys.add(`resource ${child}`);
        if (!key.startsWith("group ")) continue;
        const id = key.slice("group ".length);
        for (const outer of dependentsOf(({ containing }) => containing, id)) keys.add(`group ${outer}`);
        for (const source of dependentsOf(({ sources }) => sources, id)) keys.add(`group ${source}`);
        for (const resource of dependentsOf(({ linked }) => linked, id)) keys.add(`resource ${resource}`);
    }
    const targets = [...keys]
        .map(targetOf)
        .filter(({ type, id }) => isThere(before, type, id) || isThere(after, type, id));
    return { groups: members, targets };
}

/** Reverse dependencies: from an object to the objects that refer to it. */
export class Dependents {
    /** Groups that contain a group, by the id of the nested group. */
    readonly containing = new Map<string, string[]>();
    /** Source group, by the id of the linked group. A request for a linked group is a request for its source. */
    readonly sources = new Map<string, string[]>();
    /** Child resources, by the id of the parent. */
    readonly below = new Map<string, string[]>();
    /** Resources that a group grants, by the id of the group. */
    readonly linked = new Map<string, string[]>();
    /** Owners that use a group as their source group, by the id of the group. */
    readonly owned = new Map<string, string[]>();
    /**
     * Targets whose rules refer to an object, by the key of the object: `group …`, `resource …`, `owner …`, `user …`, `template …` or
     * `managers`.
     */
    readonly naming = new Map<string, string[]>();

    constructor({
        nestings,
        sources,
        links,
        owners,
        groups,
        resources,
        bundles,
    }: Pick<Records, "nestings" | "sources" | "links" | "owners" | "groups" | "resources" | "bundles">) {
        for (const [outer, edges] of nestings) for (const { groupId } of edges) addTo(this.containing, groupId, outer);
        for (const [linked, source] of sources) addTo(this.sources, linked, source);
        for (const { id, parentId } of resources.values()) if (parentId !== undefined) addTo(this.below, parentId, id);
        for (const [resource, edges] of links) for (const { groupId } of edges) addTo(this.linked, groupId, resource);
        for (const { id, sourceGroupId } of owners.values()) if (sourceGroupId) addTo(this.owned, sourceGroupId, id);
        for (const group of groups.values()) this.#put(`group ${group.id}`, referredKeys(group));
        for (const resource of resources.values()) this.#put(`resource ${resource.id}`, referredKeys(resource));
        for (const { id, adminOwnerId, visibility, groupIds, resourceIds } of bundles.values())
            this.#put(`bundle ${id}`, [
                `owner ${adminOwnerId}`,
                ...[...(visibility?.groupIds ?? []), ...groupIds].map((one) => `group ${one}`),
                ...resourceIds.map((one) => `resource ${one}`),
            ]);
    }

    #put(key: string, names: readonly string[]): void {
        for (const name of names) addTo(this.naming, name, key);
    }
}

/** Direct differences between two sets of records, before dependencies are followed. */
interface Changes {
    /** Ids of groups whose members differ. */
    readonly members: ReadonlySet<string>;
    readonly owners: ReadonlySet<string>;
    /** Ids of resources whose holders differ. */
    readonly resources: ReadonlySet<string>;
    /** Keys of targets that differ in any way, such as `group …`. */
    readonly keys: ReadonlySet<string>;
    /** Keys of other changed objects that rules refer to, such as `user …`. */
    readonly names: readonly string[];
}

function changesBetween(before: Records, after: Records): Changes {
    const unknowns = [...differing(before.unknowns, after.unknowns)];
    const unknown = (type: string) =>
        unknowns.filter((key) => key.startsWith(`${type} `)).map((key) => key.slice(type.length + 1));
    const groups = differing(before.groups, after.groups);
    const hasOtherMembers = (id: string): boolean => {
        const [was, is] = [before.groups.get(id), after.groups.get(id)];
        return was?.rule !== is?.rule || !was || !is;
    };
    const people = changedPeople(before, after);
    const sources = differing(before.sources, after.sources);
    const resources = differing(before.resources, after.resources);
    const hasMoved = (id: string): boolean => before.resources.get(id)?.parentId !== after.resources.get(id)?.parentId;
    return {
        members: new Set([
            ...differing(before.memberships, after.memberships),
            ...differing(before.nestings, after.nestings),
            ...[...groups].filter(hasOtherMembers),
            ...sources,
            ...people.groups,
            ...unknown("group"),
        ]),
        owners: new Set([...differing(before.owners, after.owners), ...people.owners, ...unknown("owner")]),
        resources: new Set([
            ...differing(before.grants, after.grants),
            ...differing(before.links, after.links),
            ...[...resources].filter(hasMoved),
            ...unknown("resource"),
        ]),
        keys: new Set([
            ...[...groups, ...sources, ...unknown("assigners")].map((id) => `group ${id}`),
            // The types are not known here, but ids are unique.
            ...["group", "resource", "bundle"].flatMap((type) => unknown("powers").map((id) => `${type} ${id}`)),
            ...[...sources]
                .flatMap((id) => [before, after].flatMap((records) => records.sources.get(id) ?? []))
                .map((id) => `group ${id}`),
            ...[...resources].map((id) => `resource ${id}`),
            ...[...differing(before.bundles, after.bundles), ...unknown("bundle")].map((id) => `bundle ${id}`),
        ]),
        names: [...people.names, ...[...differing(before.templates, after.templates)].map((id) => `template ${id}`)],
    };
}

/** Effects of changed users and delegations. Other effects of added or removed users are found through the records that refer to them. */
function changedPeople(before: Records, after: Records) {
    const users = [...differing(before.users, after.users)];
    const pairs = users.map((number) => [before.users.get(number), after.users.get(number)] as const);
    const hasOtherManager = pairs.some(([was, is]) => was?.managerId !== is?.managerId);
    const monitors = pairs.filter(([was, is]) => was?.isMonitor !== is?.isMonitor).map(([was, is]) => (is ?? was)?.id);
    const delegators = [...differing(before.delegations, after.delegations)].flatMap((id) =>
        [before, after].flatMap((records) => records.delegations.get(id)?.delegatorId ?? []),
    );
    const isReviewing = (id: string): boolean => delegators.includes(id);
    const changedIds = new Set(users.map((number) => after.principals.id(number)));
    return {
        groups: [before, after].flatMap(({ groups }) =>
            users.length === 0 ? [] : [...groups.values()].filter(({ rule }) => rule?.isActive).map(({ id }) => id),
        ),
        owners: [before, after].flatMap(({ owners }) =>
            delegators.length + users.length === 0
                ? []
                : [...owners.values()]
                      .filter(
                          ({ userIds, sourceGroupId }) =>
                              userIds.some((id) => isReviewing(id) || changedIds.has(id)) ||
                              // The members of the source group are not evaluated yet, so any of them may be affected.
                              (sourceGroupId && delegators.length > 0),
                      )
                      .map(({ id }) => id),
        ),
        names: [
            ...(hasOtherManager || delegators.length > 0 ? ["managers"] : []),
            ...[...delegators, ...monitors, ...changedIds].map((id) => `user ${id}`),
        ],
    };
}

/** Keys of the objects that the rules of a group or resource refer to. */
function referredKeys({ adminOwnerId, visibility, requestRules = [], ...one }: Group | Resource): string[] {
    const leaders = "leaderIds" in one ? (one.leaderIds ?? []) : [];
    const templates = "templateId" in one && one.templateId !== undefined ? [one.templateId] : [];
    const stages = requestRules.flatMap((rule) => rule.stages);
    const owners = stages.flatMap(({ ownerIds, escalation }) => [...ownerIds, ...(escalation?.ownerIds ?? [])]);
    const users = stages.flatMap(({ serviceUserIds, escalation }) => [
        ...serviceUserIds,
        ...(escalation?.userIds ?? []),
    ]);
    const groups = [
        ...(visibility?.groupIds ?? []),
        ...requestRules.flatMap(({ condition }) => condition?.groupIds ?? []),
    ];
    return [
        ...new Set([
            `owner ${adminOwnerId}`,
            ...owners.map((id) => `owner ${id}`),
            ...[...users, ...leaders].map((id) => `user ${id}`),
            ...templates.map((id) => `template ${id}`),
            ...groups.map((id) => `group ${id}`),
            ...(stages.some((stage) => stage.requireManagerApproval) ? ["managers"] : []),
        ]),
    ];
}

/** Returns only the records that a change affects. They may refer to records that do not exist before the change. */
function partOf(records: Records, { members, owners, resources, keys }: Changes) {
    const among = <Value>(table: ReadonlyMap<string, Value>, ids: Iterable<string>): Map<string, Value> =>
        new Map([...ids].flatMap((id) => (table.has(id) ? [[id, table.get(id) as Value]] : []))); // the cast is safe because of the `has` check
    const named = (type: string) =>
        [...keys].filter((key) => key.startsWith(`${type} `)).map((key) => key.slice(type.length + 1));
    return {
        nestings: among(records.nestings, members),
        sources: among(records.sources, named("group")),
        links: among(records.links, resources),
        owners: among(records.owners, owners),
        groups: among(records.groups, named("group")),
        resources: among(records.resources, named("resource")),
        bundles: among(records.bundles, named("bundle")),
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
    return (Object.keys(TABLES) as Target["type"][]).flatMap((type) =>
        [...records[TABLES[type]].keys()]
            .map((id): Target => ({ type, id }))
            .filter((target) => rolePermissionsOver(records, role, target, "sees").length > 0),
    );
}

/** Whether users can request the group or resource under at least one request configuration. */
export function isRequestable({ requestRules = [] }: Group | Resource): boolean {
    return requestRules.some(({ allowRequests }) => allowRequests);
}

const TABLES = { group: "groups", resource: "resources", bundle: "bundles" } as const;

function isThere(records: Records, type: Target["type"], id: string): boolean {
    return records[TABLES[type]].has(id);
}

function targetOf(key: string): Target {
    const space = key.indexOf(" ");
    return { type: key.slice(0, space) as Target["type"], id: key.slice(space + 1) }; // the cast is safe because every key begins with a type
}
