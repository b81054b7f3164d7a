import { selections } from "../../../common/collections.js";
import type { Gain } from "../../model/facts/draft.js";
import type { Target, Unknown } from "../../model/facts/facts.js";
import { NEVER, PrincipalSet } from "../../model/facts/principals.js";
import { type AccessModel, targetsOf } from "../../model/model.js";
import { pathOf } from "../../model/path.js";
import type { PathStep } from "../../model/path-step.js";
import { WAYS_OF_TAKING, type WayOfTaking } from "../../model/rules/requests.js";
import { grantingTargets, isRuled, targetKey, usefulTargets } from "./useful-targets.js";

/** One step of a chain: a person obtains a group or resource without another person's approval. */
export interface Take {
    readonly target: Target;
    /** Why this step is possible at this point of the chain. */
    readonly path: readonly PathStep[];
}

/** A series of steps through which a person obtains a target. The last step obtains the target, or something that grants it. */
export interface Chain {
    readonly personId: string;
    readonly target: Target;
    readonly takes: readonly Take[];
    /** Whether no shorter chain exists. */
    readonly isShortest: boolean;
}

/** The result of a search for chains. */
export interface Chains {
    readonly chains: readonly Chain[];
    /** Number of people or targets that were not examined because there are too many. They probably have chains as well. */
    readonly unexamined: number;
    /**
     * Number of people or targets that may have a chain, but for which no valid order of steps was found because steps exclude each other.
     */
    readonly unproved: number;
    /** Reasons why the search may have missed chains. */
    readonly unknowns: readonly Unknown[];
}

export interface EscalationOptions {
    /** The people whose chains are searched. Default: all users. */
    readonly who?: PrincipalSet;
    /** Keys of groups and resources that must not occur in a chain before its last step. */
    readonly without?: ReadonlySet<string>;
}

/** Maximum number of combinations of steps to try when searching for a shorter chain. */
const MAX_TRIED = 500;

/**
 * Finds the access that people can obtain in several steps, called takes, which form a chain. In each step, they get a group or resource
 * without approval by anyone else: through a request that is approved automatically or by themselves, by granting it to themselves, or by
 * break-glass access.
 */
export class Escalation {
    /**
     * The model before each round. In each round, every person obtains everything they can. In the last model, no one can obtain anything
     * more.
     */
    readonly #rounds: readonly AccessModel[];
    readonly #gains: readonly RoundGain[];
    readonly #known = new Map<AccessModel, Map<string, PrincipalSet>>();
    /** The steps of the chain found most recently, without its last step. */
    #last: readonly RoundGain[] = [];

    constructor(
        readonly model: AccessModel,
        { who, without = new Set() }: EscalationOptions = {},
    ) {
        const useful = usefulTargets(model).filter((target) => !without.has(targetKey(target)));
        const rounds = [model];
        const gains: RoundGain[] = [];
        // Terminates because each person can obtain each target only once.
        for (let now = model; ; ) {
            const found = useful.flatMap((target) => takeable(now, target, takersIn(now, target), who));
            if (found.length === 0) break;
            gains.push(...found.map((gain) => ({ ...gain, round: rounds.length - 1 })));
            now = now.withPossibleGains(found);
            rounds.push(now);
        }
        this.#rounds = rounds;
        this.#gains = gains;
    }

    /** Returns the chains of up to `most` people to a target, shortest first. */
    to(target: Target, most: number): Chains {
        const { members, unknowns } = this.climbers(target);
        const searched = [...members].slice(0, most).map((one) => this.chain(one, target));
        const { chains, ...rest } = foundChains(members.length, searched, [...unknowns]);
        return { ...rest, chains: chains.toSorted((one, other) => one.takes.length - other.takes.length) };
    }

    /** Returns the chains of a person to the first `most` of these targets, in the given order. */
    from(number: number, targets: readonly Target[], most: number): Chains {
        return foundChains(
            targets.length,
            targets.slice(0, most).map((one) => this.chain(number, one)),
            [],
        );
    }

    /** Returns the ways in which people obtain a target in any chain. */
    waysOf(target: Target): ReadonlySet<WayOfTaking> {
        const { union } = this.model.memberships;
        const ways = this.#gains
            .filter((gain) => targetKey(gain.target) === targetKey(target))
            .flatMap(({ who, round }) => {
                const now = this.#rounds[round] ?? this.model;
                return WAYS_OF_TAKING.filter((way) =>
                    now.requests.taking(way, target).some((one) => union.common(one, who).size > 0),
                );
            });
        return new Set(ways);
    }

