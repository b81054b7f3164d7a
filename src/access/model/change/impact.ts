import type { Target } from "../facts/facts.js";
import { PrincipalSet } from "../facts/principals.js";
import { targetRecord } from "../facts/records.js";
import { type AccessModel, ASPECTS, type Aspect, type Leveled } from "../model.js";
import { ORGANIZATION_ROLES, type OrganizationRole } from "../rules/roles.js";
import { laterTimes } from "./moments.js";
import { Newcomers } from "./newcomers.js";
import {
    ALL_LISTED,
    type Fate,
    isNewGain,
    isWidening,
    type Shift,
    type Shifted,
    shiftsBetween,
    type Unlisted,
} from "./shifts.js";

/** All gains and losses of access that a change causes. Contains only targets that are affected. */
export interface Impact {
    readonly targets: readonly TargetImpact[];
    /** Gains and losses of roles in the organization. Access to targets that follows from a role is not repeated in `targets`. */
    readonly roles: readonly RoleImpact[];
    /** Ids of added users. `targets` does not mention that they gain what every user can see and request. */
    readonly newUsers: readonly string[];
    /** Ids of removed users. */
    readonly removedUsers: readonly string[];
    /** Number of later points in time that were not compared because there are too many. */
    readonly skippedTimes: number;
}

export interface RoleImpact {
    readonly role: OrganizationRole;
    readonly shifts: readonly Shift[];
}

/** For each role in the organization: what it allows its holders to do with every target. */
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

/**
 * Compares two models of the same organization, now and at every later time at which a difference begins or ends. Create `after` by calling
 * `with` on `before`.
 */
export function impactOf(before: AccessModel, after: AccessModel): Impact {
    const now = impactNow(before, after);
    const gaining = (): Set<string> => gainerIds(now.targets.flatMap(({ shifts }) => shifts));
    const { times, skipped } = laterTimes(gaining, before.records, after.records);
    const impact = times.reduce((reported, time) => withLater(reported, before, after, time), now);
    return { ...impact, skippedTimes: skipped };
}

function impactNow(before: AccessModel, after: AccessModel): Impact {
    const { targets } = after.reachFrom(before);
    const newUsers = usersOnlyIn(after, before);
    const removedUsers = usersOnlyIn(before, after);
    const roles = rolesBetween(before, after);
    const newcomers = new Newcomers(after, new Set(newUsers));
    const unlisted = new Map(
        ASPECTS.map((aspect): [Aspect, Unlisted] => {
            const shifts = roles.filter(({ role }) => ROLE_ASPECTS[role].includes(aspect)).flatMap((one) => one.shifts);
            const byRole = (fates: readonly Shift["fate"][]): number[] =>
                shifts
                    .filter(({ fate }) => fates.includes(fate))
                    .flatMap((shift) => shift.people().map(({ id }) => after.records.principals.number(id)));
            return [
                aspect,
                {
                    gained: new Set(byRole(["gained", "maybeGained"])),
                    lost: new Set([
                        ...(OPEN_TO_ALL.includes(aspect) ? removedUsers : []),
                        ...byRole(["lost", "maybeLost"]),
                    ]),
                },
            ];
        }),
    );
    const found = targets.map((target): TargetImpact => {
        const shifts = ASPECTS.flatMap((aspect) =>
            shiftsOf(before, after, aspect, target, newcomers, unlisted.get(aspect) ?? ALL_LISTED),
        );
        return { target, shifts };
    });
    const ids = (numbers: readonly number[]) => numbers.map((number) => after.records.principals.id(number));
    return {
        targets: found.filter(({ shifts }) => shifts.length > 0),
        roles,
        newUsers: ids(newUsers),
        removedUsers: ids(removedUsers),
        skippedTimes: 0,
    };
}

