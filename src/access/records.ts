import type {
    Assumptions,
    Binding,
    Bundle,
    Change,
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
import { Levels } from "./levels.js";
import { NEVER, Principals } from "./principals.js";
import { type Entry, Row, RowBuilder } from "./row.js";

/** A group that gives something to its members. */
export interface Edge {
    readonly groupId: string;
    /** Number of the level. */
    readonly level: number;
    readonly end: number;
}

/** Facts in the form that is evaluated. Immutable: a change shares the tables that it does not touch. */
export interface Records {
    /** Milliseconds since 1970. */
    readonly at: number;
    readonly principals: Principals;
    readonly levels: Levels;
    /** By number. */
    readonly users: ReadonlyMap<number, User>;
    readonly identities: ReadonlyMap<number, Identity>;
    readonly groups: ReadonlyMap<string, Group>;
    readonly resources: ReadonlyMap<string, Resource>;
    readonly bundles: ReadonlyMap<string, Bundle>;
    readonly owners: ReadonlyMap<string, Owner>;
    /** Direct members, by group. */
    readonly memberships: ReadonlyMap<string, Row>;
    /** Direct grants, by resource. */
    readonly grants: ReadonlyMap<string, Row>;
    /** Groups that give a resource, by resource. */
    readonly links: ReadonlyMap<string, readonly Edge[]>;
    /** Groups nested in a group, by the containing group. */
    readonly nestings: ReadonlyMap<string, readonly Edge[]>;
    readonly bindings: ReadonlyMap<string, Binding>;
    /** The source group of linked groups, by the linked group. */
    readonly sources: ReadonlyMap<string, string>;
    readonly delegations: ReadonlyMap<string, Delegation>;
    readonly templates: ReadonlyMap<string, Template>;
    /** By `unknownKey`. */
    readonly unknowns: ReadonlyMap<string, readonly Unknown[]>;
    readonly assumptions: Assumptions;
}

export function recordsOf(facts: Facts): Records {
    const principals = new Principals();
    const levels = new Levels();
    const at = Date.parse(facts.at);
    const base: Records = {
        at,
        principals,
        levels,
        users: new Map(facts.users.map((user) => [principals.number(user.id), user])),
        identities: new Map(facts.identities.map((identity) => [principals.number(identity.id), identity])),
        groups: byId(facts.groups),
        resources: byId(facts.resources),
        bundles: byId(facts.bundles),
        owners: byId(facts.owners),
        memberships: new Map(),
        grants: new Map(),
        links: new Map(),
        nestings: new Map(),
        bindings: byId(facts.bindings),
        sources: sourcesOf(facts.bindings),
        delegations: byId(facts.delegations),
        templates: byId(facts.templates ?? []),
        unknowns: grouped(facts.unknowns, unknownKey, (one) => one),
        assumptions: { ...MOST_ACCESS, ...facts.assumptions },
    };
    const number = (id: string): number => principals.number(id);
    const given = ({ level, until }: Link | Nesting | { level: string; until: string | null }) => ({
        level: levels.number(level),
        end: endOf(until),
    });
    const isOn = ({ end }: { end: number }): boolean => end > at;
    const edge = (one: Link | Nesting): Edge => ({ groupId: one.groupId, ...given(one) });
    return {
        ...base,
        memberships: rowsOf(facts.memberships, at, (one) => [
            one.groupId,
            { member: number(one.userId), ...given(one) },
        ]),
        grants: rowsOf(facts.grants, at, (one) => [one.resourceId, { member: number(one.principalId), ...given(one) }]),
        links: grouped(facts.links, ({ resourceId }) => resourceId, edge, isOn),
        nestings: grouped(facts.nestings, ({ containingGroupId }) => containingGroupId, edge, isOn),
    };
}

/** Returns the records after changes, applied in order. Removing a record also removes every reference to it. */
export function changedRecords(records: Records, changes: readonly Change[]): Records {
    const draft = new Draft(records);
    for (const change of changes) draft.apply(change);
    return draft.records;
}

/** The same records at a later time. What `earlier` shares with them is shared with `earlierThen`, its records at that time, too. */
export function laterRecords(records: Records, at: number, earlier?: Records, earlierThen?: Records): Records {
    const lasting = <Name extends "memberships" | "grants" | "links" | "nestings">(
        name: Name,
        lastingOf: (value: ValueOf<Name>) => ValueOf<Name>,
    ): ReadonlyMap<string, ValueOf<Name>> => {
        const tableOf = (one?: Records) => one?.[name] as ReadonlyMap<string, ValueOf<Name>> | undefined; // by its own name
        const [table = new Map<string, ValueOf<Name>>(), known, knownThen] = [records, earlier, earlierThen].map(
            tableOf,
        );
        const found = new Map<string, ValueOf<Name>>();
        for (const [key, value] of table) {
            const then = knownThen?.get(key);
            found.set(key, then !== undefined && known?.get(key) === value ? then : lastingOf(value));
        }
        return found;
    };
    const row = (one: Row): Row => one.lasting(at);
    const edges = (ones: readonly Edge[]): readonly Edge[] =>
        ones.some(({ end }) => end <= at) ? ones.filter(({ end }) => end > at) : ones;
    return {
        ...records,
        at,
        memberships: lasting("memberships", row),
        grants: lasting("grants", row),
        links: lasting("links", edges),
        nestings: lasting("nestings", edges),
    };
}

/** Ancestors of a resource, the nearest first. */
export function ancestorsOf({ resources }: Pick<Records, "resources">, resourceId: string): string[] {
    const found: string[] = [];
    for (let id = resources.get(resourceId)?.parentId; id !== undefined; id = resources.get(id)?.parentId) {
        if (id === resourceId || found.includes(id)) break;
        found.push(id);
    }
    return found;
}

/** The record of a target; undefined if it does not exist. */
export function recordOf(records: Records, { type, id }: Target): Group | Resource | Bundle | undefined {
    if (type === "group") return records.groups.get(id);
    return type === "resource" ? records.resources.get(id) : records.bundles.get(id);
}

/** Default assumptions: those that let more people in. */
export const MOST_ACCESS: Assumptions = { ownerPermissions: "full", selfApproval: true, inheritGrants: true };

export function unknownKey({ type, id }: Pick<Unknown, "type" | "id">): string {
    return `${type} ${id}`;
}

/** Records under construction. A table is copied when it is first written to. */
class Draft {
    #records: Records;
    readonly #copied = new Set<keyof Records>();

    constructor(base: Records) {
        this.#records = base;
    }

    get records(): Records {
        return this.#records;
    }

    apply(change: Change): void {
        if ("put" in change) this.#put(change);
        else this.#remove(change);
    }

    #put(change: Extract<Change, { put: string }>): void {
        const { principals } = this.#records;
        switch (change.put) {
            case "user":
                this.#table("users").set(principals.number(change.value.id), change.value);
                return;
            case "identity":
                this.#table("identities").set(principals.number(change.value.id), change.value);
                return;
            case "group":
                this.#table("groups").set(change.value.id, change.value);
                return;
            case "resource":
                this.#table("resources").set(change.value.id, change.value);
                return;
            case "bundle":
                this.#table("bundles").set(change.value.id, change.value);
                return;
            case "owner":
                this.#table("owners").set(change.value.id, change.value);
                return;
            case "delegation":
                this.#table("delegations").set(change.value.id, change.value);
                return;
            case "template":
                this.#table("templates").set(change.value.id, change.value);
                return;
            case "binding":
                this.#table("bindings").set(change.value.id, change.value);
                this.#rebind();
                return;
            case "membership": {
                const { groupId, userId } = change.value;
                this.#row(
                    "memberships",
                    groupId,
                    (row, given) => row.with({ member: principals.number(userId), ...given }),
                    change.value,
                );
                return;
            }
            case "grant": {
                const { resourceId, principalId } = change.value;
                this.#row(
                    "grants",
                    resourceId,
                    (row, given) => row.with({ member: principals.number(principalId), ...given }),
                    change.value,
                );
                return;
            }
            case "link":
                this.#edge("links", change.value.resourceId, change.value);
                return;
            case "nesting":
                this.#edge("nestings", change.value.containingGroupId, change.value);
                return;
            case "unknown": {
                const table = this.#table("unknowns");
                const key = unknownKey(change.value);
                table.set(key, [...(table.get(key) ?? []), change.value]);
            }
        }
    }

    #remove(change: Extract<Change, { remove: string }>): void {
        const { principals, levels } = this.#records;
        switch (change.remove) {
            case "membership": {
                const { groupId, userId, level } = change.value;
                const gone = { member: principals.number(userId), level: levels.number(level) };
                this.#change("memberships", groupId, (row) => row.without(gone));
                return;
            }
            case "grant": {
                const { resourceId, principalId, level } = change.value;
                const gone = { member: principals.number(principalId), level: levels.number(level) };
                this.#change("grants", resourceId, (row) => row.without(gone));
                return;
            }
            case "link":
                this.#withoutEdge("links", change.value.resourceId, change.value);
                return;
            case "nesting":
                this.#withoutEdge("nestings", change.value.containingGroupId, change.value);
                return;
            case "user":
                this.#removeUser(change.id);
                return;
            case "group":
                this.#removeGroup(change.id);
                return;
            case "resource":
                this.#removeResource(change.id);
                return;
            case "bundle":
                this.#table("bundles").delete(change.id);
                return;
            case "owner":
                this.#table("owners").delete(change.id);
                return;
            case "delegation":
                this.#table("delegations").delete(change.id);
                return;
            case "template":
                this.#table("templates").delete(change.id);
                return;
            case "binding":
                this.#table("bindings").delete(change.id);
                this.#rebind();
        }
    }

    #removeUser(id: string): void {
        const number = this.#records.principals.number(id);
        this.#table("users").delete(number);
        for (const name of ["memberships", "grants"] as const) {
            for (const [key, row] of this.#records[name])
                if (row.has(number)) this.#change(name, key, (one) => one.filtered(({ member }) => member !== number));
        }
        this.#each(
            "groups",
            ({ leaderIds }) => leaderIds?.includes(id),
            (group) => ({ ...group, leaderIds: without(group.leaderIds ?? [], id) }),
        );
        this.#each(
            "templates",
            ({ breakGlassUserIds }) => breakGlassUserIds.includes(id),
            (template) => ({ ...template, breakGlassUserIds: without(template.breakGlassUserIds, id) }),
        );
        this.#each(
            "owners",
            ({ userIds }) => userIds.includes(id),
            (owner) => ({
                ...owner,
                userIds: without(owner.userIds, id),
            }),
        );
        this.#drop("delegations", ({ delegatorId, delegateId }) => delegatorId === id || delegateId === id);
    }

    #removeGroup(id: string): void {
        this.#table("groups").delete(id);
        this.#table("memberships").delete(id);
        this.#table("nestings").delete(id);
        for (const name of ["links", "nestings"] as const) {
            for (const [key, edges] of this.#records[name])
                if (edges.some(({ groupId }) => groupId === id))
                    this.#table(name).set(
                        key,
                        edges.filter(({ groupId }) => groupId !== id),
                    );
        }
        const lists = ({ visibility }: Group | Resource | Bundle) => visibility?.groupIds.includes(id);
        const forget = <T extends Group | Resource | Bundle>(one: T): T => ({
            ...one,
            visibility: one.visibility && { ...one.visibility, groupIds: without(one.visibility.groupIds, id) },
        });
        this.#each("groups", lists, forget);
        this.#each("resources", lists, forget);
        this.#each(
            "bundles",
            (one) => lists(one) || one.groupIds.includes(id),
            (bundle) => ({
                ...forget(bundle),
                groupIds: without(bundle.groupIds, id),
            }),
        );
        this.#drop("bindings", ({ sourceGroupId }) => sourceGroupId === id);
        this.#each(
            "bindings",
            ({ groupIds }) => groupIds.includes(id),
            (binding) => ({
                ...binding,
                groupIds: without(binding.groupIds, id),
            }),
        );
        this.#rebind();
    }

    #removeResource(id: string): void {
        this.#table("resources").delete(id);
        this.#table("grants").delete(id);
        this.#table("links").delete(id);
        this.#each(
            "bundles",
            ({ resourceIds }) => resourceIds.includes(id),
            (bundle) => ({
                ...bundle,
                resourceIds: without(bundle.resourceIds, id),
            }),
        );
    }

    #rebind(): void {
        this.#records = { ...this.#records, sources: sourcesOf([...this.#records.bindings.values()]) };
        this.#copied.delete("sources");
    }

    #row(
        name: "memberships" | "grants",
        key: string,
        change: (row: Row, given: Pick<Entry, "level" | "end">) => Row,
        { level, until }: { readonly level: string; readonly until: string | null },
    ): void {
        const given = { level: this.#records.levels.number(level), end: endOf(until) };
        this.#change(name, key, (row) => {
            const next = change(row, given);
            return given.end > this.#records.at ? next : next.filtered(({ end }) => end > this.#records.at);
        });
    }

    #change(name: "memberships" | "grants", key: string, change: (row: Row) => Row): void {
        this.#table(name).set(key, change(this.#records[name].get(key) ?? Row.empty));
    }

    #edge(name: "links" | "nestings", key: string, { groupId, level, until }: Link | Nesting): void {
        const edge = { groupId, level: this.#records.levels.number(level), end: endOf(until) };
        const others = this.#edgesBeside(name, key, edge);
        this.#table(name).set(key, edge.end > this.#records.at ? [...others, edge] : others);
    }

    #withoutEdge(
        name: "links" | "nestings",
        key: string,
        { groupId, level }: { readonly groupId: string; readonly level: string },
    ): void {
        const gone = { groupId, level: this.#records.levels.number(level) };
        this.#table(name).set(key, this.#edgesBeside(name, key, gone));
    }

    #edgesBeside(name: "links" | "nestings", key: string, { groupId, level }: Omit<Edge, "end">): Edge[] {
        const edges = this.#records[name].get(key) ?? [];
        return edges.filter((one) => one.groupId !== groupId || one.level !== level);
    }

    #each<Name extends TableName>(
        name: Name,
        isMeant: (value: ValueOf<Name>) => boolean | undefined,
        change: (value: ValueOf<Name>) => ValueOf<Name>,
    ): void {
        const table = this.#records[name] as ReadonlyMap<KeyOf<Name>, ValueOf<Name>>; // by its own name
        for (const [key, value] of table) if (isMeant(value)) this.#table(name).set(key, change(value));
    }

    #drop<Name extends TableName>(name: Name, isMeant: (value: ValueOf<Name>) => boolean): void {
        const table = this.#records[name] as ReadonlyMap<KeyOf<Name>, ValueOf<Name>>; // by its own name
        for (const [key, value] of table) if (isMeant(value)) this.#table(name).delete(key);
    }

    /** Returns a table that may be written to. */
    #table<Name extends TableName>(name: Name): Map<KeyOf<Name>, ValueOf<Name>> {
        if (!this.#copied.has(name)) {
            this.#copied.add(name);
            this.#records = { ...this.#records, [name]: new Map(this.#records[name] as ReadonlyMap<unknown, unknown>) };
        }
        // this draft's own copy, made above
        return this.#records[name] as unknown as Map<KeyOf<Name>, ValueOf<Name>>;
    }
}

