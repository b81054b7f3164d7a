import type { Administration } from "./administration.js";
import type { Governed, RequestRule, Stage, Target } from "./facts.js";
import type { People } from "./people.js";
import { type OpenUnknown, PrincipalSet } from "./principals.js";
import type { Records } from "./records.js";
import { viewersOf } from "./visibility.js";

/** What a request for a target at one level gives. */
export interface Offer {
    /** Number of the level. */
    readonly level: number;
    readonly rule: RequestRule;
    /** The target of the request. */
    readonly governed: Governed;
    /** Users who may request under this rule, each with the latest possible end of their access. */
    readonly who: PrincipalSet;
}

/** People of whom one must approve. */
export interface Party {
    readonly who: PrincipalSet;
    /** There may be others. */
    readonly isOpen: boolean;
}

/** Who may request what, who approves it, and who gets it without anyone else's approval. */
export class Requests {
    readonly #offers = new Map<string, readonly Offer[]>();
    /** Ids of linked groups, by the id of their source. */
    readonly #linked = new Map<string, readonly string[]>();
    /** By maximum duration. Targets that the same people may request share one set. */
    readonly #limits = new WeakMap<PrincipalSet, Map<number, PrincipalSet>>();
    /** Users whose manager is known, each with words that tell them apart. */
    #managed: readonly (readonly [user: number, words: string])[] | undefined;

    constructor(
        private readonly records: Records,
        private readonly people: People,
        private readonly administration: Administration,
        /** Requests before users gained what they possibly gain, each alone. Undefined: what is known is the case. */
        private readonly initial?: Requests,
    ) {
        for (const [linked, source] of records.sources) this.#linked.set(source, [...this.linkedTo(source), linked]);
    }

    /**
     * Possible requests, by level and rule. Contains only rules under which at least one user may request. A linked group has none: a
     * request for it is a request for its source.
     */
    offers(target: Target): readonly Offer[] {
        if (target.type === "bundle") return [];
        const key = `${target.type} ${target.id}`;
        const known = this.#offers.get(key);
        if (known) return known;
        const governed = this.#governing(target);
        const found = governed
            ? this.#levelsOf(governed).flatMap((level) => this.#offersAt(governed, level, this.#askers(target)))
            : [];
        this.#offers.set(key, found);
        return found;
    }

    /** Users who may request the target at some level. */
    requesters(target: Target): PrincipalSet {
        return this.people.memberships.together(this.offers(target).map(({ who }) => who));
    }

    /** Users who get the target without anyone else's approval: by a request, by granting it to themselves, or with break-glass access. */
    withoutApproval(target: Target): PrincipalSet {
        return this.people.memberships.together([
            ...this.offers(target).map((offer) => this.unreviewed(offer)),
            ...this.unasked(target),
        ]);
    }

    /** Users who can take the target without a request. */
    unasked(target: Target): PrincipalSet[] {
        return [this.administration.assigners(target), this.administration.breakGlassUsers(target)];
    }

    /** Users who may approve a request for the target: reviewers of any stage, their delegates, and those who may approve any request. */
    approvers(target: Target): PrincipalSet {
        const { memberships } = this.people;
        const reviewed = this.offers(target).filter(({ rule }) => !rule.autoApproval);
        if (reviewed.length === 0) return PrincipalSet.empty;
        const always = this.administration.approvers(target);
        const deciders = reviewed.map((offer) => {
            const reviewers = offer.rule.stages.map((stage) => this.reviewers(stage, offer));
            const all = memberships.together([...reviewers, always]);
            return offer.who.size > 0 ? all : possibly(all, offer.who);
        });
        return memberships.together(deciders);
    }

    /** Ids of the groups that are linked to a source group. */
    linkedTo(groupId: string): readonly string[] {
        return this.#linked.get(groupId) ?? [];
    }

