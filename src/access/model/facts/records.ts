import { addTo, grouped } from "../../../common/collections.js";
import type {
    Assumptions,
    Binding,
    Bundle,
    Delegation,
    Facts,
    Group,
    Identity,
    Link,
    Nesting,
    Owner,
    Resource,
    Target,
    Template,
    Unknown,
    User,
} from "./facts.js";
import { Numbering } from "./numbering.js";
import { NEVER } from "./principals.js";
import { type PrincipalRow, RowBuilder, type RowEntry } from "./row.js";

/** A group that grants its members access to a resource or membership in another group. */
export interface GroupEdge {
    readonly groupId: string;
    /** Number of the access level. */
    readonly level: number;
    readonly end: number;
}

/**
 * Facts in the form in which the model evaluates them. Immutable: a change creates new records, which share all tables that the change does
 * not affect.
 */
export interface Records {
    /** Time of the facts, in milliseconds since 1970. */
    readonly at: number;
    /** Assigns numbers to users and non-human identities. Sets of numbers are small and can be united quickly. */
    readonly principals: Numbering;
    /** Assigns numbers to access levels. 0 is the default level, whose id is "". */
    readonly levels: Numbering;
    /** Users by number. */
    readonly users: ReadonlyMap<number, User>;
    readonly identities: ReadonlyMap<number, Identity>;
    readonly groups: ReadonlyMap<string, Group>;
    readonly resources: ReadonlyMap<string, Resource>;
    readonly bundles: ReadonlyMap<string, Bundle>;
    readonly owners: ReadonlyMap<string, Owner>;
    /** Direct members, by group id. */
    readonly memberships: ReadonlyMap<string, PrincipalRow>;
    /** Users who may have made an active access rule match them, by group id. Only gains add to it. */
    readonly admitted: ReadonlyMap<string, PrincipalRow>;
    /** Direct grants, by resource id. */
    readonly grants: ReadonlyMap<string, PrincipalRow>;
    /** Groups that grant a resource, by resource id. */
    readonly links: ReadonlyMap<string, readonly GroupEdge[]>;
    /** Groups that are nested in a group, by the id of the containing group. */
    readonly nestings: ReadonlyMap<string, readonly GroupEdge[]>;
    readonly bindings: ReadonlyMap<string, Binding>;
    /** Id of the source group of each linked group. */
    readonly sources: ReadonlyMap<string, string>;
    readonly delegations: ReadonlyMap<string, Delegation>;
    readonly templates: ReadonlyMap<string, Template>;
    /** Unknowns, by the result of `unknownKey`. */
    readonly unknowns: ReadonlyMap<string, readonly Unknown[]>;
    readonly assumptions: Assumptions;
}

/** Facts without any records. */
export const NO_FACTS: Facts = {
    at: new Date(0).toISOString(),
    users: [],
    identities: [],
    groups: [],
    resources: [],
    bundles: [],
    owners: [],
    memberships: [],
    grants: [],
    links: [],
    nestings: [],
    bindings: [],
    delegations: [],
    unknowns: [],
};

export function recordsOf(facts: Facts): Records {
    const principals = new Numbering();
    const levels = new Numbering([""]);
    const at = Date.parse(facts.at);
    const base: Records = {
        at,
        principals,
        levels,
        users: new Map(facts.users.map((user) => [principals.number(user.id), user])),
        identities: new Map(facts.identities.map((identity) => [principals.number(identity.id), identity])),
        groups: recordsById(facts.groups),
        resources: recordsById(facts.resources),
        bundles: recordsById(facts.bundles),
        owners: recordsById(facts.owners),
        memberships: new Map(),
        admitted: new Map(),
        grants: new Map(),
        links: new Map(),
        nestings: new Map(),
        bindings: recordsById(facts.bindings),
        sources: sourceGroupIds(facts.bindings),
        delegations: recordsById(facts.delegations),
        templates: recordsById(facts.templates ?? []),
        unknowns: grouped(facts.unknowns, unknownKey),
        assumptions: { ...DEFAULT_ASSUMPTIONS, ...facts.assumptions },
    };
    const edges = <T extends Link | Nesting>(
        list: Iterable<T>,
        keyOf: (one: T) => string,
    ): Map<string, GroupEdge[]> => {
        const found = new Map<string, GroupEdge[]>();
        for (const one of list) {
            const edge = { groupId: one.groupId, level: levels.number(one.level), end: expirationTime(one.until) };
            if (edge.end > at) addTo(found, keyOf(one), edge);
        }
        return found;
    };
    return {
        ...base,
        memberships: rowsOf(facts.memberships, base, ({ groupId, userId }) => [groupId, userId]),
        grants: rowsOf(facts.grants, base, ({ resourceId, principalId }) => [resourceId, principalId]),
        links: edges(facts.links, ({ resourceId }) => resourceId),
        nestings: edges(facts.nestings, ({ containingGroupId }) => containingGroupId),
    };
}

