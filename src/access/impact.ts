import type { Target, Unknown } from "./facts.js";
import { type AccessModel, ASPECTS, type Aspect, dateOf, type Leveled } from "./model.js";
import { type OpenUnknown, PrincipalSet } from "./principals.js";
import { ORGANIZATION_ROLES, type OrganizationRole } from "./roles.js";

/** How a person is affected. "Maybe": it is unknown whether they had it before, or have it afterwards. */
export const FATES = ["gained", "maybeGained", "longer", "lost", "maybeLost", "shorter"] as const;
export type Fate = (typeof FATES)[number];

/** Fates that widen access. */
export const WIDENING: readonly Fate[] = ["gained", "maybeGained", "longer"];

/** Who gains and who loses by a change. Contains only affected targets. */
export interface Impact {
    readonly targets: readonly TargetImpact[];
    /** Gains and losses of roles in the organization. `targets` does not repeat what a role gives with each target. */
    readonly roles: readonly RoleImpact[];
    /** Ids of added users. For them, `targets` omits what every user can see and request. */
    readonly newUsers: readonly string[];
    /** Ids of removed users. */
    readonly removedUsers: readonly string[];
}

export interface RoleImpact {
    readonly role: OrganizationRole;
    readonly shifts: readonly Shift[];
}

/** What each role in the organization lets its holders do with every target. */
export const ROLE_ASPECTS: Readonly<Record<OrganizationRole, readonly Aspect[]>> = {
    admin: ["getsWithoutApproval", "mayRequest", "mayApprove", "administers", "sees"],
    readOnlyAdmin: ["mayRequest", "sees"],
    auditor: ["mayRequest", "sees"],
    globalRequester: ["mayRequest", "sees"],
    impersonator: ["mayRequest", "sees"],
};

export interface TargetImpact {
    readonly target: Target;
    readonly shifts: readonly Shift[];
}

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
    /** Returns some of them, in no order. Default: all. */
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

/** Compares `after` with `before`. `after` must be a change of `before` (`before.with(…)`). */
export function impactOf(before: AccessModel, after: AccessModel): Impact {
    const { targets } = after.reachFrom(before);
    const newUsers = usersOnlyIn(after, before);
    const removedUsers = usersOnlyIn(before, after);
    const roles = rolesBetween(before, after);
    const unlisted = new Map(
        ASPECTS.map((aspect): [Aspect, Unlisted] => {
            const shifts = roles.filter(({ role }) => ROLE_ASPECTS[role].includes(aspect)).flatMap((one) => one.shifts);
            const byRole = (fates: readonly Shift["fate"][]): number[] =>
                shifts
                    .filter(({ fate }) => fates.includes(fate))
                    .flatMap((shift) => shift.people().map(({ id }) => after.records.principals.number(id)));
            const isOpen = OPEN_TO_ALL.includes(aspect);
            return [
                aspect,
                {
                    gained: new Set(byRole(["gained", "maybeGained"])),
                    lost: new Set([...(isOpen ? removedUsers : []), ...byRole(["lost", "maybeLost"])]),
                    newUsers: new Set(isOpen ? newUsers : []),
                },
            ];
        }),
    );
    const found = targets.map((target): TargetImpact => {
        const shifts = ASPECTS.flatMap((aspect) =>
            shiftsOf(before, after, aspect, target, unlisted.get(aspect) ?? ALL_LISTED),
        );
        return { target, shifts };
    });
    const ids = (numbers: readonly number[]) => numbers.map((number) => after.records.principals.id(number));
    return {
        targets: found.filter(({ shifts }) => shifts.length > 0),
        roles,
        newUsers: ids(newUsers),
        removedUsers: ids(removedUsers),
    };
}

/** What every user can do, and so is not listed for a new one. */
const OPEN_TO_ALL: readonly Aspect[] = ["getsWithoutApproval", "mayRequest", "sees"];

/** Numbers of people who are not listed under a target: a role in the organization explains it, or they are new or removed. */
interface Unlisted {
    readonly gained: ReadonlySet<number>;
    readonly lost: ReadonlySet<number>;
    /** Not listed where every other user can do the same. */
    readonly newUsers: ReadonlySet<number>;
}

const ALL_LISTED: Unlisted = { gained: new Set(), lost: new Set(), newUsers: new Set() };

