import type { Gain } from "../../model/facts/draft.js";
import type { Target, Unknown } from "../../model/facts/facts.js";
import { NEVER, PrincipalSet } from "../../model/facts/principals.js";
import { type AccessModel, targetsOf } from "../../model/model.js";
import { pathOf } from "../../model/path.js";
import { WAYS_OF_TAKING, type WayOfTaking } from "../../model/rules/requests.js";
import { arrangements, first, ordered } from "./arrangements.js";
import type { Chain, Take } from "./take.js";
import type { Team } from "./team.js";
import { keyOf, sourcesOf, usefulTargets } from "./useful-targets.js";

/** The result of a search for chains. */
export interface Chains {
    readonly chains: readonly Chain[];
    /** Number of people or targets not examined, because there are too many. They probably have chains, too. */
    readonly unexamined: number;
    /** Number of people or targets that may have a chain, although no possible order of steps was found, since steps exclude each other. */
    readonly unproved: number;
    /** Number of people or targets for which not all teams of accomplices were tried. Undefined if each person acts alone. */
    readonly untried?: number;
    /** Reasons why there may be further chains. */
    readonly unknowns: readonly Unknown[];
}

export interface EscalationOptions {
    /** The people who take steps. Default: all users. */
    readonly who?: PrincipalSet;
    /** People who act together. Default: each person acts alone. */
    readonly team?: Team;
    /** Keys of groups and resources that chains must not contain as an intermediate step. */
    readonly without?: ReadonlySet<string>;
}

/** Maximum number of sets of takes to try in search of a shorter chain. */
const MAX_TRIED = 500;

/**
 * Finds what people can get in a chain of steps, called takes. Each take gives them access without anyone else's approval: by a request that
 * is approved automatically or by themselves, by granting it to themselves, or by break-glass access. Each person acts alone, unless a team
 * is given.
 */
export class Escalation {
    /** The model before each round. In a round, each person takes everything they can. The last model is the fixed point. */
    readonly #rounds: readonly AccessModel[];
    readonly #gains: readonly RoundGain[];
    readonly #team: Team | undefined;
    readonly #known = new Map<AccessModel, Map<string, PrincipalSet>>();
    /** The gains of the last chain that was found, without its last step. */
    #last: readonly RoundGain[] = [];

