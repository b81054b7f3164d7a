import { selections } from "../../../common/selections.js";
import type { Target } from "../../model/facts/facts.js";
import type { AccessModel } from "../../model/model.js";
import { first } from "./arrangements.js";
import { type Chains, Escalation } from "./escalation.js";
import type { Chain } from "./take.js";
import { Team } from "./team.js";
import { keyOf, sourcesOf, usefulTargets } from "./useful-targets.js";

/** Maximum number of teams of each size to examine per person and target. */
const MAX_TEAMS = 300;

/**
 * Finds the access that a person can obtain with the help of up to `most` accomplices, but not alone. No step requires anyone outside the
 * team: members approve each other's requests and assign access to each other where they are allowed to. Accomplices can take steps
 * themselves too. Requests on behalf of another person are not considered.
 */
export class Accomplices {
    readonly #alone: Escalation;
    readonly #candidates = new Map<string, readonly number[]>();

    constructor(
        private readonly model: AccessModel,
        private readonly most: number,
    ) {
        this.#alone = new Escalation(model);
    }

    /** Returns the chains to a target, for up to `most` people. */
    to(target: Target, most: number): Chains {
        const people = this.#people().filter((one) => !this.#alone.reachers(target).has(one));
        return this.#found(
            people.length,
            people.slice(0, most).map((one) => this.chain(one, target)),
        );
    }

    /** Returns the chains of a person to the first `most` of these targets, in the given order. */
    from(person: number, targets: readonly Target[], most: number): Chains {
        const left = targets.filter((one) => one.type !== "bundle" && !this.#alone.reachers(one).has(person));
        return this.#found(
            left.length,
            left.slice(0, most).map((one) => this.chain(person, one)),
        );
    }

    /**
     * Returns the chain with the fewest accomplices among the teams that are examined. Returns "unexamined" if a chain may exist that was
     * not found, because there are too many teams or because some steps of a team exclude each other.
     */
    chain(person: number, target: Target): Chain | "unexamined" | undefined {
        const others = this.#helpers(target).filter((one) => one !== person);
        let isComplete = true;
        for (let size = 1; size <= this.most; size += 1) {
            const teams = [...first(selections(others, size), MAX_TEAMS + 1)].map((some) => new Team(person, some));
            if (teams.length > MAX_TEAMS) isComplete = false;
            const examined = teams.slice(0, MAX_TEAMS);
            const sources = sourcesOf(this.model, target);
            for (const team of examined) {
                const source = sources.find((one) => team.takers(this.model, one).has(person));
                if (source) return this.#single(team, target, source);
            }
            for (const team of examined) {
                const escalation = new Escalation(this.model, { team });
                if (!escalation.reachers(target).has(person)) continue;
                const chain = escalation.chain(person, target);
                if (chain) return chain;
                isComplete = false;
            }
        }
        return isComplete ? undefined : "unexamined";
    }

    #single(team: Team, target: Target, source: Target): Chain {
        const personId = this.model.records.principals.id(team.person);
        return { personId, target, takes: [team.takeOf(this.model, team.person, source)], isShortest: true };
    }

    /** People who may be able to help. Those who can approve requests for the target or assign it come first. */
    #helpers(target: Target): readonly number[] {
        const known = this.#candidates.get(keyOf(target));
        if (known) return known;
        const { administration, requests } = this.model;
        const people = this.#people();
        const decides = (one: Target): number[] =>
            [requests.approvers(one), administration.assigners(one)].flatMap(({ members }) => [...members]);
        const near = sourcesOf(this.model, target).flatMap(decides);
        const far = usefulTargets(this.model).flatMap(decides);
        const all = new Set(people);
        const ranked = [...new Set([...near, ...far, ...people])].filter((one) => all.has(one));
        this.#candidates.set(keyOf(target), ranked);
        return ranked;
    }

    #people(): number[] {
        const { users } = this.model.records;
        return [...users].filter(([, { isPaladin }]) => isPaladin !== true).map(([number]) => number);
    }

    #found(count: number, searched: readonly (Chain | "unexamined" | undefined)[]): Chains {
        const isChain = (one: Chain | "unexamined" | undefined): one is Chain => typeof one === "object";
        return {
            chains: searched.filter(isChain).toSorted((one, other) => one.takes.length - other.takes.length),
            unexamined: count - searched.length,
            unproved: 0,
            untried: searched.filter((one) => one === "unexamined").length,
            unknowns: [],
        };
    }
}
