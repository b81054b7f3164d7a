import type { Governed, RequestRule, Target } from "../facts/facts.js";
import { type OpenUnknown, PrincipalSet } from "../facts/principals.js";
import { type Records, unknownFieldsText } from "../facts/records.js";
import type { Administration } from "./administration.js";
import type { People } from "./people.js";
import { lacksStage, type Offer, Stages, unknownManagers, withoutStage } from "./stages.js";

/** Ways of getting access without approval by anyone else. */
export const WAYS_OF_TAKING = ["autoApproval", "ownApproval", "assignment", "breakGlass"] as const;
export type WayOfTaking = (typeof WAYS_OF_TAKING)[number];

/** Determines who can request a target, who can approve requests, and who can get the target without approval by anyone else. */
export class Requests {
    readonly stages: Stages;
    readonly #offers = new Map<string, readonly Offer[]>();
    /** Ids of linked groups, by the id of their source group. */
    readonly #linked = new Map<string, readonly string[]>();
    /** Sets with limited expirations, by maximum duration. Targets that the same people can request share one set. */
    readonly #limits = new WeakMap<PrincipalSet, Map<number, PrincipalSet>>();

    constructor(
        private readonly records: Records,
        private readonly people: People,
        private readonly administration: Administration,
        /** The users before possible gains (`AccessModel.withPossibleGains`). Undefined if the model does not contain possible gains. */
        private readonly initial?: People,
    ) {
        this.stages = new Stages(records, people, initial);
        for (const [linked, source] of records.sources) this.#linked.set(source, [...this.linkedTo(source), linked]);
    }

