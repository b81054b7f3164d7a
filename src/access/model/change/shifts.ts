import type { OpenUnknown, PrincipalSet } from "../facts/principals.js";
import { unknownText } from "../facts/records.js";
import { type AccessModel, type Aspect, dateOf } from "../model.js";

/** How a person is affected. "Maybe": it is unknown whether they had it before, or have it afterwards. */
export const FATES = ["gained", "maybeGained", "longer", "lost", "maybeLost", "shorter"] as const;
export type Fate = (typeof FATES)[number];

/** Fates that widen access. */
export const WIDENING: readonly Fate[] = ["gained", "maybeGained", "longer"];

/** People who are affected in the same way. */
export interface Shift {
    readonly aspect: Aspect;
    readonly fate: Fate | "unknown";
    /** Id of the access level, for what people have and for what they could already request at another level. */
    readonly level?: string;
    /** Number of people. 0 for an unknown shift, since they cannot be counted. */
    readonly count: number;
    /** Whether every user can do it afterwards. */
    readonly isForEverybody: boolean;
    /** When it begins, as an ISO date, if that is after the change. For `longer`: when it ended before. */
    readonly begins?: string;
    /** Returns up to `most` of the people, in no particular order. Default: all of them. */
    people(most?: number): Shifted[];
    /** For an unknown shift: whether people may gain or lose, and why it is unknown. */
    readonly unknown?: { readonly isWider: boolean; readonly because: string };
}

export interface Shifted {
    readonly id: string;
    /** When it ended before, as an ISO date; null for no end. Undefined if there was no access before. */
    readonly from?: string | null;
    /** When it ends afterwards. */
    readonly to?: string | null;
}

export function isWidening(fate: Shift["fate"]): boolean {
    return WIDENING.some((one) => one === fate);
}

/** Whether people could not do it before. */
export function isNewGain(fate: Shift["fate"]): boolean {
    return fate === "gained" || fate === "maybeGained";
}

/** Numbers of the people to leave out of the lists of a target. */
export interface Unlisted {
    readonly gained: ReadonlySet<number>;
    readonly lost: ReadonlySet<number>;
}

export const ALL_LISTED: Unlisted = { gained: new Set(), lost: new Set() };

/** Compares those who can do something before and after. */
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
        ["longer", longer],
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
    // Compares the members, not the sets: a time limit creates a new set with the same members.
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
        // If everyone could do it before, no unknown user can gain it; if everyone can do it afterwards, none can have lost it.
        ...(before.members === model.people.everybody.members ? [] : unknownShifts(aspect, before, after, true)),
        ...(isForEverybody ? [] : unknownShifts(aspect, after, before, false)),
    ];
}

/** Unknowns that only `other` has, or that may concern more people than in `one`. */
function unknownShifts(aspect: Aspect, one: PrincipalSet, other: PrincipalSet, isWider: boolean): Shift[] {
    const known = new Map<string, OpenUnknown[]>();
    for (const unknown of one.unknowns)
        known.set(unknownText(unknown), [...(known.get(unknownText(unknown)) ?? []), unknown]);
    const isNew = (unknown: OpenUnknown): boolean => {
        const same = known.get(unknownText(unknown));
        // People who are known to be in the other set neither gain nor lose.
        if (!same) return unknown.among?.members.some((number) => !one.has(number)) ?? true;
        const places = same.flatMap(({ among }) => (among ? [among] : []));
        // Comparable only if every unknown names its candidates. Otherwise it may have been anyone.
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

function endIn(set: PrincipalSet, number: number): string | null | undefined {
    const place = set.members.indexOf(number);
    return place < 0 ? undefined : dateOf(set.endAt(place));
}
