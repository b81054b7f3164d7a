import { selections } from "../../../common/selections.js";
import type { Governed, RequestRule, Stage, Target } from "../../model/facts/facts.js";
import { PrincipalSet } from "../../model/facts/principals.js";
import type { AccessModel } from "../../model/model.js";
import { approvalsOf, NO_ONE } from "../../model/rules/approvals.js";
import { conditionGroups, mayMatchOthers } from "../../model/rules/requests.js";
import type { Party } from "../../model/rules/stages.js";
import type { Belonging } from "./belonging.js";
import { all, any, type Formula, not } from "./formula.js";

/** A request that a possible person may be able to make. */
export interface PossibleOffer {
    /** Number of the access level. */
    readonly level: number;
    readonly rule: RequestRule;
    readonly governed: Governed;
    /** True if the person can make the request. */
    readonly who: Formula;
}

/** Maximum number of parties of a request when counting approvals. The formula grows with the number of their combinations. */
const MAX_PARTIES = 8;

/** Builds formulas about a possible person's requests and approvals. Assumes that no other person changes. */
export class Requesting {
    readonly #model: AccessModel;
    readonly #offers = new Map<string, readonly PossibleOffer[]>();

    constructor(private readonly belonging: Belonging) {
        this.#model = belonging.model;
    }

    offers(target: Target): readonly PossibleOffer[] {
        if (target.type === "bundle") return [];
        const key = `${target.type} ${target.id}`;
        const known = this.#offers.get(key) ?? this.#offersOf(target);
        this.#offers.set(key, known);
        return known;
    }