    /**
     * Possible requests for a target, by level and request configuration. Omits configurations under which no user can make a request.
     * Empty for a linked group, because requests for it are requests for its source.
     */
    offers(target: Target): readonly Offer[] {
        if (target.type === "bundle") return [];
        const key = `${target.type} ${target.id}`;
        const known = this.#offers.get(key);
        if (known) return known;
        const rules = this.rules(target);
        const viewers = rules.length > 0 ? this.#viewers(target) : PrincipalSet.empty;
        const found = rules.flatMap((one) => this.#offersAt(one, viewers));
        this.#offers.set(key, found);
        return found;
    }

    /**
     * The request configurations of a target at each level, in the order in which the service evaluates them. Empty if the target cannot be
     * requested.
     */
    rules(target: Target): readonly RulesAtLevel[] {
        const governed = this.#governing(target);
        if (!governed) return [];
        const ranked = [...(governed.requestRules ?? [])].sort((a, b) => rankOf(a) - rankOf(b));
        return this.#levelsOf(governed).map((level) => {
            const remoteId = this.records.levels.id(level);
            const rules = ranked.filter(({ priority, condition }) => {
                const levels = priority === 0 ? [] : (condition?.levels ?? []);
                return levels.length === 0 || levels.includes(remoteId);
            });
            return { governed, level, rules };
        });
    }

    /** Users who can request the target, at any level. */
    requesters(target: Target): PrincipalSet {
        return this.people.memberships.together(this.offers(target).map(({ who }) => who));
    }

    /**
     * Users who can get the target without approval by anyone else: by making a request, by granting it to themselves, or through
     * break-glass access.
     */
    withoutApproval(target: Target): PrincipalSet {
        return this.people.memberships.together(WAYS_OF_TAKING.flatMap((way) => this.taking(way, target)));
    }

    /** Users who can get the target in this way, without approval by anyone else. */
    taking(way: WayOfTaking, target: Target): PrincipalSet[] {
        if (way === "assignment") return [this.administration.who("assigning", target)];
        if (way === "breakGlass") return [this.administration.breakGlassUsers(target)];
        return this.offers(target)
            .filter(({ rule }) => rule.autoApproval === (way === "autoApproval"))
            .map((offer) => this.unreviewed(offer));
    }

    /** Users who can get the target without a request. */
    unasked(target: Target): PrincipalSet[] {
        return [...this.taking("assignment", target), ...this.taking("breakGlass", target)];
    }

    /** Users who can approve a request for the target: reviewers of any stage, their delegates, and those who can approve any request. */
    approvers(target: Target): PrincipalSet {
        const { memberships } = this.people;
        const reviewed = this.offers(target).filter(({ rule }) => !rule.autoApproval);
        if (reviewed.length === 0) return PrincipalSet.empty;
        const always = this.administration.who("approving", target);
        const deciders = reviewed.map((offer) => {
            const reviewers = offer.rule.stages.map((stage) => this.stages.reviewers(stage, offer));
            const all = memberships.together([...reviewers, always, this.unknownIn(offer)]);
            return offer.who.size > 0 ? all : possibly(all, offer.who);
        });
        return memberships.together(deciders);
    }

    /** Ids of the groups that are linked to a source group. */
    linkedTo(groupId: string): readonly string[] {
        return this.#linked.get(groupId) ?? [];
    }

    #offersAt({ governed, level, rules }: RulesAtLevel, viewers: PrincipalSet): Offer[] {
        const { memberships } = this.people;
        const offers: Offer[] = [];
        let rest = viewers;
        for (const rule of rules) {
            const groupIds = conditionGroups(rule);
            const fitting = memberships.together(groupIds.map((id) => memberships.of(id)));
            const isForAll = groupIds.length === 0;
            // Only users who are already members are excluded. A user who may become a member later can make the request before that.
            const excluded = this.initial
                ? memberships.together(groupIds.map((id) => this.initial?.memberships.of(id) ?? PrincipalSet.empty))
                : fitting;
            let inside = isForAll ? rest : memberships.union.split(rest, fitting).inside;
            let outside = isForAll ? PrincipalSet.empty : memberships.union.split(rest, excluded).outside;
            if (mayMatchOthers(rule)) {
                const offer = { level, rule, governed, who: inside };
                inside = memberships.together([inside, this.unknownIn(offer, rest)]);
                outside = memberships.together([outside, this.unknownIn(offer, rest)]);
            }
            if (rule.allowRequests && inside.size + inside.unknowns.size > 0)
                offers.push({ level, rule, governed, who: this.#limited({ level, rule, governed, who: inside }) });
            rest = outside;
        }
        return offers;
    }

    /** Returns the requesters, with expirations limited to the maximum duration of a request. */
    #limited({ who, rule: { maxMinutes }, governed }: Offer): PrincipalSet {
        if (maxMinutes === undefined) return who;
        if (maxMinutes === 0) {
            const ends = new Float64Array(who.size).fill(this.records.at);
            const because = "the API does not document whether a maximum duration of 0 means no limit";
            const open = {
                type: "group",
                id: governed.id,
                because,
                variant: "0",
                among: who,
                mayNeverEnd: true,
            } as const;
            return new PrincipalSet(who.members, ends, new Set([...who.unknowns, open]));
        }
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

    /** The group or resource with its request configurations. Undefined if it cannot be requested. */
    #governing({ type, id }: Target): Governed | undefined {
        if (type === "resource") return this.records.resources.get(id);
        const group = this.records.sources.has(id) ? undefined : this.records.groups.get(id);
        return group?.rule ? undefined : group;
    }

    /** Users who can see the target, or a group linked to it. A request for the linked group is a request for the target. */
    #viewers({ type, id }: Target): PrincipalSet {
        const linked = type === "group" ? this.linkedTo(id) : [];
        return this.people.memberships.together(
            [id, ...linked].map((one) => this.administration.who("seeing", { type, id: one })),
        );
    }

    /**
     * Numbers of the levels that can be requested. If the levels were not read, these are the default level and the levels in the
     * conditions of the request configurations.
     */
    #levelsOf({ levels, requestRules = [] }: Governed): number[] {
        const named = levels ? [] : requestRules.flatMap(({ condition }) => condition?.levels ?? []);
        const all = new Set(levels && levels.length > 0 ? levels : ["", ...named]);
        return [...all].map((level) => this.records.levels.number(level));
    }

    /**
     * Users to whom a power over this request may apply, because this version does not know all fields of its configuration. A changed
     * configuration counts as a different reason, because what is not known may have another effect then.
     */
    unknownIn({ rule, governed }: Offer, among?: PrincipalSet): PrincipalSet {
        if (!rule.unknownFields) return PrincipalSet.empty;
        const because = unknownFieldsText(rule.unknownFields);
        const unknown = { type: "group", id: governed.id, because, variant: JSON.stringify(rule) } as const;
        return PrincipalSet.unknown({ ...unknown, ...(among && { among }) });
    }

    /** Users who can make this request and do not need approval by anyone else. */
    unreviewed(offer: Offer): PrincipalSet {
        const known = this.#unreviewed(offer);
        const open = [
            ...(offer.rule.unknownFields ? [this.unknownIn(offer, offer.who)] : []),
            ...(offer.rule.stages.some((stage) => this.stages.hasScript(stage)) ? [this.#approvedByScript(offer)] : []),
            ...(lacksStage(offer.rule) ? [withoutStage(offer)] : []),
        ];
        return open.length > 0 ? this.people.memberships.together([known, ...open]) : known;
    }

    /**
     * Users who can make this request and get it by the decision of machines alone: of scripts and Paladins in its stages, or of a Paladin
     * that can approve any request for the target.
     */
    decidedByMachines(offer: Offer): PrincipalSet {
        const { rule, who, governed } = offer;
        if (rule.autoApproval) return PrincipalSet.empty;
        const type = this.records.resources.has(governed.id) ? "resource" : "group";
        const always = this.administration.who("approving", { type, id: governed.id });
        if (this.stages.isOfMachines({ who: always, hasScript: false })) return who;
        const known = this.stages.decidedByMachines(offer);
        return rule.unknownFields ? this.people.memberships.together([known, this.unknownIn(offer, who)]) : known;
    }

    /** Users whose request a script may approve by itself. */
    #approvedByScript(offer: Offer): PrincipalSet {
        const { governed, rule } = offer;
        const among = this.stages.decidedByMachines(offer);
        if (among.size === 0) return among;
        const because = "a script reviews requests, and may approve by itself";
        return PrincipalSet.unknown({ type: "group", id: governed.id, because, variant: JSON.stringify(rule), among });
    }

    #unreviewed(offer: Offer): PrincipalSet {
        const { rule, who } = offer;
        if (rule.autoApproval) return who;
        if (!this.records.assumptions.selfApproval) return PrincipalSet.empty;
        const [first, ...others] = rule.stages.map((stage) => this.stages.deciding(stage, offer));
        if (!first) return PrincipalSet.empty;
        const { union } = this.people.memberships;
        const sure = others.reduce((all, { sure }) => union.common(all, sure), union.common(who, first.sure));
        if ([first, ...others].every(({ possible, sure }) => possible === sure))
            return this.#limited({ ...offer, who: sure });
        const among = others.reduce(
            (all, { possible }) => union.common(all, possible),
            union.common(who, first.possible),
        );
        const open: OpenUnknown = { ...unknownManagers(offer), among };
        // Any delegate may be the delegate of their own manager, which is unknown. The variant ensures that an additional delegate is
        // detected as a change even though the reason stays the same.
        const delegates = union.common(among, this.people.delegates);
        const standing: OpenUnknown = { ...open, variant: "delegates", among: delegates };
        const unknowns = new Set([
            ...sure.unknowns,
            ...(among.size > sure.size ? [open] : []),
            ...(delegates.members.some((number) => !sure.has(number)) ? [standing] : []),
        ]);
        return this.#limited({ ...offer, who: new PrincipalSet(sure.members, sure.ends, unknowns) });
    }
}

