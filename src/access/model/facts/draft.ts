import type { Change } from "./change.js";
import type { Bundle, Group, Link, Membership, Nesting, Resource, Target } from "./facts.js";
import type { PrincipalSet } from "./principals.js";
import {
    expirationTime,
    type GroupEdge,
    type KeyOf,
    type Records,
    sourceGroupIds,
    TABLES,
    type TableName,
    unknownKey,
    type ValueOf,
    withoutId,
} from "./records.js";
import { PrincipalRow } from "./row.js";

/** Returns the records after applying the changes in order. Removing a record also removes every reference to it. */
export function changedRecords(records: Records, changes: readonly Change[]): Records {
    const draft = new Draft(records);
    for (const change of changes) draft.apply(change);
    return draft.records;
}

/** Principals who gain access to a group or resource. Each has it until their expiration in the set. */
export interface Gain {
    readonly target: Target;
    /** Number of the access level. */
    readonly level: number;
    readonly who: PrincipalSet;
}

/** Returns the records after applying the gains. Adds many principals at once, which is faster than one change for each principal. */
export function gainedRecords(records: Records, gains: readonly Gain[]): Records {
    const memberships = new Map(records.memberships);
    const grants = new Map(records.grants);
    const admitted = new Map(records.admitted);
    for (const { target, level, who } of gains) {
        const isRuled = target.type === "group" && records.groups.get(target.id)?.rule?.isActive === true;
        const rows = isRuled ? admitted : target.type === "group" ? memberships : grants;
        rows.set(target.id, (rows.get(target.id) ?? PrincipalRow.empty).withAll(who, level));
    }
    return { ...records, memberships, grants, admitted };
}

/** Access at a level, without its expiration. */
type HeldLevel = Pick<Membership, "level">;

/** Names of the properties of a record that are lists of ids. */
type ListIn<T> = {
    [Name in keyof T]-?: T[Name] extends readonly string[] | undefined ? Name : never;
}[keyof T];

