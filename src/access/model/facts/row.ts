import { NEVER, type PrincipalSet } from "./principals.js";

/**
 * Principals with direct access to one target, each with a level and an expiration. Immutable. Typed arrays keep memory use low for
 * millions of entries.
 */
export class PrincipalRow {
    static readonly empty = new PrincipalRow(new Uint32Array(0));

    private constructor(
        readonly members: Uint32Array,
        /** Expirations, in the order of `members`. Undefined if no entry expires. */
        private readonly ends?: Float64Array,
        /** Numbers of the access levels, in the order of `members`. Undefined if all entries are at the default level. */
        private readonly levels?: Uint16Array,
    ) {}

    static of(entries: readonly RowEntry[]): PrincipalRow {
        const columns = [entries.map(({ member }) => member), entries.map(({ end }) => end)] as const;
        return PrincipalRow.from(
            ...columns,
            entries.map(({ level }) => level),
        );
    }

    /** Creates a row from columns of equal length. */
    static from(members: readonly number[], ends: readonly number[], levels: readonly number[]): PrincipalRow {
        if (members.length === 0) return PrincipalRow.empty;
        return new PrincipalRow(
            Uint32Array.from(members),
            ends.some((end) => end !== NEVER) ? Float64Array.from(ends) : undefined,
            levels.some((level) => level !== 0) ? Uint16Array.from(levels) : undefined,
        );
    }

    /** The members and expirations at each level. */
    byLevel(): [level: number, columns: { readonly members: Uint32Array; readonly ends: Float64Array | undefined }][] {
        if (this.members.length === 0) return [];
        const { members, ends, levels } = this;
        if (!levels) return [[0, { members, ends }]];
        return [...new Set(levels)].map((level) => {
            const isOfLevel = (_: number, place: number): boolean => levels[place] === level;
            return [level, { members: members.filter(isOfLevel), ends: ends?.filter(isOfLevel) }];
        });
    }

    /** Whether the row contains the principal, at any level. */
    has(member: number): boolean {
        return this.members.includes(member);
    }

    /** The entries of one principal, one for each level. Does not create objects for other entries. */
    find(member: number): RowEntry[] {
        const found: RowEntry[] = [];
        for (let place = this.members.indexOf(member); place >= 0; place = this.members.indexOf(member, place + 1))
            found.push({ member, level: this.levels?.[place] ?? 0, end: this.ends?.[place] ?? NEVER });
        return found;
    }

    entries(): RowEntry[] {
        return Array.from(this.members, (member, place) => ({
            member,
            level: this.levels?.[place] ?? 0,
            end: this.ends?.[place] ?? NEVER,
        }));
    }

    /** Entries that expire. */
    ending(): RowEntry[] {
        return this.ends ? this.entries().filter(({ end }) => end !== NEVER) : [];
    }

    /** Returns a row of the entries that have not expired at a time. Returns this row if none of them have. */
    lasting(at: number): PrincipalRow {
        return this.ends?.some((end) => end <= at) ? this.filtered(({ end }) => end > at) : this;
    }

    /** Returns the same entries, each with an expiration no later than `expirationTime` returns for it. */
    endingBy(endOf: (entry: RowEntry) => number): PrincipalRow {
        return PrincipalRow.of(this.entries().map((one) => ({ ...one, end: Math.min(one.end, endOf(one)) })));
    }

    with(entry: RowEntry): PrincipalRow {
        return PrincipalRow.of([...this.without(entry).entries(), entry]);
    }

    /** Adds principals at one level, each with their own expiration. */
    withAll({ members, ends }: Pick<PrincipalSet, "members" | "ends">, level: number): PrincipalRow {
        const count = this.members.length + members.length;
        const never = (length: number): Float64Array => new Float64Array(length).fill(NEVER);
        const isEnding = this.ends !== undefined || ends !== undefined;
        const isLeveled = this.levels !== undefined || level !== 0;
        return new PrincipalRow(
            joinedArray(new Uint32Array(count), this.members, members),
            isEnding
                ? joinedArray(
                      new Float64Array(count),
                      this.ends ?? never(this.members.length),
                      ends ?? never(members.length),
                  )
                : undefined,
            isLeveled
                ? joinedArray(
                      new Uint16Array(count),
                      this.levels ?? new Uint16Array(this.members.length),
                      new Uint16Array(members.length).fill(level),
                  )
                : undefined,
        );
    }

    without({ member, level }: Omit<RowEntry, "end">): PrincipalRow {
        return this.filtered((one) => one.member !== member || one.level !== level);
    }

    filtered(isKept: (entry: RowEntry) => boolean): PrincipalRow {
        return PrincipalRow.of(this.entries().filter(isKept));
    }
}

function joinedArray<T extends Uint32Array | Float64Array | Uint16Array>(room: T, first: T, second: T): T {
    room.set(first);
    room.set(second, first.length);
    return room;
}

/** Builds a row entry by entry. */
export class RowBuilder {
    readonly #members: number[] = [];
    readonly #ends: number[] = [];
    readonly #levels: number[] = [];

    add({ member, level, end }: RowEntry): void {
        this.#members.push(member);
        this.#ends.push(end);
        this.#levels.push(level);
    }

    build(): PrincipalRow {
        return PrincipalRow.from(this.#members, this.#ends, this.#levels);
    }
}

export interface RowEntry {
    /** Number of the principal. */
    readonly member: number;
    /** Number of the access level; 0 is the default level. */
    readonly level: number;
    readonly end: number;
}
