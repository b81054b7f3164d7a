import type { Unknown } from "./facts.js";
import type { Numbering } from "./numbering.js";

/** Expiration of access that does not expire. All other expirations are in milliseconds since 1970. */
export const NEVER = Number.POSITIVE_INFINITY;

/** A reason why a set may have additional members that are unknown. */
export interface OpenUnknown extends Unknown {
    /** The principals who may be these members. Default: all principals. */
    readonly among?: PrincipalSet;
    /** Set if these members are known, but not when their membership ends: at its known end, or never. */
    readonly mayNeverEnd?: true;
}

const NONE: ReadonlySet<OpenUnknown> = new Set();

/** Up to this many members or lookups, linear search is faster than building an index. */
const FEW = 16;

/** If one set is larger than the other by this factor, an index of it is built. Later calls reuse the index. */
const MANY_TIMES = 8;

/** A set of principals, each with the time at which their membership in the set expires. Immutable, so that models can share sets. */
export class PrincipalSet {
    static readonly empty = new PrincipalSet(new Uint32Array(0));
    #index: ReadonlySet<number> | undefined;
    #lookups = 0;

    constructor(
        /** Numbers of the principals, without duplicates, in no particular order. */
        readonly members: Uint32Array,
        /** Expiration of each member, in the order of `members`. Undefined if none of them expires. */
        readonly ends?: Float64Array | undefined,
        /** Reasons why the set may have additional members. */
        readonly unknowns: ReadonlySet<OpenUnknown> = NONE,
    ) {}

    static of(numbers: Iterable<number>): PrincipalSet {
        return new PrincipalSet(Uint32Array.from(new Set(numbers)));
    }

    /** A set whose members are all unknown. */
    static unknown(...reasons: readonly OpenUnknown[]): PrincipalSet {
        return new PrincipalSet(PrincipalSet.empty.members, undefined, new Set(reasons));
    }

    get size(): number {
        return this.members.length;
    }

    has(number: number): boolean {
        this.#lookups += 1;
        if (this.members.length <= FEW || this.#lookups <= FEW) return this.members.includes(number);
        this.#index ??= new Set(this.members);
        return this.#index.has(number);
    }

    endAt(place: number): number {
        return this.ends?.[place] ?? NEVER;
    }

    /** The same principals, all without expiration. */
    get withoutEnds(): PrincipalSet {
        return this.ends ? new PrincipalSet(this.members, undefined, this.unknowns) : this;
    }

    /** The other principals, all without expiration. */
    without(number: number): PrincipalSet {
        if (!this.has(number)) return this;
        const others = this.members.filter((one) => one !== number);
        return new PrincipalSet(others, undefined, this.unknowns);
    }
}

/** A set to unite with other sets, and an upper limit for the expirations of its members. */
export interface LimitedSet {
    readonly set: PrincipalSet;
    /** Latest expiration that members of this set can have in the union. NEVER if not limited. */
    readonly until: number;
}

/** Unites and compares sets. Reuses one array with a slot for each principal, so that the cost depends only on the sizes of the sets. */
export class Union {
    #ends = new Float64Array(0);
    /** The set of all users. A union with other sets of users returns it unchanged, because they cannot add a user. */
    everybody: PrincipalSet | undefined;

    constructor(private readonly principals: Numbering) {}

    /** Returns the principals in at least one of the sets. If a principal is in several, the latest expiration counts. */
    of(parts: readonly LimitedSet[]): PrincipalSet {
        const filled = parts.filter(({ set }) => set.size > 0 || set.unknowns.size > 0);
        const [only] = filled;
        if (!only) return PrincipalSet.empty;
        const all = filled.find(({ set, until }) => set === this.everybody && until === NEVER);
        if (all) return all.set;
        if (filled.every(({ set, until }) => set === only.set && until === NEVER)) return only.set;
        const ends = this.#slots();
        const found = new Uint32Array(filled.reduce((sum, { set }) => sum + set.size, 0));
        let count = 0;
        let isEnding = false;
        for (const { set, until } of filled) {
            const { members, ends: given } = set;
            for (let place = 0; place < members.length; place += 1) {
                const number = members[place] as number; // in bounds
                const known = ends[number] as number; // every principal has a slot
                const end = given ? Math.min(given[place] as number, until) : until; // in bounds, like the members
                if (end <= known) continue;
                if (known === OUTSIDE) {
                    found[count] = number;
                    count += 1;
                }
                ends[number] = end;
            }
        }
        const members = found.slice(0, count);
        const own = new Float64Array(members.length);
        for (let place = 0; place < members.length; place += 1) {
            const number = members[place] as number; // in bounds
            const end = ends[number] as number; // every principal has a slot
            own[place] = end;
            if (end !== NEVER) isEnding = true;
            ends[number] = OUTSIDE;
        }
        return new PrincipalSet(members, isEnding ? own : undefined, joinedUnknowns(filled));
    }