/** A draft of new records. A table is copied when it is first modified. */
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
        switch (change.put) {
            case "membership":
                this.#putEntry("memberships", change.value.groupId, change.value.userId, change.value);
                break;
            case "grant":
                this.#putEntry("grants", change.value.resourceId, change.value.principalId, change.value);
                break;
            case "link":
                this.#putEdge("links", change.value.resourceId, change.value);
                break;
            case "nesting":
                this.#putEdge("nestings", change.value.containingGroupId, change.value);
                break;
            case "unknown": {
                const table = this.#table("unknowns");
                const key = unknownKey(change.value);
                table.set(key, [...(table.get(key) ?? []), change.value]);
                break;
            }
            default:
                this.#byId(change.put).set(this.#keyOf(change.put, change.value.id), change.value);
                if (change.put === "binding") this.#rebind();
        }
    }

    #remove(change: Extract<Change, { remove: string }>): void {
        switch (change.remove) {
            case "membership":
                this.#removeEntry("memberships", change.value.groupId, change.value.userId, change.value);
                break;
            case "grant":
                this.#removeEntry("grants", change.value.resourceId, change.value.principalId, change.value);
                break;
            case "link":
                this.#removeEdge("links", change.value.resourceId, change.value);
                break;
            case "nesting":
                this.#removeEdge("nestings", change.value.containingGroupId, change.value);
                break;
            default:
                this.#byId(change.remove).delete(this.#keyOf(change.remove, change.id));
                if (change.remove === "user") this.#forgetUser(change.id);
                if (change.remove === "group") this.#forgetGroup(change.id);
                if (change.remove === "resource") this.#forgetResource(change.id);
                if (change.remove === "binding") this.#rebind();
        }
    }

    #forgetUser(id: string): void {
        const number = this.#records.principals.number(id);
        for (const name of ["memberships", "grants"] as const) {
            for (const [key, row] of this.#records[name])
                if (row.has(number)) this.#change(name, key, (one) => one.filtered(({ member }) => member !== number));
        }
        this.#unlist("groups", "leaderIds", id);
        this.#unlist("templates", "breakGlassUserIds", id);
        this.#unlist("owners", "userIds", id);
        this.#drop("delegations", ({ delegatorId, delegateId }) => delegatorId === id || delegateId === id);
    }

    #forgetGroup(id: string): void {
        this.#table("memberships").delete(id);
        this.#table("nestings").delete(id);
        for (const name of ["links", "nestings"] as const)
            this.#each(
                name,
                (edges) => edges.some(({ groupId }) => groupId === id),
                (edges) => edges.filter(({ groupId }) => groupId !== id),
            );
        const lists = ({ visibility }: Group | Resource | Bundle) => visibility?.groupIds.includes(id);
        const hidden = <T extends Group | Resource | Bundle>(one: T): T => ({
            ...one,
            visibility: one.visibility && { ...one.visibility, groupIds: withoutId(one.visibility.groupIds, id) },
        });
        this.#each("groups", lists, hidden);
        this.#each("resources", lists, hidden);
        this.#each("bundles", lists, hidden);
        this.#unlist("bundles", "groupIds", id);
        this.#drop("bindings", ({ sourceGroupId }) => sourceGroupId === id);
        this.#unlist("bindings", "groupIds", id);
        this.#rebind();
    }

    #forgetResource(id: string): void {
        this.#table("grants").delete(id);
        this.#table("links").delete(id);
        this.#unlist("bundles", "resourceIds", id);
    }

    #rebind(): void {
        this.#records = { ...this.#records, sources: sourceGroupIds([...this.#records.bindings.values()]) };
        this.#copied.delete("sources");
    }

    #putEntry(
        name: "memberships" | "grants",
        key: string,
        id: string,
        { level, until }: HeldLevel & Pick<Link, "until">,
    ): void {
        const { principals, levels, at } = this.#records;
        const entry = { member: principals.number(id), level: levels.number(level), end: expirationTime(until) };
        this.#change(name, key, (row) => {
            const next = row.with(entry);
            return entry.end > at ? next : next.filtered(({ end }) => end > at);
        });
    }

    #removeEntry(name: "memberships" | "grants", key: string, id: string, { level }: HeldLevel): void {
        const { principals, levels } = this.#records;
        const removed = { member: principals.number(id), level: levels.number(level) };
        this.#change(name, key, (row) => row.without(removed));
    }

    #change(name: "memberships" | "grants", key: string, change: (row: PrincipalRow) => PrincipalRow): void {
        this.#table(name).set(key, change(this.#records[name].get(key) ?? PrincipalRow.empty));
    }

    #putEdge(name: "links" | "nestings", key: string, edge: Link | Nesting): void {
        const { groupId, level, until } = edge;
        const end = expirationTime(until);
        const others = this.#otherEdges(name, key, edge);
        const added = { groupId, level: this.#records.levels.number(level), end };
        this.#table(name).set(key, end > this.#records.at ? [...others, added] : others);
    }

    #removeEdge(name: "links" | "nestings", key: string, edge: HeldLevel & Pick<Link, "groupId">): void {
        this.#table(name).set(key, this.#otherEdges(name, key, edge));
    }

    #otherEdges(
        name: "links" | "nestings",
        key: string,
        { groupId, level }: HeldLevel & Pick<Link, "groupId">,
    ): GroupEdge[] {
        const number = this.#records.levels.number(level);
        const edges = this.#records[name].get(key) ?? [];
        return edges.filter((one) => one.groupId !== groupId || one.level !== number);
    }

    /** Removes an id from one list of ids in all records of a table. */
    #unlist<Name extends TableName>(name: Name, list: ListIn<ValueOf<Name>>, id: string): void {
        const idsIn = (one: ValueOf<Name>) => (one[list] ?? []) as readonly string[]; // the cast is safe because `ListIn` allows only lists of ids
        this.#each(
            name,
            (one) => idsIn(one).includes(id),
            (one) => ({ ...(one as object), [list]: withoutId(idsIn(one), id) }) as ValueOf<Name>, // the cast is safe because only the list differs
        );
    }

    #each<Name extends TableName>(
        name: Name,
        isMatch: (value: ValueOf<Name>) => boolean | undefined,
        change: (value: ValueOf<Name>) => ValueOf<Name>,
    ): void {
        const table = this.#records[name] as ReadonlyMap<KeyOf<Name>, ValueOf<Name>>; // the types follow from the name
        for (const [key, value] of table) if (isMatch(value)) this.#table(name).set(key, change(value));
    }

    #drop<Name extends TableName>(name: Name, isMatch: (value: ValueOf<Name>) => boolean): void {
        const table = this.#records[name] as ReadonlyMap<KeyOf<Name>, ValueOf<Name>>; // the types follow from the name
        for (const [key, value] of table) if (isMatch(value)) this.#table(name).delete(key);
    }

    /** Returns a writable table for a type of record. The cast is safe because the type of a change determines the type of its value. */
    #byId(type: keyof typeof TABLES): Map<unknown, unknown> {
        return this.#table(TABLES[type]) as Map<unknown, unknown>;
    }

    /** Users and identities are stored by number, all other records by id. */
    #keyOf(type: keyof typeof TABLES, id: string): string | number {
        return type === "user" || type === "identity" ? this.#records.principals.number(id) : id;
    }

    /** Returns a writable table. */
    #table<Name extends TableName>(name: Name): Map<KeyOf<Name>, ValueOf<Name>> {
        if (!this.#copied.has(name)) {
            this.#copied.add(name);
            this.#records = { ...this.#records, [name]: new Map(this.#records[name] as ReadonlyMap<unknown, unknown>) };
        }
        // The cast is safe because this is the copy that was created above.
        return this.#records[name] as unknown as Map<KeyOf<Name>, ValueOf<Name>>;
    }
}