/** Request configurations of a target at one level. */
export interface RulesAtLevel {
    readonly governed: Governed;
    /** Number of the access level. */
    readonly level: number;
    readonly rules: readonly RequestRule[];
}

/** Whether a configuration may apply to other requesters, because this version does not know all fields of its condition. */
export function mayMatchOthers({ priority, unknownFields = [] }: RequestRule): boolean {
    return priority !== 0 && unknownFields.some((field) => !field.includes(".reviewer_stages[]"));
}

/** Ids of the groups in the condition. The requester must be a member of at least one. If empty, the configuration applies to everyone. */
export function conditionGroups({ priority, condition }: RequestRule): readonly string[] {
    return priority === 0 ? [] : (condition?.groupIds ?? []);
}

/** Returns a set in which the deciders are only candidates. Used if no requester is known, so there may not be any request to decide on. */
function possibly(deciders: PrincipalSet, { unknowns }: PrincipalSet): PrincipalSet {
    const open = [...unknowns].map((one): OpenUnknown => ({ ...one, among: deciders }));
    return new PrincipalSet(PrincipalSet.empty.members, undefined, new Set([...deciders.unknowns, ...open]));
}

/** The default configuration comes last. */
function rankOf({ priority }: RequestRule): number {
    return priority === 0 ? Number.POSITIVE_INFINITY : priority;
}