    /** True if the person can make this request and it does not need approval by anyone else. */
    unreviewed({ rule, who, governed }: PossibleOffer): Formula {
        if (rule.autoApproval) return who;
        const unknown = this.belonging.unknownIn(rule, governed);
        if (!this.#model.records.assumptions.selfApproval || rule.stages.length === 0) return all([who, unknown]);
        return all([who, any([all(rule.stages.map((stage) => this.#decidesAlone(stage, governed))), unknown])]);
    }

    /** True if the person can make this request and it needs fewer than `count` approvals by other people. */
    withFewerApprovals({ rule, who, governed, level }: PossibleOffer, count: number): Formula {
        if (rule.autoApproval) return who;
        const unknown = all([who, this.belonging.unknownIn(rule, governed)]);
        if (rule.stages.length === 0) return unknown;
        const stages = rule.stages.map((stage) => this.#seatsOf(stage, governed));
        const seats = stages.flat();
        if (seats.length > MAX_PARTIES)
            return all([
                who,
                this.belonging.unsure(governed, `a request depends on more than ${MAX_PARTIES} reviewers`),
            ]);
        const ways: Formula[] = [];
        for (let size = 0; size <= seats.length; size += 1)
            for (const left of selections(seats, size)) {
                const done = seats
                    .filter((seat) => !left.includes(seat))
                    .map(({ isPassed, isThere }) => any([isPassed, not(isThere)]));
                const key = `approvals ${governed.id} ${level} ${rule.priority} ${left.map((seat) => seats.indexOf(seat)).join()} ${count}`;
                ways.push(all([...done, this.#isEnough(key, left, count, governed)]));
            }
        const isAsked = stages.map((ones) => any(ones.map(({ isThere }) => isThere)));
        return any([unknown, all([who, ...isAsked, any(ways)])]);
    }

    /** True if there may be a request for the target that the person can approve. */
    approves(target: Target): Formula {
        const reviewed = this.offers(target).filter(({ rule }) => !rule.autoApproval);
        const today = this.#model.requests.offers(target);
        const always = this.belonging.having(this.#model.administration.grounds.approving(target));
        return any(
            reviewed.map((offer) => {
                const { rule, level, governed, who } = offer;
                const others = today.find((one) => one.level === level && one.rule === rule)?.who ?? PrincipalSet.empty;
                const isMade = this.belonging.fact(`requesters ${governed.id} ${level} ${rule.priority}`, (number) => {
                    return others.members.some((one) => one !== number);
                });
                const unknowns = [...others.unknowns].map((one) => this.belonging.unknown(one));
                const reviewers = rule.stages.map((stage) => this.#reviews(stage, governed));
                return all([
                    any([isMade, who, ...unknowns]),
                    any([...reviewers, always, this.belonging.unknownIn(rule, governed)]),
                ]);
            }),
        );
    }

    #offersOf(target: Target): PossibleOffer[] {
        const linked = target.type === "group" ? this.#model.requests.linkedTo(target.id) : [];
        const { grounds } = this.#model.administration;
        const seeing = [target.id, ...linked].flatMap((id) => grounds.seeing({ type: target.type, id }));
        const sees = this.belonging.having(seeing);
        return this.#model.requests.rules(target).flatMap(({ rules, ...rest }) => {
            const earlier: Formula[] = [];
            return rules.flatMap((rule): PossibleOffer[] => {
                const groupIds = conditionGroups(rule);
                const fits = groupIds.length === 0 || any(groupIds.map((id) => this.belonging.memberOf(id)));
                const mayDiffer = mayMatchOthers(rule) && this.belonging.unknownIn(rule, rest.governed);
                const who = all([sees, any([fits, mayDiffer]), ...earlier.map(not)]);
                earlier.push(all([fits, not(mayDiffer)]));
                return rule.allowRequests ? [{ ...rest, rule, who }] : [];
            });
        });
    }

    /** True if the person can complete a stage of their own request alone. */
    #decidesAlone(stage: Stage, governed: Governed): Formula {
        const seats = this.#seatsOf(stage, governed);
        return all([
            any(seats.map(({ isMember }) => isMember)),
            ...seats.map(({ isMember, isThere }) => any([isMember, not(isThere)])),
        ]);
    }

    /** The parties of a stage. If one approval is enough, all reviewers form one party; otherwise each reviewer is a separate party. */
    #seatsOf(stage: Stage, governed: Governed): Seat[] {
        const { operator, requireManagerApproval } = stage;
        if (operator === "OR") return [this.#seatOf(this.#anyOf(stage, governed), governed, requireManagerApproval)];
        return [
            ...this.#partiesOf(stage, governed).map((one) => this.#seatOf(one, governed)),
            ...(requireManagerApproval ? [this.#seatOf(NO_ONE_ELSE, governed, true)] : []),
        ];
    }

    #seatOf(party: PossibleParty, governed: Governed, withManager = false): Seat {
        const { people, records, memberships } = this.#model;
        const { today, person } = party;
        const key = withManager ? `${party.key} or their manager` : party.key;
        const partyOf = (number: number | undefined): Party => {
            const manager = withManager ? this.#managerOf(number) : null;
            const others = number === undefined ? today : today.without(number);
            const asked = manager == null ? others : memberships.together([others, PrincipalSet.of([manager])]);
            return { who: people.withDelegates(asked), isOpen: today.unknowns.size > 0 || manager === undefined };
        };
        const known = people.withDelegates(today);
        const isPersonal = withManager || people.delegates.size > 0;
        const likenessOf = (number: number): string | undefined => {
            const isConcerned = known.has(number) || (withManager && this.#managerOf(number) !== undefined);
            if (!isConcerned) return undefined;
            return isPersonal ? `${number}` : "member";
        };
        const fact = (name: string, holds: (number: number | undefined) => boolean): Formula =>
            this.#fact(`${name} ${key}`, holds, likenessOf);
        const standsIn = fact("stands in", (number) => {
            if (number === undefined) return false;
            const manager = withManager ? this.#managerOf(number) : null;
            const delegators = people.delegatorsOf(number).map((id) => records.principals.number(id));
            return manager === number || delegators.some((one) => one === manager || today.has(one));
        });
        const isManagerUnknown = withManager
            ? all([
                  this.belonging.fact("unknown manager", (number) => this.#managerOf(number) === undefined),
                  this.belonging.unsure(governed, MANAGERS),
              ])
            : false;
        const isMember = any([person, standsIn, isManagerUnknown]);
        const others = fact("others", (number) => {
            const { who, isOpen } = partyOf(number);
            return isOpen || who.members.some((one) => one !== number);
        });
        const isThere = any([others, isMember]);
        const hasPaladin = fact("Paladins", (number) =>
            partyOf(number).who.members.some((one) => records.users.get(one)?.isPaladin === true),
        );
        const isPassed = any([hasPaladin, records.assumptions.selfApproval && isMember]);
        return { isMember, isThere, isPassed, mayBeOpen: today.unknowns.size > 0 || withManager, likenessOf, partyOf };
    }

    /**
     * A fact whose value is computed only once for users with the same likeness. Users without a likeness have the same value as a new
     * user.
     */
    #fact(
        key: string,
        holds: (number: number | undefined) => boolean,
        likenessOf: (number: number) => string | undefined,
    ): Formula {
        const known = new Map<string | undefined, boolean>();
        return this.belonging.fact(key, (number) => {
            const likeness = number === undefined ? undefined : likenessOf(number);
            const value = known.get(likeness) ?? holds(likeness === undefined ? undefined : number);
            known.set(likeness, value);
            return value;
        });
    }

    /** True if fewer than `count` people are enough to give the approvals of these parties. */
    #isEnough(key: string, left: readonly Seat[], count: number, governed: Governed): Formula {
        const isBelow = (of: "count" | "least") => (number: number | undefined) => {
            const approvals = approvalsOf(
                left.map(({ partyOf }) => partyOf(number)),
                number ?? NO_ONE,
            );
            return approvals !== undefined && approvals[of] < count;
        };
        const likenessOf = (number: number): string | undefined => {
            const likenesses = left.map((seat) => seat.likenessOf(number) ?? "");
            return likenesses.every((one) => one === "") ? undefined : likenesses.join();
        };
        const fact = (name: string, of: "count" | "least"): Formula =>
            this.#fact(`${key} ${name}`, isBelow(of), likenessOf);
        const sure = all([fact("surely", "count"), not(this.#mayBeRepresented())]);
        if (!left.some(({ mayBeOpen }) => mayBeOpen) && this.#mayBeRepresented() === false) return sure;
        const possible = any([fact("possibly", "least"), this.#mayBeRepresented()]);
        return any([sure, all([possible, this.belonging.unsure(governed, OPEN_PARTIES)])]);
    }

    /** True if the person has delegates, who can approve the person's requests even though the person cannot. */
    #mayBeRepresented(): Formula {
        const { people, records } = this.#model;
        if (records.assumptions.selfApproval || people.delegates.size === 0) return false;
        return this.belonging.fact("has delegates", (number) => {
            return number !== undefined && people.withDelegates(PrincipalSet.of([number])).size > 1;
        });
    }

    /** Number of the manager, null if the person does not have one, or undefined if unknown. */
    #managerOf(number: number | undefined): number | null | undefined {
        const managerId = number === undefined ? undefined : this.#model.records.users.get(number)?.managerId;
        return managerId == null ? managerId : (this.#model.people.numberOf(managerId) ?? null);
    }

    /** True if the person is a reviewer in the stage, for at least one request. */
    #reviews(stage: Stage, governed: Governed): Formula {
        const { isMember } = this.#seatOf(this.#anyOf(stage, governed), governed);
        return any([isMember, stage.requireManagerApproval && this.belonging.unsure(governed, MANAGERS)]);
    }

    /** Combines all reviewers of a stage into one party, including those that are added by escalation. */
    #anyOf(stage: Stage, governed: Governed): PossibleParty {
        const { ownerIds = [], userIds = [] } = stage.escalation ?? {};
        const more = [...ownerIds.map((id) => this.#owner(id)), this.#users(userIds)];
        const parties = [...this.#partiesOf(stage, governed), ...more];
        return {
            key: parties.map(({ key }) => key).join(" or "),
            today: this.#model.memberships.together(parties.map(({ today }) => today)),
            person: any(parties.map(({ person }) => person)),
        };
    }

    /** The parties of a stage before escalation, without managers. */
    #partiesOf(stage: Stage, { adminOwnerId }: Governed): PossibleParty[] {
        const { people, records } = this.#model;
        const acting = stage.serviceUserIds.filter((id) => {
            const number = people.numberOf(id);
            return number !== undefined && records.users.get(number)?.isMonitor !== true;
        });
        return [
            ...[...stage.ownerIds, ...(stage.requireAdminApproval ? [adminOwnerId ?? ""] : [])].map((id) =>
                this.#owner(id),
            ),
            ...acting.map((id) => this.#users([id])),
        ];
    }

    #owner(id: string): PossibleParty {
        return { key: `owner ${id}`, today: this.#model.people.ownersUsers(id), person: this.belonging.ownerUser(id) };
    }

    #users(ids: readonly string[]): PossibleParty {
        const today = this.#model.people.users(ids);
        const key = `users ${ids.join()}`;
        return { key, today, person: this.belonging.isIn(key, today) };
    }
}

/** A set of people, one or more of whom must approve: the current users, and whether the possible person is included. */
interface PossibleParty {
    readonly key: string;
    readonly today: PrincipalSet;
    readonly person: Formula;
}

/** A party of a request, from the perspective of the possible person. */
interface Seat {
    readonly isMember: Formula;
    /** True if the party has at least one reviewer. Empty parties are skipped. */
    readonly isThere: Formula;
    /** True if the party does not require approval by another person. */
    readonly isPassed: Formula;
    /** Whether the party may have additional members that are unknown. */
    readonly mayBeOpen: boolean;
    /** Users with the same result have the same party. Undefined if the user has the same party as a new user. */
    readonly likenessOf: (number: number) => string | undefined;
    /** Returns the other members of the party, for a request by a current user or a new user. */
    readonly partyOf: (number: number | undefined) => Party;
}

const NO_ONE_ELSE: PossibleParty = { key: "nobody", today: PrincipalSet.empty, person: false };

const MANAGERS = "the API does not return the managers of users";
const OPEN_PARTIES = "not all of its reviewers are known";