    constructor(
        readonly model: AccessModel,
        { who, team, without = new Set() }: EscalationOptions = {},
    ) {
        this.#team = team;
        const useful = usefulTargets(model).filter((target) => !without.has(keyOf(target)));
        const rounds = [model];
        const gains: RoundGain[] = [];
        // Terminates because people can take each target once.
        for (let now = model; ; ) {
            const all = useful.flatMap((target) => takeable(now, target, this.#takers(now, target), who));
            if (all.length === 0) break;
            // The members of a team take steps one by one.
            const found = team ? all.flatMap(eachAlone) : all;
            gains.push(...found.map((gain) => ({ ...gain, round: rounds.length - 1 })));
            now = now.withPossibleGains(found);
            rounds.push(now);
        }
        this.#rounds = rounds;
        this.#gains = gains;
    }

    /** Chains to a target, of at most `most` people: the shortest first. */
    to(target: Target, most: number): Chains {
        const { members, unknowns } = this.climbers(target);
        const searched = [...members].slice(0, most).map((one) => this.chain(one, target));
        const { chains, ...rest } = found(members.length, searched, [...unknowns]);
        return { ...rest, chains: chains.toSorted((one, other) => one.takes.length - other.takes.length) };
    }

    /** Chains of a person to at most `most` of these targets, in their order. */
    from(number: number, targets: readonly Target[], most: number): Chains {
        return found(
            targets.length,
            targets.slice(0, most).map((one) => this.chain(number, one)),
            [],
        );
    }

    /** The ways in which people take a target in any chain. */
    waysOf(target: Target): ReadonlySet<WayOfTaking> {
        const { union } = this.model.memberships;
        const ways = this.#gains
            .filter((gain) => keyOf(gain.target) === keyOf(target))
            .flatMap(({ who, round }) => {
                const now = this.#rounds[round] ?? this.model;
                return WAYS_OF_TAKING.filter((way) =>
                    now.requests.taking(way, target).some((one) => union.common(one, who).size > 0),
                );
            });
        return new Set(ways);
    }

    /**
     * People who may be able to reach a target, but only by a chain of at least two takes. Some of them may not be able to, because this ignores
     * that steps can exclude each other. `chain` does not.
     */
    climbers(target: Target): PrincipalSet {
        return this.model.memberships.union.split(this.reachers(target), this.#reachers(this.model, target)).outside;
    }

    /** People who have a target, or may be able to reach it by one or more takes. */
    reachers(target: Target): PrincipalSet {
        return this.#reachers(this.#rounds.at(-1) ?? this.model, target);
    }

    /** Targets that a person may be able to reach, but only by a chain of at least two takes. */
    targetsOf(number: number): Target[] {
        return [...targetsOf(this.model)].filter(
            (target) => target.type !== "bundle" && this.climbers(target).has(number),
        );
    }

    /**
     * Returns a chain that leads a climber to a target, in which no take can be omitted. Undefined if no possible order of takes was found: an
     * earlier take may move the person to a stricter request configuration.
     */
    chain(number: number, target: Target): Chain | undefined {
        const fewest = this.#rounds.findIndex((one) => this.#reachers(one, target).has(number));
        const gains = this.#team ? this.#gains : this.#gains.filter(({ who }) => who.has(number));
        const early = gains.filter(({ round }) => round < fewest);
        // Different people often take the same steps, so the last chain is tried first.
        const alike =
            this.#last.length === fewest && this.#last.every((gain) => early.includes(gain)) ? [this.#last] : [];
        const least = [...alike, ...first(ordered(gains, fewest), MAX_TRIED)].find((some) =>
            this.#perform(number, target, some),
        );
        // If takes exclude each other, only some of them lead to the target, perhaps in another order.
        const found =
            least ??
            this.#minimal(number, target, early) ??
            this.#minimal(number, target, gains) ??
            [...first(arrangements(gains, fewest), MAX_TRIED)].find((some) => this.#perform(number, target, some));
        const takes = found && this.#perform(number, target, found);
        if (!takes) return undefined;
        this.#last = found;
        const personId = this.model.records.principals.id(number);
        return { personId, target, takes, isShortest: least !== undefined };
    }

    #reachers(model: AccessModel, target: Target): PrincipalSet {
        const known = this.#known.get(model) ?? new Map<string, PrincipalSet>();
        this.#known.set(model, known);
        const found = known.get(keyOf(target)) ?? this.#reachersIn(model, target);
        known.set(keyOf(target), found);
        return found;
    }

    /** Removes the gains that can be omitted, trying the latest first. Undefined if the gains do not lead to the target. */
    #minimal(number: number, target: Target, gains: readonly RoundGain[]): readonly RoundGain[] | undefined {
        let needed = gains;
        if (!this.#perform(number, target, needed)) return undefined;
        for (const gain of gains.toReversed()) {
            const without = needed.filter((one) => one !== gain);
            if (this.#perform(number, target, without)) needed = without;
        }
        return needed;
    }

    /** Performs takes in order, and then takes the target. Undefined if one of the takes is not possible. */
    #perform(number: number, target: Target, gains: readonly RoundGain[]): Take[] | undefined {
        const takes: Take[] = [];
        let now = this.model;
        for (const { target: taken, level, who: takers } of gains) {
            const taker = this.#team ? (takers.members[0] ?? number) : number;
            const who = onlyOf(this.#takers(now, taken), taker);
            if (who.size === 0) return undefined;
            takes.push(this.#takeOf(now, taker, taken));
            now = now.afterGains([{ target: taken, level, who }]);
        }
        if (now.holders(target).has(number)) return takes;
        const last = sourcesOf(now, target).find((one) => this.#takers(now, one).has(number));
        return last && [...takes, this.#takeOf(now, number, last)];
    }

    #takers(model: AccessModel, target: Target): PrincipalSet {
        return this.#team?.takers(model, target) ?? model.requests.withoutApproval(target);
    }

    /** People who have a target, or can take it or something that gives it. */
    #reachersIn(model: AccessModel, target: Target): PrincipalSet {
        const takers = sourcesOf(model, target).map((one) => this.#takers(model, one));
        return model.memberships.together([model.holders(target), ...takers]).withoutEnds;
    }

    #takeOf(model: AccessModel, taker: number, target: Target): Take {
        if (this.#team) return this.#team.takeOf(model, taker, target);
        const personId = model.records.principals.id(taker);
        return { target, path: pathOf(model, personId, "getsWithoutApproval", target) ?? [] };
    }
}

function found(count: number, searched: readonly (Chain | undefined)[], unknowns: readonly Unknown[]): Chains {
    const chains = searched.filter((chain) => chain !== undefined);
    return {
        chains,
        unexamined: count - searched.length,
        unproved: searched.length - chains.length,
        unknowns,
    };
}

/** A group or resource that users gain in a round. */
interface RoundGain extends Gain {
    readonly round: number;
}

/** The gains of users who take a target that they do not have yet. */
function takeable(model: AccessModel, target: Target, takers: PrincipalSet, among?: PrincipalSet): Gain[] {
    const { union } = model.memberships;
    const examined = among ? union.common(takers, among) : takers;
    const missing = union.split(examined, model.holders(target)).outside;
    if (missing.size === 0) return [];
    const [offer] = model.requests.offers(target);
    const who = missing.size === takers.size ? takers : withEndsOf(missing, takers);
    return [{ target, level: offer?.level ?? 0, who }];
}

/** The set, with the ends of its members in a larger set. */
function withEndsOf({ members }: PrincipalSet, larger: PrincipalSet): PrincipalSet {
    if (!larger.ends) return new PrincipalSet(members);
    const endOf = new Map(Array.from(larger.members, (number, place) => [number, larger.endAt(place)]));
    return new PrincipalSet(
        members,
        Float64Array.from(members, (number) => endOf.get(number) ?? NEVER),
    );
}

function eachAlone({ who, ...gain }: Gain): Gain[] {
    return [...who.members].map((number) => ({ ...gain, who: onlyOf(who, number) }));
}

function onlyOf(set: PrincipalSet, number: number): PrincipalSet {
    if (!set.has(number)) return PrincipalSet.empty;
    return new PrincipalSet(Uint32Array.of(number), Float64Array.of(set.endAt(set.members.indexOf(number))));
}