/**
 * Returns the records at a later time.
 * @param earlier records before a change, which may share values with these
 * @param earlierThen `earlier` at the later time, whose values the result shares in the same way
 */
export function laterRecords(records: Records, at: number, earlier?: Records, earlierThen?: Records): Records {
    const lasting = <Name extends "memberships" | "grants" | "links" | "nestings">(
        name: Name,
        lastingOf: (value: ValueOf<Name>, key: string) => ValueOf<Name>,
    ): ReadonlyMap<string, ValueOf<Name>> => {
        const tableOf = (one?: Records) => one?.[name] as ReadonlyMap<string, ValueOf<Name>> | undefined; // the type follows from the name
        const [table = new Map<string, ValueOf<Name>>(), known, knownThen] = [records, earlier, earlierThen].map(
            tableOf,
        );
        const found = new Map<string, ValueOf<Name>>();
        for (const [key, value] of table) {
            const then = knownThen?.get(key);
            found.set(
                key,
                then !== undefined && known?.get(key) === value && !linked.has(key) ? then : lastingOf(value, key),
            );
        }
        return found;
    };
    const linked = new Set([...records.sources].flat());
    const members = (one: PrincipalRow, id: string): PrincipalRow =>
        (linked.has(id) ? (directMembers(records, id) ?? one) : one).lasting(at);
    const edges = (ones: readonly GroupEdge[]): readonly GroupEdge[] =>
        ones.some(({ end }) => end <= at) ? ones.filter(({ end }) => end > at) : ones;
    return {
        ...records,
        at,
        memberships: lasting("memberships", members),
        grants: lasting("grants", (one) => one.lasting(at)),
        links: lasting("links", edges),
        nestings: lasting("nestings", edges),
    };
}

/** Ids of the ancestors of a resource, nearest first. */
export function resourceAncestorIds({ resources }: Pick<Records, "resources">, resourceId: string): string[] {
    const found: string[] = [];
    for (let id = resources.get(resourceId)?.parentId; id !== undefined; id = resources.get(id)?.parentId) {
        if (id === resourceId || found.includes(id)) break;
        found.push(id);
    }
    return found;
}

/** Tables whose records are targets. */
type Targets = Pick<Records, "groups" | "resources" | "bundles">;

/** Yields all groups, resources and bundles. */
export function* targetsIn({ groups, resources, bundles }: Targets): Generator<Target> {
    for (const id of groups.keys()) yield { type: "group", id };
    for (const id of resources.keys()) yield { type: "resource", id };
    for (const id of bundles.keys()) yield { type: "bundle", id };
}

/** The record of a target. Undefined if the target does not exist. */
export function targetRecord(tables: Targets, target: Target): Group | Resource | Bundle | undefined {
    return target.type === "bundle" ? tables.bundles.get(target.id) : governedOf(tables, target);
}

/** The record of a group or resource. Undefined for a bundle, or if the target does not exist. */
export function governedOf(tables: Omit<Targets, "bundles">, { type, id }: Target): Group | Resource | undefined {
    if (type === "bundle") return undefined;
    return (type === "group" ? tables.groups : tables.resources).get(id);
}

/** Default assumptions: the settings under which more people have access. */
export const DEFAULT_ASSUMPTIONS: Assumptions = {
    ownerPermissions: "full",
    selfApproval: true,
    inheritGrants: true,
    singleValuedTags: [],
};

