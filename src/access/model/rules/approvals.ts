import { type OpenUnknown, PrincipalSet } from "../facts/principals.js";
import { lacksStage, NO_ONE, type Offer, type Party, type Stages, unknownManagers, withoutStage } from "./stages.js";

/** The smallest number of people, other than the requester, whose approvals complete all stages of a request. */
export interface Approvals {
    readonly count: number;
    /** Numbers of the known people in the set. Contains fewer than `count` people if the members of a party are unknown. */
    readonly people: readonly number[];
    /** Lower bound of `count`. It can be smaller because an unknown person may belong to several parties, or may be the requester. */
    readonly least: number;
}

/**
 * Returns the smallest set of people who must approve a request of one requester, or undefined if no one can approve it. A person is
 * counted once, even if they approve for several parties and stages. Approvals by the requester and by machines are not counted, and
 * parties that they belong to do not need another approval. Does not consider decisions by administrators, which skip all stages.
 */
export function fewestApprovals(stages: Stages, offer: Offer, requester: number): Approvals | undefined {
    if (offer.rule.autoApproval) return NONE;
    const asked = offer.rule.stages.map((stage) => stages.parties(stage, offer, requester));
    if (asked.length === 0 || asked.some(({ length }) => length === 0)) return undefined;
    return approvalsOf(
        asked.flat().filter((party) => !stages.passesAlone(party, requester)),
        requester,
    );
}

/**
 * Returns the smallest set of people, other than the requester, that contains someone from each party. Undefined if a party does not have
 * other members.
 */
export function approvalsOf(left: readonly Party[], requester: number): Approvals | undefined {
    const hasOthers = ({ who }: Party): boolean => who.members.some((number) => number !== requester);
    if (left.some((party) => !party.isOpen && !hasOthers(party))) return undefined;
    const known = left.filter(hasOthers);
    const people = smallestCover(known, requester);
    const count = people.length + (left.length > known.length ? 1 : 0);
    const closed = left.filter(({ isOpen }) => !isOpen);
    // An unknown person may be the requester, except for a manager, because no one is their own manager.
    const isByOthers = left.some(({ who, isOpen }) => isOpen && who.unknowns.size === 0);
    const least = Math.max(isByOthers ? 1 : 0, smallestCover(closed, requester).length);
    return { count, people, least };
}

/** Users who can make this request and need fewer than `count` approvals by other people. */
export function withFewerApprovals(stages: Stages, offer: Offer, count: number): PrincipalSet {
    const { who } = offer;
    if (lacksStage(offer.rule)) return withoutStage(offer);
    const sure: number[] = [];
    const possible: number[] = [];
    // If no stage requires approval by a manager, all requesters who are not reviewers need the same approvals.
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

const NONE: Approvals = { count: 0, people: [], least: 0 };

/**
 * Finds the smallest set of people that contains someone from each party. Searches breadth-first: each step adds a member of the first
 * party that is not covered yet.
 */
function smallestCover(parties: readonly Party[], requester: number): number[] {
    const masks = new Map<number, bigint>();
    for (const [index, { who }] of parties.entries())
        for (const number of who.members)
            if (number !== requester) masks.set(number, (masks.get(number) ?? 0n) | (1n << BigInt(index)));
    // People who belong to the same parties are interchangeable, so only one of them is tried.
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