    /**
     * People who may be able to reach a target, but only in a chain of at least two steps. May include people who cannot, because this does
     * not check whether steps exclude each other; `chain` does.
     */
    climbers(target: Target): PrincipalSet {
        return this.model.memberships.union.split(this.reachers(target), this.#reachers(this.model, target)).outside;
    }

    /** People who have a target, or may be able to reach it in one or more steps. */
    reachers(target: Target): PrincipalSet {
        return this.#reachers(this.#rounds.at(-1) ?? this.model, target);
    }

    /** Targets that a person may be able to reach, but only in a chain of at least two steps. */
    targetsOf(number: number): Target[] {
        return [...targetsOf(this.model)].filter(
            (target) => target.type !== "bundle" && this.climbers(target).has(number),
        );
    }

    /**
     * Returns a chain that leads a person to a target, without unnecessary steps. Returns undefined if no valid order of steps was found;
     * for example, an earlier step may subject the person to a stricter request configuration.
     */
    chain(number: number, target: Target): Chain | undefined {
        const fewest = this.#rounds.findIndex((one) => this.#reachers(one, target).has(number));
        const gains = this.#gains.filter(({ who }) => who.has(number));
        const early = gains.filter(({ round }) => round < fewest);
        // Different people often take the same steps, so the previous chain is tried first.
        const isAlike = this.#last.length === fewest && this.#last.every((gain) => early.includes(gain));
        const least =
            (isAlike && this.#perform(number, target, this.#last) ? this.#last : undefined) ??
            this.#shortest(number, target, gains, fewest);
        const found = least ?? this.#minimal(number, target, early) ?? this.#minimal(number, target, gains);
        const takes = found && this.#perform(number, target, found);
        if (!takes) return undefined;
        this.#last = found;
        const personId = this.model.records.principals.id(number);
        return { personId, target, takes, isShortest: least !== undefined };
    }

    #reachers(model: AccessModel, target: Target): PrincipalSet {
        const known = this.#known.get(model) ?? new Map<string, PrincipalSet>();
        this.#known.set(model, known);
        const found = known.get(targetKey(target)) ?? this.#reachersIn(model, target);
        known.set(targetKey(target), found);
        return found;
    }

    /**
     * Tries selections of at least `fewest` gains, each in the order of their rounds, and smaller selections first. A gain of round n
     * requires at least n earlier gains, so gains of later rounds are omitted from small selections.
     */
    #shortest(
        number: number,
        target: Target,
        gains: readonly RoundGain[],
        fewest: number,
    ): readonly RoundGain[] | undefined {
        let tried = 0;
        for (let count = fewest; count <= gains.length; count += 1) {
            const possible = gains.filter(({ round }) => round < count);
            for (const some of selections(possible, count)) {
                if (this.#perform(number, target, some)) return some;
                tried += 1;
                if (tried === MAX_TRIED) return undefined;
            }
        }
        return undefined;
    }

    /** Removes unnecessary gains, trying the latest first. Returns undefined if the gains do not lead to the target. */
    #minimal(number: number, target: Target, gains: readonly RoundGain[]): readonly RoundGain[] | undefined {
        let needed = gains;
        if (!this.#perform(number, target, needed)) return undefined;
        for (const gain of gains.toReversed()) {
            const without = needed.filter((one) => one !== gain);
            if (this.#perform(number, target, without)) needed = without;
        }
        return needed;
    }

    /** Performs the steps in order, and then the step that obtains the target. Returns undefined if a step is not possible. */
    #perform(number: number, target: Target, gains: readonly RoundGain[]): Take[] | undefined {
        const takes: Take[] = [];
        let now = this.model;
        for (const { target: taken, level } of gains) {
            const who = onlyOf(takersIn(now, taken), number);
            if (who.size === 0) return undefined;
            takes.push(takeOf(now, number, taken));
            now = now.afterGains([{ target: taken, level, who }]);
        }
        if (now.holders(target).has(number)) return takes;
        const last = grantingTargets(now, target).find((one) => takersIn(now, one).has(number));
        return last && [...takes, takeOf(now, number, last)];
    }

    /** People who have a target, or can obtain it or something that grants it. */
    #reachersIn(model: AccessModel, target: Target): PrincipalSet {
        const takers = grantingTargets(model, target).map((one) => takersIn(model, one));
        return model.memberships.together([model.holders(target), ...takers]).withoutEnds;
    }
}

function foundChains(count: number, searched: readonly (Chain | undefined)[], unknowns: readonly Unknown[]): Chains {
    const chains = searched.filter((chain) => chain !== undefined);
    return {
        chains,
        unexamined: count - searched.length,
        unproved: searched.length - chains.length,
        unknowns,
    };
}

/** Access to a group or resource that users obtain in a round. */
interface RoundGain extends Gain {
    readonly round: number;
}

/** Gains of the users who can obtain a target and do not have it yet. */
function takeable(model: AccessModel, target: Target, takers: PrincipalSet, among?: PrincipalSet): Gain[] {
    const { union } = model.memberships;
    const examined = among ? union.common(takers, among) : takers;
    const missing = union.split(examined, model.holders(target)).outside;
    if (missing.size === 0) return [];
    const [offer] = model.requests.offers(target);
    const who = missing.size === takers.size ? takers : withEndsOf(missing, takers);
    return [{ target, level: offer?.level ?? 0, who }];
}

/** Returns a set with the same members, whose expiration dates are copied from a larger set. */
function withEndsOf({ members }: PrincipalSet, larger: PrincipalSet): PrincipalSet {
    if (!larger.ends) return new PrincipalSet(members);
    const endOf = new Map(Array.from(larger.members, (number, place) => [number, larger.endAt(place)]));
    return new PrincipalSet(
        members,
        Float64Array.from(members, (number) => endOf.get(number) ?? NEVER),
    );
}

function onlyOf(set: PrincipalSet, number: number): PrincipalSet {
    if (!set.has(number)) return PrincipalSet.empty;
    return new PrincipalSet(Uint32Array.of(number), Float64Array.of(set.endAt(set.members.indexOf(number))));
}

/** People who can obtain a target in one step. */
function takersIn({ administration, records, requests }: AccessModel, target: Target): PrincipalSet {
    return isRuled(records, target) ? administration.who("admitting", target) : requests.withoutApproval(target);
}

function takeOf(model: AccessModel, taker: number, target: Target): Take {
    const personId = model.records.principals.id(taker);
    return { target, path: pathOf(model, personId, "getsWithoutApproval", target) ?? [] };
}
