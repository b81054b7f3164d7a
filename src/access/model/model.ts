import type { Change } from "./facts/change.js";
import { changedRecords, type Gain, gainedRecords } from "./facts/draft.js";
import type { Facts, Target } from "./facts/facts.js";
import { NEVER, PrincipalSet } from "./facts/principals.js";
import { laterRecords, type Records, recordsOf, targetsIn } from "./facts/records.js";
import { Administration } from "./rules/administration.js";
import { withFewerApprovals } from "./rules/approvals.js";
import { unknownPowers } from "./rules/grounds.js";
import { Memberships } from "./rules/memberships.js";
import { People } from "./rules/people.js";
import { type Dependents, dependentsIn, type Reach, reachOf } from "./rules/reach.js";
import { Requests } from "./rules/requests.js";

/** What a principal can do with a target. */
export const ASPECTS = ["has", "getsWithoutApproval", "mayRequest", "mayApprove", "administers", "sees"] as const;
export type Aspect = (typeof ASPECTS)[number];

/**
 * Whether the aspect is about requests. Expirations in its sets are based on a request made now, so they represent a duration rather than a
 * date.
 */
export function isRequested(aspect: Aspect): boolean {
    return aspect === "mayRequest" || aspect === "getsWithoutApproval";
}

/**
 * Determines who can do what in an organization. Requires only the facts, not the service or a program. Results are cached; `with` reuses
 * those that a change does not affect.
 */
export class AccessModel {
    readonly memberships: Memberships;
    readonly people: People;
    readonly requests: Requests;
    readonly administration: Administration;

    readonly #reach: Reach | undefined;
    #dependents: Dependents | undefined;
    /** The model most recently returned by `at`. */
    #later: AccessModel | undefined;

