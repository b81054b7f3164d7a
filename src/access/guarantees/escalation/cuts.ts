import { selections } from "../../../common/selections.js";
import type { Target } from "../../model/facts/facts.js";
import type { AccessModel } from "../../model/model.js";
import type { WayOfTaking } from "../../model/rules/requests.js";
import { Escalation } from "./escalation.js";
import type { Take } from "./take.js";
import { keyOf } from "./useful-targets.js";

/** A set of changes that cuts chains. */
export interface Cuts {
    /** Groups and resources to close, so that no one can take them alone. */
    readonly cuts: readonly Cut[];
    /** Whether no smaller set cuts all chains. */
    readonly isFewest: boolean;
    /** Whether all chains are cut. False if there are too many, or if a chain has no step before the target itself. */
    readonly isComplete: boolean;
}

/** A group or a resource, and every way in which people take it in a chain: all of them must be closed. */
export interface Cut {
    readonly target: Target;
    readonly ways: ReadonlySet<WayOfTaking>;
}

/** Maximum number of chains to examine. */
const MAX_CHAINS = 200;

/** Maximum number of groups and resources for which to try all combinations. */
const MAX_COMBINED = 20;

/**
 * Returns the fewest groups and resources to close, so that no chain leads to any of the targets. Finds a chain that is still open, then the
 * smallest set that cuts all chains found so far, and repeats this until no chain is left.
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
        // The last take is the target itself, which some people should have.
        const steps = left.slice(0, -1);
        if (steps.length === 0) break;
        for (const { target } of steps) known.set(keyOf(target), target);
        chains.push(steps.map(({ target }) => keyOf(target)));
        const found = smallestHit(chains);
        cut = found.keys;
        isFewest &&= found.isSmallest;
    }
    return { cuts: cutsAt(cut), isFewest: false, isComplete: false };
}

/** A chain that leads any user to one of the targets. */
function anyChain(escalation: Escalation, targets: readonly Target[]): readonly Take[] | undefined {
    for (const target of targets)
        for (const number of escalation.climbers(target).members) {
            const chain = escalation.chain(number, target);
            if (chain) return chain.takes;
        }
    return undefined;
}

/** The smallest set that contains an element of each chain. If there are too many sets to try, takes the most frequent elements first. */
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
