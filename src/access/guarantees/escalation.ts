import { selections } from "../../common/selections.js";
import type { Gain } from "../model/draft.js";
import type { Target } from "../model/facts.js";
import { type AccessModel, targetsOf } from "../model/model.js";
import { type PathStep, pathOf } from "../model/path.js";
import { PrincipalSet } from "../model/principals.js";
import { organizationRoleOf } from "../model/roles.js";

/** Something that a person takes without anyone else's approval. */
export interface Take {
    readonly target: Target;
    /** Why they can, at this point of the chain. */
    readonly path: readonly PathStep[];
}

/** A chain of takes that leads a person to a target. The last one takes the target, or something that gives it. */
export interface Chain {
    readonly personId: string;
    readonly target: Target;
    readonly takes: readonly Take[];
    /** Whether there is no chain with fewer takes. */
    readonly isShortest: boolean;
}

export interface EscalationOptions {
    /** The people who take. Default: all users. */
    readonly who?: PrincipalSet;
    /** Keys of groups and resources that no one takes on the way. */
    readonly without?: ReadonlySet<string>;
}

/** Maximum sets of takes that are tried in search of a shorter chain. */
const MOST_TRIED = 500;

/**
 * What people can come to have by a chain of takes, each without anyone else's approval: requests that they approve themselves or that are
 * approved automatically, what they may grant to themselves, and break-glass access. Each person acts alone.
 */
export class Escalation {
    /** The organization before each round, in which each person takes all that they can. The last one does not change any more. */
    readonly #rounds: readonly AccessModel[];
    readonly #gains: readonly RoundGain[];

    constructor(
        readonly model: AccessModel,
        { who, without = new Set() }: EscalationOptions = {},
    ) {
        const useful = usefulTargets(model).filter((target) => !without.has(keyOf(target)));
        const rounds = [model];
        const gains: RoundGain[] = [];
        const has = (gain: Gain): boolean =>
            gains.some((one) => one.target === gain.target && isWithin(gain.who, one.who));
        for (let now = model; ; ) {
            // A gain may have no effect, such as a membership that ends at once.
            const found = useful.flatMap((target) => takeable(now, target, who)).filter((gain) => !has(gain));
            if (found.length === 0) break;
            gains.push(...found.map((gain) => ({ ...gain, round: rounds.length - 1 })));
            now = now.withPossibleGains(found);
            rounds.push(now);
        }
        this.#rounds = rounds;
        this.#gains = gains;
    }