/** Adds what people gain at a later time. Ignores what they lose then. */
function withLater(reported: Impact, before: AccessModel, after: AccessModel, time: number): Impact {
    const found = impactNow(before.at(time), after.at(time));
    const merged = <One extends { readonly shifts: readonly Shift[] }>(
        were: readonly One[],
        are: readonly One[],
        keyOf: (one: One) => string,
        could: (one: One, shift: Shift) => PrincipalSet,
    ): One[] => {
        const all = new Map(were.map((one) => [keyOf(one), one]));
        for (const one of are) {
            const known = all.get(keyOf(one))?.shifts ?? [];
            const later = laterShifts(known, one.shifts, (shift) => could(one, shift), before, time);
            all.set(keyOf(one), { ...one, shifts: [...known, ...later] });
        }
        return [...all.values()].filter(({ shifts }) => shifts.length > 0);
    };
    return {
        ...reported,
        targets: merged(
            reported.targets,
            found.targets,
            ({ target }) => `${target.type} ${target.id}`,
            ({ target }, { aspect, level }) => whoAt(before, aspect, target, level),
        ),
        roles: merged(
            reported.roles,
            found.roles,
            ({ role }) => role,
            ({ role }) => before.administration.holding(role),
        ),
    };
}

/**
 * Returns shifts at a later time that widen access and are not reported yet.
 * @param could returns the principals who could do it at that time without the change
 */
function laterShifts(
    reported: readonly Shift[],
    found: readonly Shift[],
    could: (shift: Shift) => PrincipalSet,
    { records }: AccessModel,
    time: number,
): Shift[] {
    const begins = new Date(time).toISOString();
    const numberOf = (id: string): number => records.principals.number(id);
    return found.flatMap((shift): Shift[] => {
        const { aspect, fate, level, unknown } = shift;
        const same = reported.filter((one) => one.aspect === aspect && one.level === level);
        if (unknown) {
            const isReported = same.some((one) => one.unknown?.isWider && one.unknown.because === unknown.because);
            return unknown.isWider && !isReported ? [{ ...shift, begins }] : [];
        }
        if (!isWidening(fate)) return [];
        const before = could(shift);
        const known = gainerIds(same);
        // Users who have a target for longer can also see and request it for longer, so this is not reported separately.
        const holders = FROM_HAVING.includes(aspect)
            ? gainerIds(reported.filter((one) => one.aspect === "has"))
            : known;
        const fresh = shift
            .people()
            .filter(({ id }) => !known.has(id) && !(holders.has(id) && before.has(numberOf(id))));
        const isKept = ({ id }: Shifted): boolean => fate === "longer" || before.has(numberOf(id));
        const part = (fate: Fate, people: readonly Shifted[]): Shift[] => {
            const isForEverybody = shift.isForEverybody && people.length === shift.count;
            const some = (most?: number): Shifted[] => people.slice(0, most);
            return people.length === 0
                ? []
                : [{ ...shift, fate, count: people.length, isForEverybody, people: some, begins }];
        };
        return [
            ...part(
                fate as Fate, // the cast is safe because unknown shifts were handled above
                fresh.filter((one) => !isKept(one)),
            ),
            ...part("longer", fresh.filter(isKept)),
        ];
    });
}

/** Ids of the people whose access widens. */
function gainerIds(shifts: readonly Shift[]): Set<string> {
    return new Set(shifts.filter(({ fate }) => isWidening(fate)).flatMap((one) => one.people().map(({ id }) => id)));
}

/** Aspects that always apply to users who have a target. */
const FROM_HAVING: readonly Aspect[] = ["sees", "mayRequest"];

/** Aspects that may apply to every user. For these, new users are not listed individually. */
const OPEN_TO_ALL: readonly Aspect[] = ["getsWithoutApproval", "mayRequest", "sees"];

function shiftsOf(
    before: AccessModel,
    after: AccessModel,
    aspect: Aspect,
    target: Target,
    newcomers: Newcomers,
    unlisted: Unlisted,
): Shift[] {
    if (aspect !== "has") {
        const [was, is] = [whoIn(before, aspect, target), whoIn(after, aspect, target)];
        const listing = OPEN_TO_ALL.includes(aspect)
            ? newcomers.unlisted(unlisted, is, (model) => model.who(aspect, target))
            : unlisted;
        const shifts = shiftsBetween(after, aspect, was, is, listing);
        if (aspect !== "mayRequest" && aspect !== "getsWithoutApproval") return shifts;
        return [...shifts, ...atOtherLevels(before, after, aspect, target, shifts, newcomers, unlisted)];
    }
    const levels = [before, after].flatMap((model) => [...model.holdersByLevel(target).keys()]);
    return [...new Set(levels)].flatMap((level) => {
        const sets = [whoAt(before, aspect, target, level), whoAt(after, aspect, target, level)] as const;
        return shiftsBetween(after, aspect, ...sets, ALL_LISTED).map((shift) => ({ ...shift, level }));
    });
}

