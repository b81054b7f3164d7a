import type { Unknown } from "./facts.js";
import type { Numbering } from "./numbering.js";

/** The end of what does not end. Other ends are milliseconds since 1970. */
export const NEVER = Number.POSITIVE_INFINITY;

/** Why there may be others in a set. */
export interface OpenUnknown extends Unknown {
    /** Candidates. Default: anybody. */
    readonly among?: PrincipalSet;
}

const NONE: ReadonlySet<OpenUnknown> = new Set();

/** Up to this many members or questions, a search is faster than an index. */
const FEW = 16;

/** A set that exceeds another one by this factor gets an index, which later calls reuse. */
const MANY_TIMES = 8;

/** Principals, each with the end of what puts them there. It never changes, and may be shared. */
export class PrincipalSet {
    static readonly empty = new PrincipalSet(new Uint32Array(0));
    #lookup: ReadonlySet<number> | undefined;
    #asked = 0;

    constructor(
        /** Numbers, each once, in no order. */
        readonly members: Uint32Array,
        /** Their ends, in the same places; undefined if nothing ends. */
        readonly ends?: Float64Array | undefined,
        /** Why there may be others. */
        readonly unknowns: ReadonlySet<OpenUnknown> = NONE,
    ) {}

    static of(numbers: Iterable<number>): PrincipalSet {
        return new PrincipalSet(Uint32Array.from(new Set(numbers)));
    }

    get size(): number {
        return this.members.length;
    }

    has(number: number): boolean {
        this.#asked += 1;
        if (this.members.length <= FEW || this.#asked <= FEW) return this.members.includes(number);
        this.#lookup ??= new Set(this.members);
        return this.#lookup.has(number);
    }

    endAt(place: number): number {
        return this.ends?.[place] ?? NEVER;
    }

    /** The same principals, without ends. */
    get withoutEnds(): PrincipalSet {
        return this.ends ? new PrincipalSet(this.members, undefined, this.unknowns) : this;
    }
}

/** A part of a set, with a limit for its ends. */
export interface Part {
    readonly set: PrincipalSet;
    /** NEVER if nothing but the ends of the set count. */
    readonly until: number;
}

/** Unites sets. Keeps one slot per principal between calls, so a union costs no more than its parts. */
export class Union {
    #ends = new Float64Array(0);
    /** Every user. Contains everyone who is joined to it, including unknown users. */
    everybody: PrincipalSet | undefined;

    constructor(private readonly principals: Numbering) {}

    /** Principals of any part, until their latest end there. */
    of(parts: readonly Part[]): PrincipalSet {
        const filled = parts.filter(({ set }) => set.size > 0 || set.unknowns.size > 0);
        const [only] = filled;
        if (!only) return PrincipalSet.empty;
        const all = filled.find(({ set, until }) => set === this.everybody && until === NEVER);
        if (all) return all.set;
        if (filled.every(({ set, until }) => set === only.set && until === NEVER)) return only.set;
        const ends = this.#room();
        const found = new Uint32Array(filled.reduce((sum, { set }) => sum + set.size, 0));
        let count = 0;
        let isEnding = false;
        for (const { set, until } of filled) {
            const { members, ends: given } = set;
            for (let place = 0; place < members.length; place += 1) {
                const number = members[place] as number; // a place below the length
                const known = ends[number] as number; // there is room for all
                const end = given ? Math.min(given[place] as number, until) : until; // as long as the members
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
            const number = members[place] as number; // a place below the length
            const end = ends[number] as number; // there is room for all
            own[place] = end;
            if (end !== NEVER) isEnding = true;
            ends[number] = OUTSIDE;
        }
        return new PrincipalSet(members, isEnding ? own : undefined, joinedUnknowns(filled));
    }

    /** Principals in only one set, and in both. Unknowns of the other set are unknowns of each result. */
    split(set: PrincipalSet, by: PrincipalSet): { readonly inside: PrincipalSet; readonly outside: PrincipalSet } {
        if (by === this.everybody) return { inside: set, outside: PrincipalSet.empty };
        const ends = this.#room();
        for (const number of by.members) ends[number] = NEVER;
        const [inside, outside] = [new Uint32Array(set.size), new Uint32Array(set.size)];
        let count = 0;
        for (let place = 0; place < set.size; place += 1) {
            const number = set.members[place] as number; // a place below the length
            if (ends[number] === NEVER) {
                inside[count] = number;
                count += 1;
            } else outside[place - count] = number;
        }
        for (const number of by.members) ends[number] = OUTSIDE;
        const unknowns = joinedUnknowns([{ set }, { set: by }]);
        return {
            inside: new PrincipalSet(inside.slice(0, count), undefined, unknowns),
            outside: new PrincipalSet(outside.slice(0, set.size - count), undefined, unknowns),
        };
    }

    /** Principals in both, without ends. As fast as the smaller one. */
    common(one: PrincipalSet, other: PrincipalSet): PrincipalSet {
        const [few, many] = one.size < other.size ? [one, other] : [other, one];
        // Not every member of a set is a user: machines hold resources, too.
        const members =
            one === other
                ? few.members
                : few.size * MANY_TIMES > many.size
                  ? this.#marked(few, many)
                  : few.members.filter((number) => many.has(number));
        return new PrincipalSet(members, undefined, joinedUnknowns([{ set: one }, { set: other }]));
    }

    /** Compares the principals of two sets. */
    compare(before: PrincipalSet, after: PrincipalSet): Comparison {
        const ends = this.#room();
        const { members } = before;
        const found: Record<keyof Comparison, number[]> = { gained: [], lost: [], longer: [], shorter: [] };
        for (let place = 0; place < members.length; place += 1) ends[members[place] as number] = before.endAt(place); // a place below the length
        for (let place = 0; place < after.members.length; place += 1) {
            const number = after.members[place] as number; // a place below the length
            const [was, is] = [ends[number] as number, after.endAt(place)]; // there is room for all
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

    /** Members that are in another set, without an index of it. */
    #marked({ members }: PrincipalSet, other: PrincipalSet): Uint32Array {
        const ends = this.#room();
        for (const number of other.members) ends[number] = NEVER;
        const found = new Uint32Array(members.length);
        let count = 0;
        for (const number of members) {
            if (ends[number] !== NEVER) continue;
            found[count] = number;
            count += 1;
        }
        for (const number of other.members) ends[number] = OUTSIDE;
        return found.slice(0, count);
    }

    #room(): Float64Array {
        if (this.#ends.length < this.principals.count)
            this.#ends = new Float64Array(this.principals.count * 2).fill(OUTSIDE);
        return this.#ends;
    }
}

/** Numbers of principals, by what happens to them. */
export interface Comparison {
    readonly gained: readonly number[];
    readonly lost: readonly number[];
    /** In both, and until later than before. */
    readonly longer: readonly number[];
    readonly shorter: readonly number[];
}

/** Before every end. */
const OUTSIDE = Number.NEGATIVE_INFINITY;

/** Equals no end. */
const SEEN = Number.NaN;

function joinedUnknowns(parts: readonly Pick<Part, "set">[]): ReadonlySet<OpenUnknown> {
    const [first = NONE, ...others] = parts.map(({ set }) => set.unknowns).filter(({ size }) => size > 0);
    return others.every((one) => one === first) ? first : new Set([first, ...others].flatMap((one) => [...one]));
}