    private constructor(
        readonly records: Records,
        private readonly earlier?: AccessModel,
        reach: Reach | undefined = earlier && reachOf(earlier.records, records, earlier.#dependencies()),
        /** The model before possible gains. Undefined if this model does not contain possible gains. */
        private readonly initial?: AccessModel,
        /** A model that contains the same users. */
        sameUsers: AccessModel | undefined = earlier?.records.users === records.users ? earlier : initial,
    ) {
        this.#reach = reach;
        this.memberships = new Memberships(
            records,
            earlier && reach && { memberships: earlier.memberships, changed: reach.groups },
        );
        this.people = new People(records, this.memberships, sameUsers?.people.everybody);
        this.administration = new Administration(records, this.people);
        this.requests = new Requests(records, this.people, this.administration, initial?.people);
    }

    static of(facts: Facts): AccessModel {
        return new AccessModel(recordsOf(facts));
    }

    /** Returns the model after applying the changes in order. This model is not modified. */
    with(changes: readonly Change[]): AccessModel {
        return new AccessModel(changedRecords(this.records, changes), this);
    }

    /** Returns the model after users gained access. Suitable only for a few evaluations, because results of this model are not reused. */
    afterGains(gains: readonly Gain[]): AccessModel {
        return new AccessModel(gainedRecords(this.records, gains), undefined, undefined, undefined, this);
    }

    /**
     * Returns a model in which each user may or may not have gained the access in `gains`, independently of other users and at any time. A
     * gain only adds request configurations for the user; it never imposes a stricter one. The approval of users who are reviewers only
     * because of a gain is not required.
     */
    withPossibleGains(gains: readonly Gain[]): AccessModel {
        return new AccessModel(gainedRecords(this.records, gains), undefined, undefined, this.initial ?? this);
    }

    /** Returns the model at a later time, assuming that there are no changes until then. */
    at(time: number): AccessModel {
        if (this.#later?.records.at === time) return this.#later;
        const earlier = this.earlier?.at(time);
        const records = laterRecords(this.records, time, this.earlier?.records, earlier?.records);
        // When access expires, differences can only disappear. So the differences that are possible now include those at the later time.
        this.#later = new AccessModel(records, earlier, this.#reach);
        return this.#later;
    }

    /** Holders of the target. For a group, these are its members. Empty for a bundle. */
    holders(target: Target): PrincipalSet {
        return this.memberships.holders(target);
    }

    /** Holders of the target, by the id of the level; "" is the default level. */
    holdersByLevel({ type, id }: Target): ReadonlyMap<string, PrincipalSet> {
        if (type === "bundle") return new Map();
        const byLevel = type === "group" ? this.memberships.inGroup(id) : this.memberships.withResource(id);
        return new Map([...byLevel].map(([level, set]) => [this.records.levels.id(level), set]));
    }

    /** Users who can request the target, or something that grants it. */
    requesters(target: Target): PrincipalSet {
        return this.#withGiving(target, (one) => this.requests.requesters(one));
    }

    /** Users who can get the target, or something that grants it, without approval by anyone else. */
    withoutApproval(target: Target): PrincipalSet {
        return this.#withGiving(target, (one) => this.requests.withoutApproval(one));
    }

    /**
     * Users who can get the target, or something that grants it, with fewer than `count` approvals by other people. Approvals by machines
     * are not counted. Includes users who can get it without a request, but not users who merely have it already.
     */
    withFewerApprovals(target: Target, count: number): PrincipalSet {
        return this.#withGiving(target, (one) =>
            this.memberships.together([
                ...this.requests
                    .offers(one)
                    .flatMap((offer) => [
                        withFewerApprovals(this.requests.stages, offer, count),
                        this.requests.unknownIn(offer, offer.who),
                    ]),
                ...this.requests.unasked(one),
            ]),
        );
    }

    /**
     * Users who can get the target, or something that grants it, by the decision of scripts, Paladins or other service users alone. Excludes
     * requests that are approved automatically, because nobody decides them.
     * @param level id of the level of the target. Default: any
     */
    decidedByMachines(target: Target, level?: string): PrincipalSet {
        return this.#withGiving(target, (one) => {
            const offers = this.requests
                .offers(one)
                .filter(
                    (offer) => one !== target || level === undefined || this.records.levels.id(offer.level) === level,
                );
            return this.memberships.together(offers.map((offer) => this.requests.decidedByMachines(offer)));
        });
    }

    /** Users who have the target because they match the conditions of an access rule. */
    matching(target: Target): PrincipalSet {
        const groups = [target, ...this.memberships.giving(target)].filter(
            ({ type, id }) => type === "group" && this.records.groups.get(id)?.rule?.isActive === true,
        );
        return this.memberships.together(groups.map(({ id }) => this.memberships.matching(id)));
    }

    /** Users who can approve their own requests for the target, or for something that grants it, without anyone else. */
    ownApprovers(target: Target): PrincipalSet {
        return this.#withGiving(target, (one) => {
            const reviewed = this.requests.offers(one).filter(({ rule }) => !rule.autoApproval);
            return this.memberships.together(reviewed.map((offer) => this.requests.unreviewed(offer)));
        });
    }

    /**
     * Users who can request the target, or get it without approval, by the id of the level. `any` contains those who can choose any level.
     * Undefined for bundles, and for resources whose levels were not read if only the default level is mentioned anywhere.
     */
    byLevel(aspect: "mayRequest" | "getsWithoutApproval", target: Target): Leveled | undefined {
        const { links, nestings, levels } = this.records;
        const resources = target.type === "resource" ? [target, ...this.#above(target)] : [];
        const edges =
            target.type === "group"
                ? (nestings.get(target.id) ?? [])
                : resources.flatMap(({ id }) => links.get(id) ?? []);
        const offers = [target, ...this.#above(target)].flatMap((one) => this.requests.offers(one));
        const isLeveled = offers.some(
            ({ governed, level }) => levels.id(level) !== "" || (governed.levels ?? []).length > 0,
        );
        // If the levels were not read, a request can be for any level, but a group grants one particular level.
        const isUnread = resources.some(({ id }) => this.records.resources.get(id)?.levels === undefined);
        const isOneLevel = edges.every(({ level }) => levels.id(level) === "") && !(isUnread && edges.length > 0);
        // Groups, and resources that are known not to have levels, are requested at the default level. Levels that are added later are not
        // considered.
        const isRead =
            target.type === "group" ||
            (target.type === "resource" && this.records.resources.get(target.id)?.levels !== undefined);
        if (!isLeveled && isOneLevel && !isRead) return undefined;
        const sets = new Map<string | undefined, PrincipalSet[]>();
        const put = (level: string | undefined, set: PrincipalSet): void => {
            sets.set(level, [...(sets.get(level) ?? []), set]);
        };
        for (const offer of offers)
            put(
                isLeveled || isRead ? levels.id(offer.level) : undefined,
                aspect === "mayRequest" ? offer.who : this.requests.unreviewed(offer),
            );
        for (const one of [target, ...this.#above(target)]) {
            if (aspect === "getsWithoutApproval") for (const set of this.requests.unasked(one)) put(undefined, set);
            put(undefined, this.#unknown(one));
        }
        for (const { groupId, level } of edges) put(levels.id(level), this.who(aspect, { type: "group", id: groupId }));
        const together = (level: string | undefined) => this.memberships.together(sets.get(level) ?? []);
        const named = [...sets.keys()].filter((level) => level !== undefined);
        return { any: together(undefined), at: new Map(named.map((level) => [level, together(level)])) };
    }

    /** Users who can approve a request for the target, or for something that grants it. */
    approvers(target: Target): PrincipalSet {
        return this.#withGiving(target, (one) => this.requests.approvers(one));
    }

    administrators(target: Target): PrincipalSet {
        return this.administration.who("administering", target);
    }

    viewers(target: Target): PrincipalSet {
        return this.administration.who("seeing", target);
    }

    /** Principals to whom the aspect applies for the target. */
    who(aspect: Aspect, target: Target): PrincipalSet {
        switch (aspect) {
            case "has":
                return this.holders(target);
            case "getsWithoutApproval":
                return this.withoutApproval(target);
            case "mayRequest":
                return this.requesters(target);
            case "mayApprove":
                return this.approvers(target);
            case "administers":
                return this.administrators(target);
            case "sees":
                return this.viewers(target);
        }
    }

    /** Groups and targets that may differ from those in another model of the same organization. */
    reachFrom(other: AccessModel): Reach {
        if (other === this.earlier && this.#reach) return this.#reach;
        return reachOf(other.records, this.records, other.#dependencies());
    }

    #dependencies(): Dependents {
        this.#dependents ??= dependentsIn(this.records);
        return this.#dependents;
    }

    /** Unites the sets for a target and for everything that grants it. */
    #withGiving(target: Target, whoOf: (target: Target) => PrincipalSet): PrincipalSet {
        return this.memberships.together(
            [target, ...this.memberships.giving(target)].flatMap((one) => [whoOf(one), this.#unknown(one)]),
        );
    }

    /** Users who may be able to do anything with the target, because this version does not know all of its fields. */
    #unknown(target: Target): PrincipalSet {
        return PrincipalSet.unknown(...unknownPowers(this.records, target));
    }

    /** Ancestors of a resource that grant access to it. */
    #above({ type, id }: Target): Target[] {
        const ids = type === "resource" ? this.memberships.givingAbove(id) : [];
        return ids.map((one) => ({ type: "resource", id: one }));
    }
}

/** Principals by the id of the level that they can get. `any` contains those who can get any level. */
export interface Leveled {
    readonly at: ReadonlyMap<string, PrincipalSet>;
    readonly any: PrincipalSet;
}

/** Converts an expiration to an ISO date, or to null if it is NEVER. */
export function dateOf(end: number): string | null {
    return end === NEVER ? null : new Date(end).toISOString();
}

/** Yields all groups, resources and bundles. */
export function targetsOf({ records }: AccessModel): Generator<Target> {
    return targetsIn(records);
}