type TableName = {
    [Name in keyof Records]: Records[Name] extends ReadonlyMap<infer _Key, infer _Value> ? Name : never;
}[keyof Records];
type KeyOf<Name extends TableName> = Records[Name] extends ReadonlyMap<infer Key, infer _Value> ? Key : never;
type ValueOf<Name extends TableName> = Records[Name] extends ReadonlyMap<infer _Key, infer Value> ? Value : never;

function byId<T extends { readonly id: string }>(list: readonly T[]): Map<string, T> {
    return new Map(list.map((one) => [one.id, one]));
}

function sourcesOf(bindings: readonly Binding[]): Map<string, string> {
    return new Map(
        bindings.flatMap(({ sourceGroupId, groupIds }) =>
            without(groupIds, sourceGroupId).map((id): [string, string] => [id, sourceGroupId]),
        ),
    );
}

function rowsOf<T>(list: Iterable<T>, at: number, entryOf: (one: T) => [key: string, entry: Entry]): Map<string, Row> {
    const builders = new Map<string, RowBuilder>();
    for (const one of list) {
        const [key, entry] = entryOf(one);
        if (entry.end <= at) continue;
        let builder = builders.get(key);
        if (!builder) {
            builder = new RowBuilder();
            builders.set(key, builder);
        }
        builder.add(entry);
    }
    return new Map([...builders].map(([key, builder]) => [key, builder.build()]));
}

function grouped<T, Value>(
    list: Iterable<T>,
    keyOf: (one: T) => string,
    toValue: (one: T) => Value,
    isMeant: (value: Value) => boolean = () => true,
): Map<string, Value[]> {
    const groups = new Map<string, Value[]>();
    for (const one of list) {
        const value = toValue(one);
        if (!isMeant(value)) continue;
        const key = keyOf(one);
        const known = groups.get(key);
        if (known) known.push(value);
        else groups.set(key, [value]);
    }
    return groups;
}

function endOf(until: string | null): number {
    return until === null ? NEVER : Date.parse(until);
}

function without(ids: readonly string[], id: string): string[] {
    return ids.filter((one) => one !== id);
}