    /** Splits a set into the principals inside and outside another set. Both results contain the unknowns of both sets. */
    split(set: PrincipalSet, by: PrincipalSet): { readonly inside: PrincipalSet; readonly outside: PrincipalSet } {
        if (by === this.everybody) return { inside: set, outside: PrincipalSet.empty };
        const { inside, outside } = this.#divided(set, by);
        const unknowns = joinedUnknowns([{ set }, { set: by }]);
        return {
            inside: new PrincipalSet(inside, undefined, unknowns),
            outside: new PrincipalSet(outside, undefined, unknowns),
        };
    }

    /** Divides the members of a set by marking the slots of the others, instead of building an index. */
    #divided(set: PrincipalSet, by: PrincipalSet): { readonly inside: Uint32Array; readonly outside: Uint32Array } {
        const ends = this.#slots();
        for (const number of by.members) ends[number] = NEVER;
        const [inside, outside] = [new Uint32Array(set.size), new Uint32Array(set.size)];
        let count = 0;
        for (let place = 0; place < set.size; place += 1) {
            const number = set.members[place] as number; // in bounds
            if (ends[number] === NEVER) {
                inside[count] = number;
                count += 1;
            } else outside[place - count] = number;
        }
        for (const number of by.members) ends[number] = OUTSIDE;
        return { inside: inside.slice(0, count), outside: outside.slice(0, set.size - count) };
    }

    /** Returns the principals in both sets, without expirations. The cost depends on the size of the smaller set. */
    common(one: PrincipalSet, other: PrincipalSet): PrincipalSet {
        const [few, many] = one.size < other.size ? [one, other] : [other, one];
        // `everybody` cannot be handled as a special case, because the other set may contain machines, which are not users.
        const members =
            one === other
                ? few.members
                : few.size * MANY_TIMES > many.size
                  ? this.#divided(few, many).inside
                  : few.members.filter((number) => many.has(number));
        return new PrincipalSet(members, undefined, joinedUnknowns([{ set: one }, { set: other }]));
    }

    /** Compares the principals in two sets. */
    compare(before: PrincipalSet, after: PrincipalSet): SetComparison {
        const ends = this.#slots();
        const { members } = before;
        const found: Record<keyof SetComparison, number[]> = { gained: [], lost: [], longer: [], shorter: [] };
        for (let place = 0; place < members.length; place += 1) ends[members[place] as number] = before.endAt(place); // in bounds
        for (let place = 0; place < after.members.length; place += 1) {
            const number = after.members[place] as number; // in bounds
            const [was, is] = [ends[number] as number, after.endAt(place)]; // every principal has a slot
            if (was === OUTSIDE) found.gained.push(number);
            else if (is > was) found.longer.push(number);
            else if (is < was) found.shorter.push(number);
            ends[number] = SEEN;
        }
        for (const number of members) {
            if (!Number.isNaN(ends[number])) found.lost.push(number);
            ends[number] = OUTSIDE;
        }
        for (const number of after.members) ends[number] = OUTSIDE;
        return found;
    }

    /** Returns the array with a slot for each principal. */
    #slots(): Float64Array {
        if (this.#ends.length < this.principals.count)
            this.#ends = new Float64Array(this.principals.count * 2).fill(OUTSIDE);
        return this.#ends;
    }
}

/** Numbers of principals, by how they differ between two sets. */
export interface SetComparison {
    readonly gained: readonly number[];
    readonly lost: readonly number[];
    /** In both sets, with a later expiration than before. */
    readonly longer: readonly number[];
    readonly shorter: readonly number[];
}

/** Marks a principal who is not in the set. Lower than every expiration. */
const OUTSIDE = Number.NEGATIVE_INFINITY;

/** Marks a principal who has already been compared. NaN is not equal to any expiration. */
const SEEN = Number.NaN;

function joinedUnknowns(parts: readonly Pick<LimitedSet, "set">[]): ReadonlySet<OpenUnknown> {
    const [first = NONE, ...others] = parts.map(({ set }) => set.unknowns).filter(({ size }) => size > 0);
    return others.every((one) => one === first) ? first : new Set([first, ...others].flatMap((one) => [...one]));
}
