import type { Target } from "../facts/facts.js";
import { type LimitedSet, NEVER, PrincipalSet, Union } from "../facts/principals.js";
import { directMembers, type GroupEdge, type Records, resourceAncestorIds, unknownKey } from "../facts/records.js";
import type { PrincipalRow } from "../facts/row.js";
import { RuleMatches } from "./rule-matches.js";

/** Results before a change, and the ids of the groups that the change may affect. Results for all other groups are reused. */
export interface Earlier {
    readonly memberships: Memberships;
    readonly changed: ReadonlySet<string>;
}

/** Sets of principals, by the number of the access level. */
export type ByLevel = ReadonlyMap<number, PrincipalSet>;

/** Determines the members of groups and the holders of resources, both direct and inherited. Evaluated on first use. */
export class Memberships {
    readonly union: Union;
    readonly #members = new Map<string, PrincipalSet>();
    readonly #byLevel = new Map<string, ByLevel>();
    #matches: RuleMatches | undefined;

    constructor(
        private readonly records: Records,
        private readonly earlier?: Earlier,
    ) {
        this.union = new Union(records.principals);
    }

    /** Members of a group, at any level. */
    of(groupId: string): PrincipalSet {
        if (this.earlier && !this.earlier.changed.has(groupId)) return this.earlier.memberships.of(groupId);
        const known = this.#members.get(groupId);
        if (known) return known;
        // Depth-first search with an explicit stack, because groups may be nested more deeply than the call stack allows.
        const path = [groupId];
        const begun = new Set<string>();
        for (let id = path.at(-1); id !== undefined; id = path.at(-1)) {
            const open = this.#members.has(id) ? [] : this.#nestedIn(id).filter((one) => !this.#isKnown(one));
            const next = open.filter((one) => !begun.has(one));
            begun.add(id);
            if (next.length > 0) path.push(...next);
            else {
                path.pop();
                // Nested groups without a result at this point are part of a cycle. The API rejects cyclic nesting, but a program may
                // declare it.
                if (!this.#members.has(id))
                    this.#members.set(id, open.length > 0 ? this.#membersOfCycle(id) : this.#united(id));
            }
        }
        return this.#members.get(groupId) ?? PrincipalSet.empty;
    }

    /** Members of a group, by level. */
    inGroup(groupId: string): ByLevel {
        return this.#levels(`group ${groupId}`, () => {
            return [
                ...this.#ownParts(groupId),
                ...this.#edgeParts(this.records.nestings.get(groupId)),
                [0, unlimited(this.#unknown({ type: "group", id: groupId }))],
            ];
        });
    }

    /**
     * Users and non-human identities that have a resource, by level. They may have it directly, through groups, or through a resource above
     * it.
     */
    withResource(resourceId: string): ByLevel {
        return this.#levels(`resource ${resourceId}`, () =>
            [resourceId, ...this.givingAbove(resourceId)].flatMap((id): LevelPart[] => [
                ...this.#rowParts(this.records.grants.get(id)),
                ...this.#edgeParts(this.records.links.get(id)),
                [0, unlimited(this.#unknown({ type: "resource", id }))],
            ]),
        );
    }

    /** Ids of the ancestors of a resource that grant access to it, nearest first. */
    givingAbove(resourceId: string): readonly string[] {
        return this.records.assumptions.inheritGrants ? resourceAncestorIds(this.records, resourceId) : [];
    }

    /** Members of the group, or holders of the resource, at any level. Empty for a bundle, because it does not grant access itself. */
    holders(target: Target): PrincipalSet {
        if (target.type === "bundle") return PrincipalSet.empty;
        if (target.type === "group") return this.of(target.id);
        return this.together([...this.withResource(target.id).values()]);
    }

    /** Principals that are in at least one set. If a principal is in several, the latest expiration counts. */
    together(sets: readonly PrincipalSet[]): PrincipalSet {
        return this.union.of(sets.map(unlimited));
    }

    /**
     * Everything that grants the target to its holders: ancestor resources, and groups at any depth. Does not include the target itself.
     */
    giving(target: Target): Target[] {
        const above = target.type === "resource" ? this.givingAbove(target.id) : [];
        return [
            ...above.map((id): Target => ({ type: "resource", id })),
            ...this.#groupsGiving(target).map((id): Target => ({ type: "group", id })),
        ];
    }

    #groupsGiving(target: Target): string[] {
        const resources = target.type === "resource" ? [target.id, ...this.givingAbove(target.id)] : [];
        const found = new Set([
            ...resources.flatMap((id) => (this.records.links.get(id) ?? []).map(({ groupId }) => groupId)),
            ...(target.type === "group" ? this.#nestedIn(target.id) : []),
        ]);
        // Iterating over a set also visits elements that are added during the loop.
        for (const id of found) for (const inner of this.#nestedIn(id)) found.add(inner);
        if (target.type === "group") found.delete(target.id);
        return [...found];
    }

    /** Users who match the conditions of the group. Empty if the group is not an access rule. */
    matching(groupId: string): PrincipalSet {
        const rule = this.records.groups.get(groupId)?.rule;
        this.#matches ??= new RuleMatches(this.records.users);
        return rule ? this.#matches.of(rule, groupId) : PrincipalSet.empty;
    }

    /** Ids of the groups that are nested in the group. */
    #nestedIn(groupId: string): string[] {
        return (this.records.nestings.get(groupId) ?? []).map((edge) => edge.groupId);
    }

    #isKnown(groupId: string): boolean {
        return this.#members.has(groupId) || (this.earlier !== undefined && !this.earlier.changed.has(groupId));
    }

    #united(groupId: string): PrincipalSet {
        const nested = this.records.nestings.get(groupId) ?? [];
        return this.union.of([
            unlimited(this.#ownMembers(groupId)),
            ...nested.map((edge) => ({ set: this.#evaluated(edge.groupId), until: edge.end })),
        ]);
    }

    #evaluated(groupId: string): PrincipalSet {
        if (this.earlier && !this.earlier.changed.has(groupId)) return this.earlier.memberships.of(groupId);
        return this.#members.get(groupId) ?? PrincipalSet.empty;
    }

    /**
     * Returns the members of a group that is part of a nesting cycle. For each one, the path into the group that lasts longest determines
     * the expiration.
     */
    #membersOfCycle(groupId: string): PrincipalSet {
        const until = new Map([[groupId, NEVER]]);
        const open = new Set([groupId]);
        for (const id of open) {
            open.delete(id);
            for (const edge of this.records.nestings.get(id) ?? []) {
                const end = Math.min(until.get(id) ?? NEVER, edge.end);
                if (end <= (until.get(edge.groupId) ?? Number.NEGATIVE_INFINITY)) continue;
                until.set(edge.groupId, end);
                open.add(edge.groupId);
            }
        }
        return this.union.of([...until].map(([id, end]) => ({ set: this.#ownMembers(id), until: end })));
    }

    /** Members of the group itself: for an active access rule, the users who match its conditions; otherwise the direct members. */
    #ownMembers(groupId: string): PrincipalSet {
        const given = this.#ownParts(groupId).map(([, part]) => part);
        return this.union.of([...given, unlimited(this.#unknown({ type: "group", id: groupId }))]);
    }

    #ownParts(groupId: string): LevelPart[] {
        const { groups, admitted } = this.records;
        if (!groups.get(groupId)?.rule?.isActive) return this.#rowParts(directMembers(this.records, groupId));
        return [[0, unlimited(this.matching(groupId))], ...this.#rowParts(admitted.get(groupId))];
    }

    #levels(key: string, parts: () => readonly LevelPart[]): ByLevel {
        const known = this.#byLevel.get(key);
        if (known) return known;
        const byLevel = new Map<number, LimitedSet[]>();
        for (const [level, part] of parts()) byLevel.set(level, [...(byLevel.get(level) ?? []), part]);
        const sets = new Map([...byLevel].map(([level, ones]) => [level, this.union.of(ones)]));
        for (const [level, { size, unknowns }] of sets) if (size + unknowns.size === 0) sets.delete(level);
        this.#byLevel.set(key, sets);
        return sets;
    }

    #rowParts(row: PrincipalRow | undefined): LevelPart[] {
        if (!row) return [];
        return row.byLevel().map(([level, { members, ends }]) => [level, unlimited(new PrincipalSet(members, ends))]);
    }

    #edgeParts(edges: readonly GroupEdge[] = []): LevelPart[] {
        return edges.map(({ groupId, level, end }) => [level, { set: this.of(groupId), until: end }]);
    }

    #unknown(of: { readonly type: "group" | "resource"; readonly id: string }): PrincipalSet {
        const unknowns = this.records.unknowns.get(unknownKey(of));
        return unknowns ? new PrincipalSet(new Uint32Array(0), undefined, new Set(unknowns)) : PrincipalSet.empty;
    }
}

type LevelPart = readonly [level: number, part: LimitedSet];

/** Wraps a set whose expirations are not limited any further. */
function unlimited(set: PrincipalSet): LimitedSet {
    return { set, until: NEVER };
}
