import type { Governed, RequestRule, Stage } from "../facts/facts.js";
import { type OpenUnknown, PrincipalSet } from "../facts/principals.js";
import type { Records } from "../facts/records.js";
import type { People } from "./people.js";

/** A possible request for a target at one level, under one request configuration. */
export interface Offer {
    /** Number of the access level. */
    readonly level: number;
    readonly rule: RequestRule;
    /** The group or resource that is requested. */
    readonly governed: Governed;
    /** Users who can make this request. Each has the latest possible expiration of the requested access. */
    readonly who: PrincipalSet;
}

/** A set of people, one or more of whom must approve. */
export interface Party {
    readonly who: PrincipalSet;
    /** Whether the set may have additional members that are unknown. */
    readonly isOpen: boolean;
    /** Whether a script, or another service user that no list contains, belongs to the party. */
    readonly hasScript: boolean;
}

/** Determines who can approve requests in each stage. */
export class Stages {
    /** Users whose managers are known, each with a text that identifies the user and the manager. */
    #managed: readonly (readonly [user: number, text: string])[] | undefined;

    /** Parties of stages that do not require approval by a manager. They are the same for all requesters. */
    readonly #shared = new WeakMap<Stage, { readonly governed: Governed; readonly parties: readonly Party[] }>();

    constructor(
        private readonly records: Records,
        private readonly people: People,
        /** The users before possible gains (`AccessModel.withPossibleGains`). Undefined if the model does not contain possible gains. */
        private readonly initial?: People,
    ) {}

    /** All reviewers of a stage, including those added by escalation, and their delegates. */
    reviewers(stage: Stage, offer: Offer): PrincipalSet {
        const { known, isOpen } = this.#asking(stage, offer);
        const others = stage.requireManagerApproval ? this.#managersOfOthers(offer) : "";
        if (!isOpen && others === "") return known;
        const managers = { ...unknownManagers(offer), ...(others !== "" && { variant: others }) };
        return new PrincipalSet(known.members, known.ends, new Set([...known.unknowns, managers]));
    }