/** Principals to whom the aspect applies at a level. If requests are not divided by level, a request applies to every level. */
export function whoAt(model: AccessModel, aspect: Aspect, target: Target, level: string | undefined): PrincipalSet {
    if (level === undefined) return whoIn(model, aspect, target);
    if (aspect === "has") return model.holdersByLevel(target).get(level) ?? PrincipalSet.empty;
    const leveled =
        aspect === "mayRequest" || aspect === "getsWithoutApproval" ? model.byLevel(aspect, target) : undefined;
    if (!leveled) return whoIn(model, aspect, target);
    return model.memberships.together([leveled.any, leveled.at.get(level) ?? PrincipalSet.empty]);
}

/** Principals to whom the aspect applies for a target. Empty if the target does not exist. */
function whoIn(model: AccessModel, aspect: Aspect, target: Target): PrincipalSet {
    return targetRecord(model.records, target) ? model.who(aspect, target) : PrincipalSet.empty;
}

function rolesBetween(before: AccessModel, after: AccessModel): RoleImpact[] {
    return ORGANIZATION_ROLES.map((role) => {
        const [was, is] = [before, after].map(({ administration }) => administration.holding(role));
        return { role, shifts: was && is ? shiftsBetween(after, "has", was, is, ALL_LISTED) : [] };
    }).filter(({ shifts }) => shifts.length > 0);
}

/**
 * Finds users who could already request a target and can now request it at another level, or at a level for longer. Omits users whose gain
 * is already in `shifts`.
 */
function atOtherLevels(
    before: AccessModel,
    after: AccessModel,
    aspect: "mayRequest" | "getsWithoutApproval",
    target: Target,
    shifts: readonly Shift[],
    newcomers: Newcomers,
    unlisted: Unlisted,
): Shift[] {
    const [old, is] = [before.byLevel(aspect, target), after.byLevel(aspect, target)];
    if (!is || (isAtDefaultLevel(before, target, old) && isAtDefaultLevel(after, target, is))) return [];
    const wider = shifts.filter(({ fate }) => isWidening(fate));
    const numbersIn = (list: readonly Shift[]): number[] =>
        list.flatMap((shift) => shift.people().map(({ id }) => after.records.principals.number(id)));
    const known = new Set(numbersIn(wider));
    const listed: Unlisted = { ...unlisted, gained: new Set([...known, ...unlisted.gained]), longer: known };
    // A user who was limited to one level may now be able to choose any level, even if the levels were not read.
    const was = old?.any ?? whoIn(before, aspect, target);
    const unleveled = newcomers.unlisted(listed, is.any, (model) => model.who(aspect, target));
    const atAny = shiftsBetween(after, aspect, was, is.any, unleveled).filter(({ fate }) => isNewGain(fate));
    const others: Unlisted = { ...listed, gained: new Set([...numbersIn(atAny), ...listed.gained]) };
    const listing = (level: string, set: PrincipalSet): Unlisted =>
        newcomers.unlisted(others, set, (model) => whoAt(model, aspect, target, level));
    const atLevels = [...is.at.keys()].flatMap((level) => {
        const sets = [whoAt(before, aspect, target, level), whoAt(after, aspect, target, level)] as const;
        return shiftsBetween(after, aspect, ...sets, listing(level, sets[1]))
            .filter(({ fate }) => isWidening(fate))
            .map((shift) => ({ ...shift, level }));
    });
    return [...atAny, ...atLevels];
}

/** Whether it is known that the target does not have levels and that it is only granted at the default level. */
function isAtDefaultLevel({ records }: AccessModel, target: Target, leveled: Leveled | undefined): boolean {
    const levels = target.type === "group" ? [] : records.resources.get(target.id)?.levels;
    return levels?.length === 0 && [...(leveled?.at.keys() ?? [])].every((level) => level === "");
}

/** Numbers of the users that do not exist in the other model. */
function usersOnlyIn({ records }: AccessModel, other: AccessModel): number[] {
    if (records.users === other.records.users) return [];
    return [...records.users.keys()].filter((number) => !other.records.users.has(number));
}
