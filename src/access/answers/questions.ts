import type { Phrase } from "../../common/phrase.js";
import type { Target, Unknown } from "../model/facts/facts.js";
import { NEVER, type PrincipalSet } from "../model/facts/principals.js";
import { type AccessModel, ASPECTS, type Aspect, dateOf, isRequested, targetsOf } from "../model/model.js";
import { pathOf } from "../model/path.js";
import type { PathStep } from "../model/path-step.js";
import type { Directory } from "./directory.js";

/** The access model, the names of objects, and the known limits of the data. All questions are answered from these. */
export interface Knowledge {
    readonly model: AccessModel;
    readonly directory: Directory;
    /** Whether the facts come from the declarations of a program. If so, "no" means "not through this program". */
    readonly isOfProgram: boolean;
    /** Sentences about data that may be missing. They are added to the end of every answer. */
    readonly limits: readonly Phrase[];
}

/** One way in which a principal can do something with a target. For `has`, there is one standing per level. */
export interface Standing {
    readonly personId: string;
    readonly target: Target;
    /** Id of the access level; "" for the default level. Only set for `has`. */
    readonly level?: string;
    /** Expiration as an ISO date, or null if the access does not expire. */
    readonly until: string | null;
    /** Maximum duration of a request. Undefined if the duration is not limited. */
    readonly maxDurationMinutes?: number;
    /** Empty if the path is unknown. */
    readonly path: readonly PathStep[];
}

/** A target for which the answer is incomplete, with the reasons. */
export interface Open {
    readonly target: Target;
    readonly unknowns: readonly Unknown[];
}

export interface WhoAnswer {
    readonly aspect: Aspect;
    readonly target: Target;
    /** Number of people and machines. */
    readonly count: number;
    readonly standings: readonly Standing[];
    /** Reasons why the list may be incomplete. */
    readonly unknowns: readonly Unknown[];
}

/** Returns all principals to whom the aspect applies for a target, such as all who have it or all who can request it. */
export function whoCan({ model }: Knowledge, aspect: Aspect, target: Target): WhoAnswer {
    const { size, unknowns } = model.who(aspect, target);
    const standings = setsOf(model, aspect, target).flatMap(({ set, level }) =>
        Array.from(set.members, (number, place) => standingOf(model, aspect, number, target, set.endAt(place), level)),
    );
    return { aspect, target, count: size, standings, unknowns: [...unknowns] };
}

export interface WhatAnswer {
    readonly aspect: Aspect;
    readonly personId: string;
    readonly standings: readonly Standing[];
    /** Targets for which it is unknown whether the aspect applies to the principal. */
    readonly open: readonly Open[];
}

/** Returns all targets for which the aspect applies to a principal, such as all that they have or can request. */
export function whatCan({ model }: Knowledge, aspect: Aspect, personId: string): WhatAnswer {
    const standings: Standing[] = [];
    const open: Open[] = [];
    for (const target of targetsOf(model)) {
        const found = standingsOf(model, aspect, personId, target);
        standings.push(...found);
        if (found.length === 0) open.push(...openOf(model, aspect, target));
    }
    return { aspect, personId, standings, open };
}

/** The targets of the standings. A target with several levels is returned once. */
export function distinctTargets(standings: readonly Standing[]): Target[] {
    return [...new Map(standings.map(({ target }) => [`${target.type} ${target.id}`, target])).values()];
}

/** Whether a principal can do something. */
export type AnswerVerdict = "yes" | "no" | "notKnown";

export interface WhyAnswer {
    readonly personId: string;
    readonly target: Target;
    readonly findings: readonly AnswerFinding[];
}

export interface AnswerFinding {
    readonly aspect: Aspect;
    readonly verdict: AnswerVerdict;
    /** Ways in which the principal can do it. Empty unless the verdict is "yes". */
    readonly standings: readonly Standing[];
    /** Reasons why the verdict is "notKnown". Empty for any other verdict. */
    readonly unknowns: readonly Unknown[];
}