    /** People who can reach a target by a chain of at least two takes, and not otherwise. */
    climbers(target: Target): PrincipalSet {
        const [first, last] = [this.#rounds[0] ?? this.model, this.#rounds.at(-1) ?? this.model];
        return this.model.memberships.union.split(reachersOf(last, target), reachersOf(first, target)).outside;
    }

    /** Targets that a person can reach by a chain of at least two takes, and not otherwise. */
    targetsOf(number: number): Target[] {
        return [...targetsOf(this.model)].filter(
            (target) => target.type !== "bundle" && this.climbers(target).has(number),
        );
    }

    /**
     * A chain that leads a climber to a target, in which no take can be omitted. Undefined if the takes exclude each other: an earlier one
     * moves the person to a stricter request configuration.
     */
    chain(number: number, target: Target): Chain | undefined {
        const round = this.#rounds.findIndex((one) => reachersOf(one, target).has(number));
        const gains = this.#gains.filter((gain) => gain.round < round && gain.who.has(number));
        const needed = this.#minimal(number, target, gains);
        // Each round adds at least one take.
        const isLeast = needed?.length === round;
        const shorter = isLeast ? undefined : this.#fewest(number, target, gains, round, needed?.length);
        const found = shorter?.gains ?? needed;
        const takes = found && this.#perform(number, target, found);
        const personId = this.model.records.principals.id(number);
        return takes && { personId, target, takes, isShortest: isLeast || shorter?.isShortest === true };
    }

    /** The gains without those that can be omitted, the latest first. */
    #minimal(number: number, target: Target, gains: readonly RoundGain[]): readonly RoundGain[] | undefined {
        let needed = gains;
        if (!this.#perform(number, target, needed)) return undefined;
        for (const gain of gains.toReversed()) {
            const without = needed.filter((one) => one !== gain);
            if (this.#perform(number, target, without)) needed = without;
        }
        return needed;
    }

    /** The smallest selection of gains that is enough, of at least `least` and fewer than `below`. Tries all, the smallest first. */
    #fewest(
        number: number,
        target: Target,
        gains: readonly RoundGain[],
        least: number,
        below = gains.length + 1,
    ): { readonly gains?: readonly RoundGain[]; readonly isShortest: boolean } {
        let tried = 0;
        for (let size = least; size < below; size += 1)
            for (const some of selections(gains, size)) {
                if (tried >= MOST_TRIED) return { isShortest: false };
                tried += 1;
                if (this.#perform(number, target, some)) return { gains: some, isShortest: true };
            }
        return { isShortest: true };
    }

    /** Takes one after the other, and then the target. Undefined if one of them is not possible. */
    #perform(number: number, target: Target, gains: readonly RoundGain[]): Take[] | undefined {
        const personId = this.model.records.principals.id(number);
        const takes: Take[] = [];
        let now = this.model;
        for (const { target: taken, level } of gains) {
            const who = onlyOf(now.requests.withoutApproval(taken), number);
            if (who.size === 0) return undefined;
            takes.push(takeOf(now, personId, taken));
            now = now.afterGains([{ target: taken, level, who }]);
        }
        if (now.holders(target).has(number)) return takes;
        const last = sourcesOf(now, target).find((one) => now.requests.withoutApproval(one).has(number));
        return last && [...takes, takeOf(now, personId, last)];
    }
}

/** Identifies a group or a resource. */
export function keyOf({ type, id }: Target): string {
    return `${type} ${id}`;
}

/** What users gain in a round. */
interface RoundGain extends Gain {
    readonly round: number;
}

/** People who have a target, or take it or something that gives it. */
function reachersOf(model: AccessModel, target: Target): PrincipalSet {
    const takers = sourcesOf(model, target).map((one) => model.requests.withoutApproval(one));
    return model.memberships.together([model.holders(target), ...takers]).withoutEnds;
}

/** The target and what gives it, as far as users can take it. */
function sourcesOf(model: AccessModel, target: Target): Target[] {
    return [target, ...model.memberships.giving(target)].filter((one) => isOpen(model, one));
}

function takeOf(model: AccessModel, personId: string, target: Target): Take {
    return { target, path: pathOf(model, personId, "getsWithoutApproval", target) ?? [] };
}

/** Whether users can be added. The conditions of an access rule alone determine its members. */
function isOpen({ records }: AccessModel, { type, id }: Target): boolean {
    return type !== "group" || records.groups.get(id)?.rule === undefined;
}

/** What users take of a target that they do not have yet. */
function takeable(model: AccessModel, target: Target, among?: PrincipalSet): Gain[] {
    const { union } = model.memberships;
    const takers = model.requests.withoutApproval(target);
    const meant = among ? union.common(takers, among) : takers;
    const missing = union.split(meant, model.holders(target)).outside;
    if (missing.size === 0) return [];
    const [offer] = model.requests.offers(target);
    // Differences have no ends.
    const places = Array.from(takers.members.keys()).filter((place) => missing.has(takers.members[place] as number)); // a place below the length
    const members = Uint32Array.from(places, (place) => takers.members[place] as number); // as above
    const ends = Float64Array.from(places, (place) => takers.endAt(place));
    return [{ target, level: offer?.level ?? 0, who: new PrincipalSet(members, ends) }];
}

/**
 * Groups and resources whose holders can do more: they are in a condition or a visibility, they fill an owner, or they are a role; and those
 * that give them.
 */
function usefulTargets(model: AccessModel): Target[] {
    const { groups, resources, owners } = model.records;
    const governed = [...groups.values(), ...resources.values()];
    const groupIds = new Set([
        ...governed.flatMap(({ requestRules = [] }) =>
            requestRules.flatMap(({ condition }) => condition?.groupIds ?? []),
        ),
        ...governed.flatMap(({ visibility }) => (visibility?.type === "LIMITED" ? visibility.groupIds : [])),
        ...[...owners.values()].flatMap(({ sourceGroupId }) => sourceGroupId ?? []),
    ]);
    const roles = [...resources.values()].filter(
        (one) => (one.permissions ?? []).length > 0 || organizationRoleOf(one) !== undefined,
    );
    const first: Target[] = [
        ...[...groupIds].filter((id) => groups.has(id)).map((id): Target => ({ type: "group", id })),
        ...roles.map(({ id }): Target => ({ type: "resource", id })),
    ];
    const all = first
        .flatMap((target) => [target, ...model.memberships.giving(target)])
        .filter((one) => isOpen(model, one));
    return [...new Map(all.map((target) => [keyOf(target), target])).values()];
}

function isWithin({ members }: PrincipalSet, other: PrincipalSet): boolean {
    return members.every((number) => other.has(number));
}

function onlyOf(set: PrincipalSet, number: number): PrincipalSet {
    if (!set.has(number)) return PrincipalSet.empty;
    return new PrincipalSet(Uint32Array.of(number), Float64Array.of(set.endAt(set.members.indexOf(number))));
}
