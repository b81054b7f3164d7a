import type { Phrase } from "../../common/phrase.js";
import type { Target, Unknown } from "../model/facts/facts.js";
import { NEVER, type PrincipalSet } from "../model/facts/principals.js";
import { type AccessModel, ASPECTS, type Aspect, dateOf, isRequested, targetsOf } from "../model/model.js";
import { type PathStep, pathOf } from "../model/path.js";
import type { Directory } from "./directory.js";

/** The model, names and limits from which questions are answered. */
export interface Knowledge {
    readonly model: AccessModel;
    readonly directory: Directory;
    /** Whether the facts are what a program declares. "No" then means "not by this program". */
    readonly isOfProgram: boolean;
    /** Sentences about what the facts may lack. Every answer ends with them. */
    readonly limits: readonly Phrase[];
}

/** How a principal can do something with a target. For `has`, there is one standing per level. */
export interface Standing {
    readonly personId: string;
    readonly target: Target;
    /** Id of the level; "" for the default one. Only for `has`. */
    readonly level?: string;
    /** End as an ISO date; null for no end. */
    readonly until: string | null;
    /** Maximum duration of a request. Undefined for no limit. */
    readonly maxDurationMinutes?: number;
    /** Empty if unknown. */
    readonly path: readonly PathStep[];
}

/** A target for which the answer is incomplete, and why. */
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

/** All principals who can do this with a target. */
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
    /** Targets for which it is unknown whether the principal can do this. */
    readonly open: readonly Open[];
}

/** All targets with which a principal can do this. */
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

/** The targets of the standings, each once even if there are several levels. */
export function distinctTargets(standings: readonly Standing[]): Target[] {
    return [...new Map(standings.map(({ target }) => [`${target.type} ${target.id}`, target])).values()];
}

/** Whether a principal can do something. */
export type Verdict = "yes" | "no" | "notKnown";

export interface WhyAnswer {
    readonly personId: string;
    readonly target: Target;
    readonly findings: readonly Finding[];
}

export interface Finding {
    readonly aspect: Aspect;
    readonly verdict: Verdict;
    /** How they can do it. Empty unless the verdict is "yes". */
    readonly standings: readonly Standing[];
    /** Reasons why it is not known. Empty unless the verdict is "notKnown". */
    readonly unknowns: readonly Unknown[];
}

/** Determines everything that a principal can do with a target, and why. */
export function whyCan({ model }: Knowledge, personId: string, target: Target): WhyAnswer {
    const findings = ASPECTS.map((aspect): Finding => {
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
    /** Targets of one person only, in the order of `personIds`. Levels count separately. */
    readonly alone: readonly [readonly Standing[], readonly Standing[]];
    /** Targets of one person, and perhaps of the other. */
    readonly perhapsAlone: readonly [readonly Standing[], readonly Standing[]];
    /** Targets that both people have in common, at one level at least. */
    readonly both: readonly Target[];
    /** Targets for which it is unknown whether one person or both can do this. */
    readonly open: readonly Open[];
}

/** Compares the targets with which two people can do this. */
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

/** The standings of one principal for a target: one per level if the aspect has levels. */
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

/** Principals who can do this. For `has`, one set per level. */
function setsOf(model: AccessModel, aspect: Aspect, target: Target): { set: PrincipalSet; level?: string }[] {
    if (aspect !== "has") return [{ set: model.who(aspect, target) }];
    return [...model.holdersByLevel(target)].map(([level, set]) => ({ set, level }));
}

/** The standings at levels that do not occur in `others`. */
function missingFrom(others: readonly Standing[], standings: readonly Standing[]): Standing[] {
    return standings.filter(({ level }) => !others.some((other) => other.level === level));
}

/** Reasons why the answer about a target is incomplete. Empty if it is complete. */
function openOf(model: AccessModel, aspect: Aspect, target: Target): Open[] {
    const { unknowns } = model.who(aspect, target);
    return unknowns.size > 0 ? [{ target, unknowns: [...unknowns] }] : [];
}