    /** Users whom a stage asks at any time, and their delegates. */
    reviewers(stage: Stage, offer: Offer): PrincipalSet {
        const { known, isOpen } = this.#asking(stage, offer);
        const others = stage.requireManagerApproval ? this.#managersOfOthers(offer) : "";
        if (!isOpen && others === "") return known;
        const managers = { ...unknownManagers(offer), ...(others !== "" && { variant: others }) };
        return new PrincipalSet(known.members, known.ends, new Set([...known.unknowns, managers]));
    }

    /** Whose manager may be asked as well, if unknown people may request: who is managed by whom, to tell one state from another. */
    #managersOfOthers({ who }: Offer): string {
        if (who.unknowns.size === 0) return "";
        this.#managed ??= [...this.records.users]
            .flatMap(([number, { id, managerId }]) => (managerId ? [[number, `${id} ${managerId}`] as const] : []))
            .sort(([, one], [, other]) => (one < other ? -1 : 1));
        const known = new Set(who.members);
        return this.#managed.flatMap(([number, words]) => (known.has(number) ? [] : [words])).join(", ");
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

    #offersAt(governed: Governed, level: number, viewers: PrincipalSet): Offer[] {
        const { memberships } = this.people;
        const remoteId = this.records.levels.id(level);
        const offers: Offer[] = [];
        let rest = viewers;
        const ranked = [...(governed.requestRules ?? [])].sort((a, b) => rankOf(a) - rankOf(b));
        for (const rule of ranked) {
            const { groupIds = [], levels = [] } = rule.condition ?? {};
            if (rule.priority > 0 && levels.length > 0 && !levels.includes(remoteId)) continue;
            const fitting = memberships.together(groupIds.map((id) => memberships.of(id)));
            const isForAll = rule.priority === 0 || groupIds.length === 0;
            // A possible member can request before they become one.
            const excluded = this.initial
                ? memberships.together(
                      groupIds.map((id) => this.initial?.people.memberships.of(id) ?? PrincipalSet.empty),
                  )
                : fitting;
            const inside = isForAll ? rest : memberships.union.split(rest, fitting).inside;
            const outside = isForAll ? PrincipalSet.empty : memberships.union.split(rest, excluded).outside;
            if (rule.allowRequests && inside.size + inside.unknowns.size > 0)
                offers.push({ level, rule, governed, who: this.#limited(inside, rule) });
            rest = outside;
        }
        return offers;
    }

    /** Limits the end of access to that of the longest possible request. */
    #limited(who: PrincipalSet, { maxMinutes }: RequestRule): PrincipalSet {
        if (maxMinutes === undefined) return who;
        const limits = this.#limits.get(who) ?? new Map<number, PrincipalSet>();
        this.#limits.set(who, limits);
        const known = limits.get(maxMinutes);
        if (known) return known;
        const last = this.records.at + maxMinutes * 60_000;
        const ends = Float64Array.from(who.members, (_, place) => Math.min(who.endAt(place), last));
        const limited = new PrincipalSet(who.members, ends, who.unknowns);
        limits.set(maxMinutes, limited);
        return limited;
    }