function shiftsOf(
    before: AccessModel,
    after: AccessModel,
    aspect: Aspect,
    target: Target,
    unlisted: Unlisted,
): Shift[] {
    if (aspect !== "has") {
        const sets = [before.who(aspect, target), after.who(aspect, target)] as const;
        const shifts = shiftsBetween(after, aspect, ...sets, unlisted);
        if (aspect !== "mayRequest" && aspect !== "getsWithoutApproval") return shifts;
        return [...shifts, ...atOtherLevels(before, after, aspect, target, shifts, unlisted)];
    }
    const [was, is] = [before.holdersByLevel(target), after.holdersByLevel(target)];
    return [...new Set([...was.keys(), ...is.keys()])].flatMap((level) => {
        const sets = [was.get(level) ?? PrincipalSet.empty, is.get(level) ?? PrincipalSet.empty] as const;
        return shiftsBetween(after, aspect, ...sets, ALL_LISTED).map((shift) => ({ ...shift, level }));
    });
}

function rolesBetween(before: AccessModel, after: AccessModel): RoleImpact[] {
    return ORGANIZATION_ROLES.map((role) => {
        const [was, is] = [before, after].map(({ administration }) => administration.holding(role));
        return { role, shifts: was && is ? shiftsBetween(after, "has", was, is, ALL_LISTED) : [] };
    }).filter(({ shifts }) => shifts.length > 0);
}

/** Users who could request it before and may now request it at another level, unless a wider gain is already listed. */
function atOtherLevels(
    before: AccessModel,
    after: AccessModel,
    aspect: "mayRequest" | "getsWithoutApproval",
    target: Target,
    shifts: readonly Shift[],
    unlisted: Unlisted,
): Shift[] {
    const is = after.byLevel(aspect, target);
    if (!is) return [];
    const wider = shifts.filter(({ fate }) => WIDENING.some((one) => one === fate));
    const told = wider.flatMap((shift) => shift.people().map(({ id }) => after.records.principals.number(id)));
    const others: Unlisted = { ...unlisted, gained: new Set([...told, ...unlisted.gained]) };
    // Without levels whoever may ask gets what there is.
    const was = before.byLevel(aspect, target) ?? {
        any: before.who(aspect, target),
        at: new Map<string, PrincipalSet>(),
    };
    const at = ({ any, at }: Leveled, level: string): PrincipalSet =>
        after.memberships.together([any, ...[at.get(level)].filter((set) => set !== undefined)]);
    return [...is.at.keys()].flatMap((level) =>
        shiftsBetween(after, aspect, at(was, level), at(is, level), others)
            .filter(({ fate }) => fate === "gained" || fate === "maybeGained")
            .map((shift) => ({ ...shift, level })),
    );
}

function shiftsBetween(
    model: AccessModel,
    aspect: Aspect,
    before: PrincipalSet,
    after: PrincipalSet,
    unlisted: Unlisted,
): Shift[] {
    if (before === after) return [];
    const { gained, lost, longer, shorter } = model.memberships.union.compare(before, after);
    const { newUsers } = unlisted;
    const isNewAlone =
        after.members !== model.people.everybody.members &&
        gained.some((number) => newUsers.has(number)) &&
        [...model.records.users.keys()].some((number) => !newUsers.has(number) && !after.has(number));
    const isListed = (number: number): boolean => !unlisted.gained.has(number) && (isNewAlone || !newUsers.has(number));
    const shifts: [Fate, readonly number[]][] = [
        [before.unknowns.size > 0 ? "maybeGained" : "gained", gained.filter(isListed)],
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
    // A time limit creates another set with the same members.
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
        ...unknownShifts(aspect, before, after, true),
        // If everyone can do it afterwards, no unknown user can have lost it.
        ...(isForEverybody ? [] : unknownShifts(aspect, after, before, false)),
    ];
}

/** Unknowns that only `other` has, or that may concern more people than in `one`. */
function unknownShifts(aspect: Aspect, one: PrincipalSet, other: PrincipalSet, isWider: boolean): Shift[] {
    const known = new Map<string, OpenUnknown[]>();
    for (const unknown of one.unknowns) known.set(textOf(unknown), [...(known.get(textOf(unknown)) ?? []), unknown]);
    const isNew = (unknown: OpenUnknown): boolean => {
        const same = known.get(textOf(unknown));
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

function textOf({ type, id, because, variant }: Unknown): string {
    return JSON.stringify([type, id, because, variant]);
}

function endIn(set: PrincipalSet, number: number): string | null | undefined {
    const place = set.members.indexOf(number);
    return place < 0 ? undefined : dateOf(set.endAt(place));
}

/** Numbers of the users of `one` who are not in the other model. */
function usersOnlyIn({ records }: AccessModel, other: AccessModel): number[] {
    if (records.users === other.records.users) return [];
    return [...records.users.keys()].filter((number) => !other.records.users.has(number));
}