    /**
     * Returns a text that identifies the managers of all users except known requesters. If there may be unknown requesters, their managers
     * may have to approve, so two models must be recognized as different if these managers differ. Returns "" if all requesters are known.
     */
    #managersOfOthers({ who }: Offer): string {
        if (who.unknowns.size === 0) return "";
        this.#managed ??= [...this.records.users]
            .flatMap(([number, { id, managerId }]) => (managerId ? [[number, `${id} ${managerId}`] as const] : []))
            .sort(([, one], [, other]) => (one < other ? -1 : 1));
        const known = new Set(who.members);
        return this.#managed.flatMap(([number, text]) => (known.has(number) ? [] : [text])).join(", ");
    }

    /** The known reviewers of a stage, and whether the manager of any requester is unknown. */
    #asking(stage: Stage, { who, governed }: Offer): { readonly known: PrincipalSet; readonly isOpen: boolean } {
        const managers = stage.requireManagerApproval
            ? [...new Set([...who.members].map((number) => this.#managerOf(number)))]
            : [];
        const named = this.#named(stage, governed);
        const asked = this.people.memberships.together([
            named,
            PrincipalSet.of(managers.filter((number) => number != null)),
        ]);
        return { known: this.people.withDelegates(asked), isOpen: managers.includes(undefined) };
    }

    /** The parties of a stage for a request by one user. Each party must approve. If there are none, no one can approve. */
    parties(stage: Stage, { governed }: Offer, requester: number): readonly Party[] {
        if (stage.requireManagerApproval) return this.#partiesWith(stage, governed, this.#managerOf(requester));
        const known = this.#shared.get(stage);
        if (known?.governed === governed) return known.parties;
        const parties = this.#partiesWith(stage, governed, null);
        this.#shared.set(stage, { governed, parties });
        return parties;
    }

    /**
     * @param manager number of the requester's manager; null if the requester has none or the stage does not require one, undefined if
     * unknown
     */
    #partiesWith(stage: Stage, governed: Governed, manager: number | null | undefined): Party[] {
        const { memberships } = this.people;
        const own = manager == null ? [] : [PrincipalSet.of([manager])];
        const isOr = stage.operator === "OR";
        const hasScript = this.hasScript(stage);
        const sets = isOr
            ? [memberships.together([this.#named(stage, governed), ...own])]
            : [...this.#parties(stage, governed), ...own];
        const parties = sets.map((set): Party => {
            const who = this.people.withDelegates(set);
            return {
                who,
                isOpen: who.unknowns.size > 0 || (isOr && manager === undefined),
                hasScript: isOr && hasScript,
            };
        });
        const isUnknown = manager === undefined && !isOr;
        return [
            ...parties,
            ...(isUnknown ? [{ who: PrincipalSet.empty, isOpen: true, hasScript: false }] : []),
            ...(hasScript && !isOr ? [{ who: PrincipalSet.empty, isOpen: false, hasScript }] : []),
        ];
    }

    /** Whether a party does not need anyone else's approval, because the requester or a machine belongs to it. */
    passesAlone(party: Party, requester: number): boolean {
        return (this.records.assumptions.selfApproval && party.who.has(requester)) || this.isOfMachines(party);
    }

    /** Whether a script reviews in a stage. A service user that is not in the list of users is one of a script. */
    hasScript({ scriptIds = [], serviceUserIds }: Stage): boolean {
        return scriptIds.length > 0 || serviceUserIds.some((id) => this.people.numberOf(id) === undefined);
    }

    /**
     * Whether a machine can approve for a party: a script, a Paladin, or a principal that is not a user. A Paladin in monitor mode is not
     * asked, but may approve with its own token what the users of an owner may.
     */
    isOfMachines({ who, hasScript }: Pick<Party, "who" | "hasScript">): boolean {
        const isMachine = (number: number): boolean =>
            this.records.users.get(number)?.isPaladin ?? !this.records.users.has(number);
        return hasScript || who.members.some(isMachine);
    }

    /**
     * Users who can make a request that machines can approve in all stages without another person, and those for whom this is unknown. The
     * requester may approve as well, but not alone.
     */
    decidedByMachines(offer: Offer): PrincipalSet {
        const { rule, who, governed } = offer;
        const isShared = rule.stages.every(({ requireManagerApproval }) => !requireManagerApproval);
        const outside = isShared ? this.#machinesDecide(offer, NO_ONE) : undefined;
        const reviewers = isShared
            ? this.people.withDelegates(
                  this.people.memberships.together(rule.stages.map((stage) => this.#named(stage, governed))),
              )
            : undefined;
        const verdictOn = (number: number) =>
            outside !== undefined && !reviewers?.has(number) ? outside : this.#machinesDecide(offer, number);
        const verdicts = [...who.members].map(verdictOn);
        const isSure = (_: number, place: number): boolean => verdicts[place] === "yes";
        const sure = who.members.filter(isSure);
        const open = who.members.filter((_, place) => verdicts[place] === "unknown");
        const reasons = [
            ...rule.stages.flatMap((stage) => [...this.#named(stage, governed).unknowns]),
            ...(isShared ? [] : [unknownManagers(offer)]),
        ];
        return new PrincipalSet(
            sure,
            who.ends?.filter(isSure),
            new Set([
                ...(outside === "no" || (sure.length === 0 && who.size > 0) ? [] : who.unknowns),
                ...(open.length > 0 ? reasons.map((one) => ({ ...one, among: new PrincipalSet(open) })) : []),
            ]),
        );
    }

    /** Whether machines, and the requester, complete all stages of a request without anyone else, and a machine is needed. */
    #machinesDecide(offer: Offer, requester: number): "yes" | "no" | "unknown" {
        const stages = offer.rule.stages.map((stage) => this.parties(stage, offer, requester));
        if (stages.length === 0 || stages.some(({ length }) => length === 0)) return "no";
        const parties = stages.flat();
        const left = parties.filter((party) => !this.passesAlone(party, requester));
        const isNeeded = parties.some((party) => this.isOfMachines(party));
        if (left.length === 0) return isNeeded ? "yes" : "no";
        // An unknown manager may not exist, and an unknown user of an owner may be a Paladin.
        const mayPass = ({ who, isOpen }: Party): boolean => who.unknowns.size > 0 || (isOpen && who.size === 0);
        const mayBeNeeded = isNeeded || left.some(({ who }) => who.unknowns.size > 0);
        return mayBeNeeded && left.every(mayPass) ? "unknown" : "no";
    }

    /** Users who can complete a stage alone, and users who possibly can because their manager is unknown. */
    deciding(stage: Stage, offer: Offer): { readonly sure: PrincipalSet; readonly possible: PrincipalSet } {
        const { memberships } = this.people;
        const isOr = stage.operator === "OR";
        const parties = isOr ? [this.#named(stage, offer.governed)] : this.#parties(stage, offer.governed);
        const idle = this.#idle(stage, offer.governed);
        const named = parties.map((set) => ({ who: this.people.withDelegates(set), isIdle: idle.has(set) }));
        const needsScript = !isOr && this.hasScript(stage);
        const decides = (number: number): boolean => {
            if (needsScript) return false;
            // Only the manager of the requester is asked to approve.
            const manager = stage.requireManagerApproval ? this.#managerOf(number) : null;
            if (manager === undefined && !isOr) return false;
            const isManager = manager == null ? undefined : this.people.actsFor(number, manager);
            const isAsked = isManager === true || named.some(({ who }) => who.has(number));
            if (isOr || !isAsked) return isAsked;
            return isManager !== false && named.every(({ who, isIdle }) => isIdle || who.has(number));
        };
        const { known, isOpen } = this.#asking(stage, offer);
        // Reviewers and deciders are the same if the stage has a single party and does not require a manager. This is a common case.
        const isSame = named.length === 1 && named[0]?.who === known && !stage.requireManagerApproval && !needsScript;
        const sure = isSame
            ? known.withoutEnds
            : new PrincipalSet(known.members.filter(decides), undefined, known.unknowns);
        if (!isOpen) return { sure, possible: sure };
        // Users whose manager is unknown may be delegates of that manager.
        const open = offer.who.members.filter(
            (number) =>
                !needsScript &&
                this.#managerOf(number) === undefined &&
                (isOr || named.every(({ who }) => who.has(number))),
        );
        return { sure, possible: memberships.together([sure, new PrincipalSet(open)]) };
    }

    /** All reviewers of a stage except managers, including those added by escalation. */
    #named(stage: Stage, governed: Governed): PrincipalSet {
        const { ownerIds = [], userIds = [] } = stage.escalation ?? {};
        return this.people.memberships.together([
            ...this.#parties(stage, governed),
            ...ownerIds.map((id) => this.people.ownersUsers(id)),
            this.people.users(userIds),
        ]);
    }

    /**
     * Reviewers before escalation: one set for the users of each owner, and one for each Paladin. One approval from each set is enough.
     * Does not include managers, because they depend on the requester. Owners without users are skipped.
     */
    #parties(stage: Stage, { adminOwnerId }: Governed): PrincipalSet[] {
        const acting = stage.serviceUserIds.filter((id) => {
            const number = this.people.numberOf(id);
            return number !== undefined && this.records.users.get(number)?.isMonitor !== true;
        });
        return [
            ...stage.ownerIds.map((id) => this.people.ownersUsers(id)),
            ...(stage.requireAdminApproval ? [this.people.ownersUsers(adminOwnerId)] : []),
            ...acting.map((id) => this.people.users([id])),
        ].filter(({ size, unknowns }) => size + unknowns.size > 0);
    }

    /**
     * User sets of owners that did not have users before possible gains. These owners are not required to approve, because a gain of one
     * user must not block the request of another.
     */
    #idle({ ownerIds, requireAdminApproval }: Stage, { adminOwnerId }: Governed): ReadonlySet<PrincipalSet> {
        const all = [...ownerIds, ...(requireAdminApproval && adminOwnerId !== undefined ? [adminOwnerId] : [])];
        const idle = all.filter((id) => {
            const users = this.initial?.ownersUsers(id);
            return users && users.size + users.unknowns.size === 0;
        });
        return new Set(idle.map((id) => this.people.ownersUsers(id)));
    }

    /** Number of a user's manager, null if the user does not have one, or undefined if unknown. */
    #managerOf(number: number): number | null | undefined {
        const managerId = this.records.users.get(number)?.managerId;
        return managerId == null ? managerId : (this.people.numberOf(managerId) ?? null);
    }
}

/** A number that is not assigned to any principal. */
export const NO_ONE = -1;

/** Whether requests are reviewed, but no stage specifies by whom. */
export function lacksStage({ autoApproval, stages }: RequestRule): boolean {
    return !autoApproval && stages.length === 0;
}

/** The requesters of a request without a stage. It is unknown whether they need an approval. */
export function withoutStage({ governed, rule, who }: Offer): PrincipalSet {
    const because = "the API does not document who approves a request without a reviewer stage";
    return PrincipalSet.unknown({ type: "group", id: governed.id, because, variant: JSON.stringify(rule), among: who });
}

/** Reason why the approvers of a request are unknown if a manager must approve. */
export function unknownManagers({ governed }: Offer): OpenUnknown {
    return { type: "group", id: governed.id, because: "the API does not return the managers of users" };
}