/** Returns a text that identifies an unknown, including the reason. */
export function unknownText({ type, id, because, variant }: Unknown): string {
    return JSON.stringify([type, id, because, variant]);
}

/** Reason why an object is unknown if the service returns fields, or values of them, that this version does not know. */
export function unknownFieldsText(fields: readonly string[]): string {
    return `this version does not know ${fields.join(", ")}`;
}

export function unknownKey({ type, id }: Pick<Unknown, "type" | "id">): string {
    return `${type} ${id}`;
}

/** Names of the tables of records with an id, by the type of record in a `Change`. The names are the same in `Facts` and `Records`. */
export const TABLES = {
    user: "users",
    identity: "identities",
    group: "groups",
    resource: "resources",
    bundle: "bundles",
    owner: "owners",
    binding: "bindings",
    delegation: "delegations",
    template: "templates",
} as const;

/** Names of all tables in `Records`. */
export type TableName = {
    [Name in keyof Records]: Records[Name] extends ReadonlyMap<infer _Key, infer _Value> ? Name : never;
}[keyof Records];
export type KeyOf<Name extends TableName> = Records[Name] extends ReadonlyMap<infer Key, infer _Value> ? Key : never;
export type ValueOf<Name extends TableName> =
    Records[Name] extends ReadonlyMap<infer _Key, infer Value> ? Value : never;

export function recordsById<T extends { readonly id: string }>(list: readonly T[]): Map<string, T> {
    return new Map(list.map((one) => [one.id, one]));
}

export function sourceGroupIds(bindings: readonly Binding[]): Map<string, string> {
    return new Map(
        bindings.flatMap(({ sourceGroupId, groupIds }) =>
            withoutId(groupIds, sourceGroupId).map((id): [string, string] => [id, sourceGroupId]),
        ),
    );
}

/** The groups that a group is linked to: the source and all groups linked to the same source, without the group itself. */
export function linkedWith(sources: Records["sources"], groupId: string): string[] {
    if (sources.size === 0) return [];
    const source = sources.get(groupId) ?? groupId;
    const all = [source, ...[...sources].filter(([, of]) => of === source).map(([id]) => id)];
    return withoutId(all, groupId);
}

/**
 * Returns the direct members of a group. Users who leave one of several linked groups also leave the others at the same level, so the
 * earliest expiration in any of these groups counts.
 */
export function directMembers({ memberships, sources }: Records, groupId: string): PrincipalRow | undefined {
    const row = memberships.get(groupId);
    const ending = linkedWith(sources, groupId).flatMap((id) => memberships.get(id)?.ending() ?? []);
    if (ending.length === 0) return row;
    const ends = new Map<string, number>();
    const keyOf = ({ member, level }: Omit<RowEntry, "end">): string => `${member} ${level}`;
    for (const one of ending) ends.set(keyOf(one), Math.min(one.end, ends.get(keyOf(one)) ?? NEVER));
    return row?.endingBy((one) => ends.get(keyOf(one)) ?? NEVER);
}

function rowsOf<T extends { readonly level: string; readonly until: string | null }>(
    list: Iterable<T>,
    { at, principals, levels }: Pick<Records, "at" | "principals" | "levels">,
    idsOf: (one: T) => readonly [targetId: string, principalId: string],
): Map<string, PrincipalRow> {
    const builders = new Map<string, RowBuilder>();
    for (const one of list) {
        const end = expirationTime(one.until);
        if (end <= at) continue;
        const [targetId, principalId] = idsOf(one);
        let builder = builders.get(targetId);
        if (!builder) {
            builder = new RowBuilder();
            builders.set(targetId, builder);
        }
        builder.add({ member: principals.number(principalId), level: levels.number(one.level), end });
    }
    return new Map([...builders].map(([id, builder]) => [id, builder.build()]));
}

export function expirationTime(until: string | null): number {
    return until === null ? NEVER : Date.parse(until);
}

export function withoutId(ids: readonly string[], id: string): string[] {
    return ids.filter((one) => one !== id);
}
