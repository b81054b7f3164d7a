import { type OpenUnknown, PrincipalSet } from "../facts/principals.js";
import { type Offer, type Party, type Stages, unknownManagers } from "./stages.js";

/** The smallest set of people, other than the requester, whose approvals pass all stages of a request. */
export interface Approvals {
    readonly count: number;
    /** Numbers of the people who are known; fewer than `count` if a party is unknown. */
    readonly people: readonly number[];
    /** Lower bound of `count`, since people who are unknown may belong to several parties, and the requester may be one of them. */
    readonly least: number;
}

/**
 * Returns the fewest people who must approve a request of one requester, or undefined if no one can approve it. A person counts once,
 * however many parties and stages they approve for. The requester's own approval and that of a Paladin count for nothing, but pass the
 * parties that they belong to. Decisions of administrators, which skip all stages, are not considered.
 */
export function fewestApprovals(stages: Stages, offer: Offer, requester: number): Approvals | undefined {
    if (offer.rule.autoApproval) return NONE;
    const asked = offer.rule.stages.map((stage) => stages.parties(stage, offer, requester));
    if (asked.length === 0 || asked.some(({ length }) => length === 0)) return undefined;
    return approvalsOf(
        asked.flat().filter(({ who }) => !stages.passesAlone(who, requester)),
        requester,
    );
}

/** The fewest people, other than the requester, of whom each party has one. Undefined if a party has nobody else. */
export function approvalsOf(left: readonly Party[], requester: number): Approvals | undefined {
    const hasOthers = ({ who }: Party): boolean => who.members.some((number) => number !== requester);
    if (left.some((party) => !party.isOpen && !hasOthers(party))) return undefined;
    const known = left.filter(hasOthers);
    const people = smallestCover(known, requester);
    const count = people.length + (left.length > known.length ? 1 : 0);
    const closed = left.filter(({ isOpen }) => !isOpen);
    // The requester may be one of those who are unknown, but is not their own manager.
    const isByOthers = left.some(({ who, isOpen }) => isOpen && who.unknowns.size === 0);
    const least = Math.max(isByOthers ? 1 : 0, smallestCover(closed, requester).length);
    return { count, people, least };
}

/** Users who get what is offered although fewer people than `count` approve, other than themselves. */
export function withFewerApprovals(stages: Stages, offer: Offer, count: number): PrincipalSet {
    const { who } = offer;
    const sure: number[] = [];
    const possible: number[] = [];
    // Without managers, all requesters who approve nothing themselves need the same approvals.
    const isShared = offer.rule.stages.every(({ requireManagerApproval }) => !requireManagerApproval);
    const parties = offer.rule.stages.flatMap((stage) => stages.parties(stage, offer, NO_ONE));
    const outside = isShared ? fewestApprovals(stages, offer, NO_ONE) : undefined;
    for (const number of who.members) {
        const isOutside = isShared && !parties.some((party) => party.who.has(number));
        const found = isOutside ? outside : fewestApprovals(stages, offer, number);
        if (found && found.count < count) sure.push(number);
        else if (found && found.least < count) possible.push(number);
    }
    const among = PrincipalSet.of(possible);
    const reasons = [
        ...parties.flatMap((party) => [...party.who.unknowns]),
        ...(isShared ? [] : [unknownManagers(offer)]),
    ];
    const open = reasons.map((one): OpenUnknown => ({ ...one, among }));
    const unknowns = new Set([...who.unknowns, ...(possible.length > 0 ? open : [])]);
    return new PrincipalSet(Uint32Array.from(sure), undefined, unknowns);
}

/**
 * Whether some people, among them the requester, can approve a request of the requester without anyone else: a Paladin or an unknown person is
 * someone else. Decisions of administrators, which skip all stages, are not considered.
 */
export function isApprovedBy(
    stages: Stages,
    offer: Offer,
    requester: number,
    people: readonly number[],
    hasSelfApproval: boolean,
): boolean {
    if (offer.rule.autoApproval) return true;
    const approvers = people.filter((one) => hasSelfApproval || one !== requester);
    const asked = offer.rule.stages.map((stage) => stages.parties(stage, offer, requester));
    if (asked.length === 0 || asked.some(({ length }) => length === 0)) return false;
    return asked.flat().every(({ who }) => approvers.some((one) => who.has(one)));
}

/** The number of no principal. */
export const NO_ONE = -1;

const NONE: Approvals = { count: 0, people: [], least: 0 };

/** The fewest people of which each party has one: breadth first, each time for the first party that has none yet. */
function smallestCover(parties: readonly Party[], requester: number): number[] {
    const masks = new Map<number, bigint>();
    for (const [index, { who }] of parties.entries())
        for (const number of who.members)
            if (number !== requester) masks.set(number, (masks.get(number) ?? 0n) | (1n << BigInt(index)));
    // People who belong to the same parties replace one another.
    const byMask = new Map([...masks].map(([number, mask]) => [mask, number] as const).toReversed());
    const all = (1n << BigInt(parties.length)) - 1n;
    const reached = new Map<bigint, readonly number[]>([[0n, []]]);
    for (const [mask, people] of reached) {
        if (mask === all) return [...people];
        const next = lowestBit(all & ~mask);
        for (const [more, number] of byMask)
            if ((more & next) !== 0n && !reached.has(mask | more)) reached.set(mask | more, [...people, number]);
    }
    return [];
}

function lowestBit(mask: bigint): bigint {
    return mask & -mask;
}
