import { PrincipalSet } from "../facts/principals.js";
import { type Records, unknownKey } from "../facts/records.js";
import type { Memberships } from "./memberships.js";

/** Determines sets of people that rules refer to, apart from groups: all users, users of owners, and delegates. */
export class People {
    readonly everybody: PrincipalSet;
    /** Current delegates, by the number of their delegator. */
    readonly #delegates = new Map<number, number[]>();
    readonly #owners = new Map<string, PrincipalSet>();

    constructor(
        private readonly records: Records,
        readonly memberships: Memberships,
        /** The set of all users in an earlier model, if both models contain the same users. */
        everybody?: PrincipalSet,
    ) {
        this.everybody = everybody ?? new PrincipalSet(Uint32Array.from(records.users.keys()));
        memberships.union.everybody = this.everybody;
        for (const { delegatorId, delegateId, from, until } of records.delegations.values()) {
            if (Date.parse(from) > records.at || Date.parse(until) <= records.at) continue;
            const [delegator, delegate] = [this.numberOf(delegatorId), this.numberOf(delegateId)];
            if (delegator === undefined || delegate === undefined) continue;
            this.#delegates.set(delegator, [...(this.#delegates.get(delegator) ?? []), delegate]);
        }
    }

    /** The number of a user. Undefined if no user with this id exists. */
    numberOf(userId: string): number | undefined {
        const number = this.records.principals.find(userId);
        return number !== undefined && this.records.users.has(number) ? number : undefined;
    }

    /** The users with these ids. Ids of other objects are ignored. */
    users(ids: readonly string[]): PrincipalSet {
        return PrincipalSet.of(ids.map((id) => this.numberOf(id)).filter((number) => number !== undefined));
    }

    /** The users of an owner. If the owner has a source group, these are the members of that group. */
    ownersUsers(ownerId: string | undefined): PrincipalSet {
        if (ownerId === undefined || ownerId === "") return PrincipalSet.empty;
        const known = this.#owners.get(ownerId);
        if (known) return known;
        const owner = this.records.owners.get(ownerId);
        const users = owner?.sourceGroupId
            ? this.memberships.of(owner.sourceGroupId).withoutEnds
            : this.users(owner?.userIds ?? []);
        const unknowns = this.records.unknowns.get(unknownKey({ type: "owner", id: ownerId }));
        const all = unknowns
            ? this.memberships.together([users, new PrincipalSet(new Uint32Array(0), undefined, new Set(unknowns))])
            : users;
        this.#owners.set(ownerId, all);
        return all;
    }

    /** Returns the members of the set together with their current delegates. */
    withDelegates(set: PrincipalSet): PrincipalSet {
        if (this.#delegates.size === 0) return set;
        const delegates = [...set.members].flatMap((number) => this.#delegates.get(number) ?? []);
        return delegates.length === 0 ? set : this.memberships.together([set, PrincipalSet.of(delegates)]);
    }

    /** Users who are currently delegates. */
    get delegates(): PrincipalSet {
        return PrincipalSet.of([...this.#delegates.values()].flat());
    }

    /** Ids of the users who currently delegate to this user. */
    delegatorsOf(number: number): string[] {
        const found = [...this.#delegates].filter(([, delegates]) => delegates.includes(number));
        return found.map(([delegator]) => this.records.principals.id(delegator));
    }

    /** Whether one user can review in place of another, either as the same person or as a delegate. */
    actsFor(number: number, other: number): boolean {
        return number === other || (this.#delegates.get(other) ?? []).includes(number);
    }
}
