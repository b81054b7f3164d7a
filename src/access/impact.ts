import type { Target, Unknown } from "./facts.js";
import { type AccessModel, ASPECTS, type Aspect, dateOf, type Leveled } from "./model.js";
import { type OpenUnknown, PrincipalSet } from "./principals.js";
import { ORGANIZATION_ROLES, type OrganizationRole } from "./roles.js";

/** What happens to somebody. "Maybe": whether they had it before, or have it afterwards, is not known. */
export const FATES = ["gained", "maybeGained", "longer", "lost", "maybeLost", "shorter"] as const;
export type Fate = (typeof FATES)[number];

/** Fates that give more than there was. */
export const WIDENING: readonly Fate[] = ["gained", "maybeGained", "longer"];

/** Who gains and who loses by a change: only targets of which something is different. */
export interface Impact {
    readonly targets: readonly TargetImpact[];
    /** Who gains and who loses a role in the organization. What the role gives them with each target is not repeated in `targets`. */
    readonly roles: readonly RoleImpact[];
    /** Ids of users who are there only afterwards. What everybody sees and may ask for, they do as well: that is not listed. */
    readonly newUsers: readonly string[];
    /** Ids of users who are there only before. */
    readonly removedUsers: readonly string[];
}

export interface RoleImpact {
    readonly role: OrganizationRole;
    readonly shifts: readonly Shift[];
}

/** What a role in the organization lets somebody do with every target. */
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

/** People to whom the same happens. */
export interface Shift {
    readonly aspect: Aspect;
    readonly fate: Fate | "unknown";
    /** Id of the access level; only of what somebody has, and of what they may newly ask for at another level than before. */
    readonly level?: string;
    /** So many people. Of an unknown shift 0: nobody can count them. */
    readonly count: number;
    /** Whether everybody can do it afterwards. */
    readonly isForEverybody: boolean;
    /** Some of them, in no order: all unless a number is given. */
    people(most?: number): Shifted[];
    /** Of an unknown shift: whether they may gain or lose, and why nobody knows. */
    readonly unknown?: { readonly isWider: boolean; readonly because: string };
}

export interface Shifted {
    readonly id: string;
    /** When it ended before, as an ISO date; null: it did not. Left out for what was not there. */
    readonly from?: string | null;
    /** When it ends afterwards. */
    readonly to?: string | null;
}

/** What `after` makes different from `before`, of which it must be a change (`before.with(…)`). */
export function impactOf(before: AccessModel, after: AccessModel): Impact {
    const { targets } = after.reachFrom(before);
    const newUsers = usersBeside(after, before);
    const removedUsers = usersBeside(before, after);
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

/** What every user may be able to do. A new user who comes to do it like every other user is not listed. */
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

/** Who could ask before, and may now ask at another level: of those of whom nothing wider is told. */
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
    // A limit of time makes another set of the same members.
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
        // Whoever it was, everybody is among those afterwards.
        ...(isForEverybody ? [] : unknownShifts(aspect, after, before, false)),
    ];
}

/** What is unknown in `other` alone, or of more people than in `one`. */
function unknownShifts(aspect: Aspect, one: PrincipalSet, other: PrincipalSet, isWider: boolean): Shift[] {
    const known = new Map<string, OpenUnknown[]>();
    for (const unknown of one.unknowns) known.set(textOf(unknown), [...(known.get(textOf(unknown)) ?? []), unknown]);
    const isNew = (unknown: OpenUnknown): boolean => {
        const same = known.get(textOf(unknown));
        // Those who are known to be in the other set anyway neither gain nor lose.
        if (!same) return unknown.among?.members.some((number) => !one.has(number)) ?? true;
        const places = same.flatMap(({ among }) => (among ? [among] : []));
        // Whom it may be is said by all of them, or it may have been anybody.
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

/** Numbers of the users of one who are none of the other. */
function usersBeside({ records }: AccessModel, other: AccessModel): number[] {
    if (records.users === other.records.users) return [];
    return [...records.users.keys()].filter((number) => !other.records.users.has(number));
}