    /** The target with its rules; undefined if it cannot be requested. */
    #governing({ type, id }: Target): Governed | undefined {
        if (type === "resource") return this.records.resources.get(id);
        const group = this.records.sources.has(id) ? undefined : this.records.groups.get(id);
        return group?.rule ? undefined : group;
    }

    /** Users who see the target, or a group that is linked to it: a request for that one is a request for the target. */
    #askers({ type, id }: Target): PrincipalSet {
        const linked = type === "group" ? this.linkedTo(id) : [];
        return this.people.memberships.together(
            [id, ...linked].map((one) => viewersOf(this.records, this.people, this.administration, { type, id: one })),
        );
    }

    /** By number: those that it has, or the default one. If its levels were not read, it has those that its rules name. */
    #levelsOf({ levels, requestRules = [] }: Governed): number[] {
        const named = levels ? [] : requestRules.flatMap(({ condition }) => condition?.levels ?? []);
        const all = new Set(levels && levels.length > 0 ? levels : ["", ...named]);
        return [...all].map((level) => this.records.levels.number(level));
    }

    /** The parties of which a stage needs one approval each, for a request of one user. None: no one can approve. */
    parties(stage: Stage, { governed }: Offer, requester: number): Party[] {
        const { memberships } = this.people;
        const manager = stage.requireManagerApproval ? this.#managerOf(requester) : null;
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

    /** Whether a party approves without a person other than the requester: by the requester, or by a Paladin. */
    passesAlone(party: PrincipalSet, requester: number): boolean {
        if (this.records.assumptions.selfApproval && party.has(requester)) return true;
        return party.members.some((number) => this.records.users.get(number)?.isPaladin === true);
    }

    /** Users who get what is offered without anyone else's approval. */
    unreviewed(offer: Offer): PrincipalSet {
        const { rule, who } = offer;
        if (rule.autoApproval) return who;
        if (!this.records.assumptions.selfApproval) return PrincipalSet.empty;
        const [first, ...others] = rule.stages.map((stage) => this.#deciding(stage, offer));
        if (!first) return PrincipalSet.empty;
        const { union } = this.people.memberships;
        const sure = others.reduce((all, { sure }) => union.common(all, sure), union.common(who, first.sure));
        if ([first, ...others].every(({ possible, sure }) => possible === sure)) return this.#limited(sure, rule);
        const among = others.reduce(
            (all, { possible }) => union.common(all, possible),
            union.common(who, first.possible),
        );
        const open: OpenUnknown = { ...unknownManagers(offer), among };
        // Another delegate may be the delegate of their own manager: more people than before, although the reason is the same.
        const delegates = union.common(among, this.people.delegates);
        const standing: OpenUnknown = { ...open, variant: "delegates", among: delegates };
        const unknowns = new Set([
            ...sure.unknowns,
            ...(among.size > sure.size ? [open] : []),
            ...(delegates.members.some((number) => !sure.has(number)) ? [standing] : []),
        ]);
        return this.#limited(new PrincipalSet(sure.members, sure.ends, unknowns), rule);
    }

    /** Users who can complete a stage alone, and users who possibly can because their manager is unknown. */
    #deciding(stage: Stage, offer: Offer): { readonly sure: PrincipalSet; readonly possible: PrincipalSet } {
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
        // Those who are asked and those who decide are often the same: a single party, without managers.
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

    /** Users whom a stage asks at any time, except managers. */
    #named(stage: Stage, governed: Governed): PrincipalSet {
        const { ownerIds = [], userIds = [] } = stage.escalation ?? {};
        return this.people.memberships.together([
            ...this.#parties(stage, governed),
            ...ownerIds.map((id) => this.people.ownersUsers(id)),
            this.people.users(userIds),
        ]);
    }

    /**
     * Reviewers before escalation: the users of each owner, and each Paladin. One approval of each set is enough. Excludes managers, who
     * differ between requesters. An owner without users asks no one.
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

    /** Users of the owners that had none at first. Another user who possibly becomes one does not hold up a request. */
    #idle({ ownerIds, requireAdminApproval }: Stage, { adminOwnerId }: Governed): ReadonlySet<PrincipalSet> {
        const all = [...ownerIds, ...(requireAdminApproval && adminOwnerId !== undefined ? [adminOwnerId] : [])];
        const idle = all.filter((id) => {
            const users = this.initial?.people.ownersUsers(id);
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

/** Deciders on requests of users who may or may not exist. */
function possibly(deciders: PrincipalSet, { unknowns }: PrincipalSet): PrincipalSet {
    const open = [...unknowns].map((one): OpenUnknown => ({ ...one, among: deciders }));
    return new PrincipalSet(PrincipalSet.empty.members, undefined, new Set([...deciders.unknowns, ...open]));
}

/** Why the approvers of an offer are unknown if a manager approves. */
export function unknownManagers({ governed }: Offer): OpenUnknown {
    return { type: "group", id: governed.id, because: "the API does not return the managers of users" };
}

/** The default configuration comes last. */
function rankOf({ priority }: RequestRule): number {
    return priority === 0 ? Number.POSITIVE_INFINITY : priority;
}
