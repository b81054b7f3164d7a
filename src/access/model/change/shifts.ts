import { NEVER, type OpenUnknown, PrincipalSet } from "../facts/principals.js";
import { unknownText } from "../facts/records.js";
import { type AccessModel, type Aspect, dateOf } from "../model.js";

/** How a person is affected. "Maybe" means that it is unknown whether they had access before, or have access afterwards. */
export const FATES = ["gained", "maybeGained", "longer", "lost", "maybeLost", "shorter"] as const;
export type Fate = (typeof FATES)[number];

/** The fates that widen access. */
export const WIDENING: readonly Fate[] = ["gained", "maybeGained", "longer"];

/** An effect on people who are all affected in the same way. */
export interface Shift {
    readonly aspect: Aspect;
    readonly fate: Fate | "unknown";
    /** Id of the access level. Only set for existing access, and for targets that people could already request at another level. */
    readonly level?: string;
    /** Number of people. 0 if the fate is unknown, because the people cannot be counted. */
    readonly count: number;
    /** Whether the power applies to every user after the change. */
    readonly isForEverybody: boolean;
    /** ISO date on which the effect begins, if that is later than the change. For `longer`, this is the previous expiration date. */
    readonly begins?: string;
    /** Returns up to `most` of the people, in no particular order. Default: all of them. */
    people(most?: number): Shifted[];
    /** Only set if the fate is unknown: whether people may gain or lose access, and why this is unknown. */
    readonly unknown?: { readonly isWider: boolean; readonly because: string };
}

export interface Shifted {
    readonly id: string;
    /** Previous expiration as an ISO date; null if access did not expire. Undefined if there was no access before. */
    readonly from?: string | null;
    /** New expiration as an ISO date; null if access does not expire. Undefined if there is no access afterwards. */
    readonly to?: string | null;
}

export function isWidening(fate: Shift["fate"]): boolean {
    return WIDENING.some((one) => one === fate);
}

/** Whether the fate is a gain by people who did not have it before. */
export function isNewGain(fate: Shift["fate"]): boolean {
    return fate === "gained" || fate === "maybeGained";
}

/** Numbers of the people who are not listed among the effects on a target. */
export interface Unlisted {
    readonly gained: ReadonlySet<number>;
    readonly lost: ReadonlySet<number>;
    readonly longer?: ReadonlySet<number>;
}

export const ALL_LISTED: Unlisted = { gained: new Set(), lost: new Set() };

/** Compares the principals to whom the aspect applies before and after a change. */
export function shiftsBetween(
    model: AccessModel,
    aspect: Aspect,
    before: PrincipalSet,
    after: PrincipalSet,
    unlisted: Unlisted,
): Shift[] {
    if (before === after) return [];
    const { gained, lost, longer, shorter } = model.memberships.union.compare(before, after);
    const shifts: [Fate, readonly number[]][] = [
        [before.unknowns.size > 0 ? "maybeGained" : "gained", gained.filter((number) => !unlisted.gained.has(number))],
        ["longer", longer.filter((number) => !unlisted.longer?.has(number))],
        [after.unknowns.size > 0 ? "maybeLost" : "lost", lost.filter((number) => !unlisted.lost.has(number))],
        ["shorter", shorter],
    ];
    const people = (numbers: readonly number[]) => (most?: number) =>
        numbers.slice(0, most).map((number): Shifted => {
            const [from, to] = [endIn(before, number), endIn(after, number)];
            return {
                id: model.records.principals.id(number),
                ...(from !== undefined && { from }),
                ...(to !== undefined && { to }),
            };
        });
    // Compares the member arrays instead of the sets, because a time limit creates a new set with the same array.
    const isForEverybody = after.members === model.people.everybody.members;
    return [
        ...shifts
            .filter(([, numbers]) => numbers.length > 0)
            .map(
                ([fate, numbers]): Shift => ({
                    aspect,
                    fate,
                    count: numbers.length,
                    isForEverybody,
                    people: people(numbers),
                }),
            ),
        // If everyone had it before, unknown users cannot gain it, but may have it for longer. If everyone has it afterwards, unknown users
        // cannot have lost it.
        ...unknownShifts(
            aspect,
            before,
            before.members === model.people.everybody.members ? lasting(after) : after,
            true,
        ),
        ...(isForEverybody ? [] : unknownShifts(aspect, after, before, false)),
    ];
}

/** Returns the unknowns that occur only in `other`, or that may affect more people than in `one`. */
function unknownShifts(aspect: Aspect, one: PrincipalSet, other: PrincipalSet, isWider: boolean): Shift[] {
    const known = new Map<string, OpenUnknown[]>();
    for (const unknown of one.unknowns)
        known.set(unknownText(unknown), [...(known.get(unknownText(unknown)) ?? []), unknown]);
    const isNew = (unknown: OpenUnknown): boolean => {
        const same = known.get(unknownText(unknown));
        // People who are known to be in the other set do not gain or lose anything, unless they may be in it for longer.
        if (!same) {
            const held = unknown.mayNeverEnd ? permanent(one) : one;
            return unknown.among?.members.some((number) => !held.has(number)) ?? true;
        }
        const places = same.flatMap(({ among }) => (among ? [among] : []));
        // Can only be compared if every unknown lists its candidates. Otherwise anyone may already have been affected.
        if (!unknown.among || places.length < same.length) return false;
        return unknown.among.members.some((number) => !one.has(number) && !places.some((set) => set.has(number)));
    };
    const reasons = new Set([...other.unknowns].filter(isNew).map(({ because }) => because));
    return [...reasons].map((because) => ({
        aspect,
        fate: "unknown",
        count: 0,
        isForEverybody: false,
        people: () => [],
        unknown: { isWider, because },
    }));
}

/** Returns a set with only those unknowns that concern the ends of its members. */
function lasting({ members, ends, unknowns }: PrincipalSet): PrincipalSet {
    return new PrincipalSet(members, ends, new Set([...unknowns].filter(({ mayNeverEnd }) => mayNeverEnd)));
}

/** Numbers of the members whose membership does not end. */
function permanent(set: PrincipalSet): ReadonlySet<number> {
    return new Set(set.members.filter((_, place) => set.endAt(place) === NEVER));
}

function endIn(set: PrincipalSet, number: number): string | null | undefined {
    const place = set.members.indexOf(number);
    return place < 0 ? undefined : dateOf(set.endAt(place));
}
