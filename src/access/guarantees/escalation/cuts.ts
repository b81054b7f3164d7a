import { selections } from "../../../common/collections.js";
import type { Target } from "../../model/facts/facts.js";
import type { AccessModel } from "../../model/model.js";
import type { WayOfTaking } from "../../model/rules/requests.js";
import { Escalation, type Take } from "./escalation.js";
import { targetKey } from "./useful-targets.js";

/** Changes to groups and resources that together cut all chains. */
export interface Cuts {
    /** Groups and resources to close, so that no one can obtain them without another person's approval. */
    readonly cuts: readonly Cut[];
    /** Whether this is the smallest possible set. */
    readonly isFewest: boolean;
    /** Whether all chains are cut. False if there are too many chains to examine, or if a chain consists only of the target itself. */
    readonly isComplete: boolean;
}

/** A group or resource, and the ways in which people obtain it in a chain. All of these ways must be closed. */
export interface Cut {
    readonly target: Target;
    readonly ways: ReadonlySet<WayOfTaking>;
}

/** Maximum number of chains to examine. */
const MAX_CHAINS = 200;

/** Maximum number of groups and resources for trying all combinations. */
const MAX_COMBINED = 20;

/**
 * Returns the smallest set of groups and resources to close, so that no chain leads to any of the targets. In each iteration, finds a chain
 * that is not yet cut, then the smallest set that cuts all chains found so far, until no such chain is left.
 */
export function cutsOf(model: AccessModel, targets: readonly Target[]): Cuts {
    const all = new Escalation(model);
    const chains: (readonly string[])[] = [];
    const known = new Map<string, Target>();
    const cutsAt = (keys: readonly string[]): Cut[] =>
        keys.flatMap((key) => known.get(key) ?? []).map((target) => ({ target, ways: all.waysOf(target) }));
    let cut: readonly string[] = [];
    let isFewest = true;
    while (chains.length < MAX_CHAINS) {
        const left = anyChain(new Escalation(model, { without: new Set(cut) }), targets);
        if (!left) return { cuts: cutsAt(cut), isFewest, isComplete: true };
        // The last step of a chain is the target itself. It is not closed, because some people are supposed to have access.
        const steps = left.slice(0, -1);
        if (steps.length === 0) break;
        for (const { target } of steps) known.set(targetKey(target), target);
        chains.push(steps.map(({ target }) => targetKey(target)));
        const found = smallestHit(chains);
        cut = found.keys;
        isFewest &&= found.isSmallest;
    }
    return { cuts: cutsAt(cut), isFewest: false, isComplete: false };
}

/** Returns a chain that leads any user to one of the targets. */
function anyChain(escalation: Escalation, targets: readonly Target[]): readonly Take[] | undefined {
    for (const target of targets)
        for (const number of escalation.climbers(target).members) {
            const chain = escalation.chain(number, target);
            if (chain) return chain.takes;
        }
    return undefined;
}

/**
 * Returns the smallest set that contains at least one element of each chain. If there are too many combinations to try, adds the most
 * frequent elements first, so the set may not be the smallest.
 */
function smallestHit(chains: readonly (readonly string[])[]): {
    readonly keys: string[];
    readonly isSmallest: boolean;
} {
    const all = [...new Set(chains.flat())];
    const greedy: string[] = [];
    const left = (keys: readonly string[]) => chains.filter((chain) => !chain.some((one) => keys.includes(one)));
    while (left(greedy).length > 0) {
        const open = left(greedy);
        const counts = all.map((key) => ({ key, count: open.filter((chain) => chain.includes(key)).length }));
        const best = counts.reduce((a, b) => (b.count > a.count ? b : a));
        greedy.push(best.key);
    }
    if (greedy.length <= 1) return { keys: greedy, isSmallest: true };
    if (all.length > MAX_COMBINED) return { keys: greedy, isSmallest: false };
    for (let size = 1; size < greedy.length; size += 1)
        for (const keys of selections(all, size)) if (left(keys).length === 0) return { keys, isSmallest: true };
    return { keys: greedy, isSmallest: true };
}
