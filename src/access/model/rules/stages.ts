import type { Governed, RequestRule, Stage } from "../facts/facts.js";
import { type OpenUnknown, PrincipalSet } from "../facts/principals.js";
import type { Records } from "../facts/records.js";
import type { People } from "./people.js";

/** A possible request for a target: at one level, under one request configuration. */
export interface Offer {
    /** Number of the level. */
    readonly level: number;
    readonly rule: RequestRule;
    /** The target of the request. */
    readonly governed: Governed;
    /** Users who may request under this rule, each with the latest possible end of their access. */
    readonly who: PrincipalSet;
}

/** A set of people, at least one of whom must approve. */
export interface Party {
    readonly who: PrincipalSet;
    /** Whether it may have further members that are not known. */
    readonly isOpen: boolean;
}

/** Determines who approves in the stages of a request. */
export class Stages {
    /** Users whose manager is known, each with a text that identifies user and manager. */
    #managed: readonly (readonly [user: number, text: string])[] | undefined;

    /** Parties of stages that do not ask for a manager. They are the same for all requesters. */
    readonly #shared = new WeakMap<Stage, { readonly governed: Governed; readonly parties: readonly Party[] }>();

    constructor(
        private readonly records: Records,
        private readonly people: People,
        /** The users before possible gains (`AccessModel.withPossibleGains`). Undefined if there are none. */
        private readonly initial?: People,
    ) {}

    /** Reviewers of a stage, including those after escalation, and their delegates. */
    reviewers(stage: Stage, offer: Offer): PrincipalSet {
        const { known, isOpen } = this.#asking(stage, offer);
        const others = stage.requireManagerApproval ? this.#managersOfOthers(offer) : "";
        if (!isOpen && others === "") return known;
        const managers = { ...unknownManagers(offer), ...(others !== "" && { variant: others }) };
        return new PrincipalSet(known.members, known.ends, new Set([...known.unknowns, managers]));
    }

    /**
     * Identifies the managers of users who are not known requesters. If unknown users may request, these managers may be asked, and a comparison
     * of two models must notice if they differ. "" if all requesters are known.
     */
    #managersOfOthers({ who }: Offer): string {
        if (who.unknowns.size === 0) return "";
        this.#managed ??= [...this.records.users]
            .flatMap(([number, { id, managerId }]) => (managerId ? [[number, `${id} ${managerId}`] as const] : []))
            .sort(([, one], [, other]) => (one < other ? -1 : 1));
        const known = new Set(who.members);
        return this.#managed.flatMap(([number, text]) => (known.has(number) ? [] : [text])).join(", ");
    }

    /** The known reviewers, and whether the manager of some requester is unknown. */
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

    /** The parties of a stage for a request of one user. Each must approve. Empty: no one can approve. */
    parties(stage: Stage, { governed }: Offer, requester: number): readonly Party[] {
        if (stage.requireManagerApproval) return this.#partiesWith(stage, governed, this.#managerOf(requester));
        const known = this.#shared.get(stage);
        if (known?.governed === governed) return known.parties;
        const parties = this.#partiesWith(stage, governed, null);
        this.#shared.set(stage, { governed, parties });
        return parties;
    }

    /** @param manager number of the requester's manager; null if there is none or the stage does not ask for one, undefined if unknown */
    #partiesWith(stage: Stage, governed: Governed, manager: number | null | undefined): Party[] {
        const { memberships } = this.people;
        const own = manager == null ? [] : [PrincipalSet.of([manager])];
        const isOr = stage.operator === "OR";
        const sets = isOr
            ? [memberships.together([this.#named(stage, governed), ...own])]
            : [...this.#parties(stage, governed), ...own];
        const parties = sets.map((set): Party => {
            const who = this.people.withDelegates(set);
            return { who, isOpen: who.unknowns.size > 0 || (isOr && manager === undefined) };
        });
        const isUnknown = manager === undefined && !isOr;
        return [...parties, ...(isUnknown ? [{ who: PrincipalSet.empty, isOpen: true }] : [])];
    }

    /** Whether a party can approve without another person, because the requester or a Paladin belongs to it. */
    passesAlone(party: PrincipalSet, requester: number): boolean {
        if (this.records.assumptions.selfApproval && party.has(requester)) return true;
        return party.members.some((number) => this.records.users.get(number)?.isPaladin === true);
    }

    /** Users who can complete a stage alone, and users who possibly can because their manager is unknown. */
    deciding(stage: Stage, offer: Offer): { readonly sure: PrincipalSet; readonly possible: PrincipalSet } {
        const { memberships } = this.people;
        const isOr = stage.operator === "OR";
        const parties = isOr ? [this.#named(stage, offer.governed)] : this.#parties(stage, offer.governed);
        const idle = this.#idle(stage, offer.governed);
        const named = parties.map((set) => ({ who: this.people.withDelegates(set), isIdle: idle.has(set) }));
        const decides = (number: number): boolean => {
            // Only the requester's own manager is asked.
            const manager = stage.requireManagerApproval ? this.#managerOf(number) : null;
            if (manager === undefined && !isOr) return false;
            const isManager = manager == null ? undefined : this.people.actsFor(number, manager);
            const isAsked = isManager === true || named.some(({ who }) => who.has(number));
            if (isOr || !isAsked) return isAsked;
            return isManager !== false && named.every(({ who, isIdle }) => isIdle || who.has(number));
        };
        const { known, isOpen } = this.#asking(stage, offer);
        // Reviewers and deciders are often the same: a single party, without managers.
        const isSame = named.length === 1 && named[0]?.who === known && !stage.requireManagerApproval;
        const sure = isSame
            ? known.withoutEnds
            : new PrincipalSet(known.members.filter(decides), undefined, known.unknowns);
        if (!isOpen) return { sure, possible: sure };
        // A user may be the delegate of their own manager.
        const open = offer.who.members.filter(
            (number) => this.#managerOf(number) === undefined && (isOr || named.every(({ who }) => who.has(number))),
        );
        return { sure, possible: memberships.together([sure, new PrincipalSet(open)]) };
    }

    /** Reviewers of a stage, including those after escalation, but without managers. */
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
     * Excludes managers, who differ between requesters. Owners without users are skipped.
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

    /** The users of owners that had none before possible gains. These owners need not approve, since a gain of another user must not block a request. */
    #idle({ ownerIds, requireAdminApproval }: Stage, { adminOwnerId }: Governed): ReadonlySet<PrincipalSet> {
        const all = [...ownerIds, ...(requireAdminApproval && adminOwnerId !== undefined ? [adminOwnerId] : [])];
        const idle = all.filter((id) => {
            const users = this.initial?.ownersUsers(id);
            return users && users.size + users.unknowns.size === 0;
        });
        return new Set(idle.map((id) => this.people.ownersUsers(id)));
    }

    /** Number of a user's manager; null for none, undefined if unknown. */
    #managerOf(number: number): number | null | undefined {
        const managerId = this.records.users.get(number)?.managerId;
        return managerId == null ? managerId : (this.people.numberOf(managerId) ?? null);
    }
}

/** The reason why the approvers of an offer are unknown if a manager must approve. */
export function unknownManagers({ governed }: Offer): OpenUnknown {
    return { type: "group", id: governed.id, because: "the API does not return the managers of users" };
}
