import type { Target } from "../../model/facts/facts.js";
import { PrincipalSet } from "../../model/facts/principals.js";
import { unknownText } from "../../model/facts/records.js";
import type { AccessModel } from "../../model/model.js";
import { type Chain, Escalation } from "./escalation.js";

/** The chains that a change adds, and the chains that it removes. */
export interface ChainChanges {
    /** Chains to targets that the person could not reach before the change, neither directly nor in several steps. */
    readonly opened: readonly Chain[];
    /** Chains to targets that the person can no longer reach after the change. */
    readonly cut: readonly Chain[];
    /**
     * Targets to which other people may also have a new chain. This could not be determined, because there are too many people to examine,
     * no valid order of steps was found, or data is missing.
     */
    readonly open: readonly Target[];
    /** Number of targets that were not examined because there are too many. */
    readonly unexamined: number;
}

/** Maximum number of targets to examine. */
export const MAX_TARGETS = 100;
/** Maximum number of people to examine per target. */
export const MAX_PEOPLE = 50;

/** Compares the chains to the targets before and after a change. The results are in the order of the targets. */
export function chainChanges(before: AccessModel, after: AccessModel, targets: readonly Target[]): ChainChanges {
    const [old, now] = [new Escalation(before), new Escalation(after)];
    const opened: Chain[] = [];
    const cut: Chain[] = [];
    const open: Target[] = [];
    for (const target of targets.slice(0, MAX_TARGETS)) {
        const newcomers = climbersOnlyIn(now, old, target);
        const found = chainsOf(now, newcomers, target);
        opened.push(...found);
        cut.push(...chainsOf(old, climbersOnlyIn(old, now, target), target));
        if (found.length < newcomers.size || newcomers.unknowns.size > 0) open.push(target);
    }
    return { opened, cut, open, unexamined: Math.max(0, targets.length - MAX_TARGETS) };
}

/** People who can reach a target only in several steps in one model, and cannot reach it at all in the other. */
function climbersOnlyIn(one: Escalation, other: Escalation, target: Target): PrincipalSet {
    const climbers = one.climbers(target);
    const reachers = other.reachers(target);
    const { members } = one.model.memberships.union.split(climbers, reachers).outside;
    const known = new Set([...reachers.unknowns].map(unknownText));
    const unknowns = [...climbers.unknowns].filter((unknown) => !known.has(unknownText(unknown)));
    return new PrincipalSet(members, undefined, new Set(unknowns));
}

function chainsOf(escalation: Escalation, { members }: PrincipalSet, target: Target): Chain[] {
    return [...members.slice(0, MAX_PEOPLE)].flatMap((number) => escalation.chain(number, target) ?? []);
}