/** Returns a finding for each aspect: whether it applies to a principal and a target, and why. */
export function whyCan({ model }: Knowledge, personId: string, target: Target): WhyAnswer {
    const findings = ASPECTS.map((aspect): AnswerFinding => {
        const standings = standingsOf(model, aspect, personId, target);
        if (standings.length > 0) return { aspect, verdict: "yes", standings, unknowns: [] };
        const unknowns = openOf(model, aspect, target).flatMap((one) => one.unknowns);
        return { aspect, verdict: unknowns.length > 0 ? "notKnown" : "no", standings, unknowns };
    });
    return { personId, target, findings };
}

export interface DifferenceAnswer {
    readonly aspect: Aspect;
    readonly personIds: readonly [string, string];
    /** Targets that only one of the people has, in the order of `personIds`. Different levels of a target count as different targets. */
    readonly alone: readonly [readonly Standing[], readonly Standing[]];
    /** Targets that one person has, while it is unknown whether the other has them. */
    readonly perhapsAlone: readonly [readonly Standing[], readonly Standing[]];
    /** Targets that both people have at the same level, for at least one level. */
    readonly both: readonly Target[];
    /** Targets for which it is unknown whether the aspect applies to one or both people. */
    readonly open: readonly Open[];
}

/** Compares the targets for which the aspect applies to two people. */
export function differenceOf(
    { model }: Knowledge,
    aspect: Aspect,
    personIds: readonly [string, string],
): DifferenceAnswer {
    const [first, second] = personIds;
    const alone: [Standing[], Standing[]] = [[], []];
    const perhapsAlone: [Standing[], Standing[]] = [[], []];
    const open: Open[] = [];
    const both: Target[] = [];
    for (const target of targetsOf(model)) {
        const one = standingsOf(model, aspect, first, target);
        const other = standingsOf(model, aspect, second, target);
        const [onlyOne, onlyOther] = [missingFrom(other, one), missingFrom(one, other)];
        if (one.length > onlyOne.length) both.push(target);
        const isSame = one.length > 0 && onlyOne.length + onlyOther.length === 0;
        const unknown = isSame ? [] : openOf(model, aspect, target);
        open.push(...unknown);
        const sides = unknown.length > 0 ? perhapsAlone : alone;
        sides[0].push(...onlyOne);
        sides[1].push(...onlyOther);
    }
    return { aspect, personIds, alone, perhapsAlone, both, open };
}

/** The standings of one principal for a target. If the aspect is divided by level, there is one for each level. */
function standingsOf(model: AccessModel, aspect: Aspect, personId: string, target: Target): Standing[] {
    const number = model.records.principals.find(personId);
    if (number === undefined || !model.who(aspect, target).has(number)) return [];
    return setsOf(model, aspect, target).flatMap(({ set, level }) => {
        const place = set.members.indexOf(number);
        return place < 0 ? [] : [standingOf(model, aspect, number, target, set.endAt(place), level)];
    });
}

function standingOf(
    model: AccessModel,
    aspect: Aspect,
    number: number,
    target: Target,
    end: number,
    level: string | undefined,
): Standing {
    const personId = model.records.principals.id(number);
    const path = pathOf(model, personId, aspect, target, level) ?? [];
    const standing = { personId, target, ...(level !== undefined && { level }), until: dateOf(end), path };
    if (!isRequested(aspect) || end === NEVER) return standing;
    return { ...standing, until: null, maxDurationMinutes: Math.round((end - model.records.at) / 60_000) };
}

/** Principals to whom the aspect applies. For `has`, there is one set per level. */
function setsOf(model: AccessModel, aspect: Aspect, target: Target): { set: PrincipalSet; level?: string }[] {
    if (aspect !== "has") return [{ set: model.who(aspect, target) }];
    return [...model.holdersByLevel(target)].map(([level, set]) => ({ set, level }));
}

/** Returns the standings whose level does not occur in `others`. */
function missingFrom(others: readonly Standing[], standings: readonly Standing[]): Standing[] {
    return standings.filter(({ level }) => !others.some((other) => other.level === level));
}

/** Reasons why the answer about a target is incomplete. Empty if the answer is complete. */
function openOf(model: AccessModel, aspect: Aspect, target: Target): Open[] {
    const { unknowns } = model.who(aspect, target);
    return unknowns.size > 0 ? [{ target, unknowns: [...unknowns] }] : [];
}
