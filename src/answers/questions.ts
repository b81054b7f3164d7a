import type { Target, Unknown } from "../access/facts.js";
import { type AccessModel, ASPECTS, type Aspect, dateOf, isRequested } from "../access/model.js";
import { type PathStep, pathOf } from "../access/path.js";
import { NEVER, type PrincipalSet } from "../access/principals.js";
import type { Phrase } from "../schema/phrase.js";
import type { Directory } from "./directory.js";

/** What is known of an organization, and where that ends. */
export interface Knowledge {
    readonly model: AccessModel;
    readonly directory: Directory;
    /** The facts are what a program declares: "no" then means "not by this program". */
    readonly isOfProgram: boolean;
    /** What the source of the facts cannot tell, as sentences: they stand below every answer. */
    readonly limits: readonly Phrase[];
}

/** That somebody can do something with a target; of what people have, one for each level. */
export interface Standing {
    readonly personId: string;
    readonly target: Target;
    /** Id of the level, "" for the default one; only of what somebody has. */
    readonly level?: string;
    /** When it ends, as an ISO date; null for none. */
    readonly until: string | null;
    /** Of what somebody may request: how long they get it at most. Undefined for no limit. */
    readonly maxDurationMinutes?: number;
    /** What leads there; empty if nobody can say. */
    readonly path: readonly PathStep[];
}

/** What is not known of a target. */
export interface Open {
    readonly target: Target;
    readonly unknowns: readonly Unknown[];
}

export interface WhoAnswer {
    readonly aspect: Aspect;
    readonly target: Target;
    /** So many people and machines. */
    readonly count: number;
    readonly standings: readonly Standing[];
    /** Why there may be others. */
    readonly unknowns: readonly Unknown[];
}

/** Everybody who can do this with a target. */
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
    /** What somebody may be able to do this with, besides. */
    readonly open: readonly Open[];
}

/** Everything that somebody can do this with. */
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

/** How many targets standings are about: somebody may have one at several levels. */
export function targetsCounted(standings: readonly Standing[]): number {
    return new Set(standings.map(({ target }) => `${target.type} ${target.id}`)).size;
}

/** Whether somebody can do something. */
export type Verdict = "yes" | "no" | "notKnown";

export interface WhyAnswer {
    readonly personId: string;
    readonly target: Target;
    readonly findings: readonly Finding[];
}

export interface Finding {
    readonly aspect: Aspect;
    readonly verdict: Verdict;
    /** If they can: at each level. */
    readonly standings: readonly Standing[];
    /** Why nobody knows whether they can. */
    readonly unknowns: readonly Unknown[];
}

/** What somebody can do with a target, and why. */
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
    /** What one can do this with and the other cannot, in the same order. Of what people have, each level counts for itself. */
    readonly alone: readonly [readonly Standing[], readonly Standing[]];
    /** What one can do this with, and perhaps the other as well, in a way that is not known. */
    readonly perhapsAlone: readonly [readonly Standing[], readonly Standing[]];
    /** With how many targets both can do this; of what people have, at one level or more. */
    readonly both: number;
    /** What is not known of targets with which neither is known to do this, or one of them. */
    readonly open: readonly Open[];
}

/** What each of two people can do this with that the other cannot. */
export function differenceOf(
    { model }: Knowledge,
    aspect: Aspect,
    personIds: readonly [string, string],
): DifferenceAnswer {
    const [first, second] = personIds;
    const alone: [Standing[], Standing[]] = [[], []];
    const perhapsAlone: [Standing[], Standing[]] = [[], []];
    const open: Open[] = [];
    let both = 0;
    for (const target of targetsOf(model)) {
        const one = standingsOf(model, aspect, first, target);
        const other = standingsOf(model, aspect, second, target);
        const [onlyOne, onlyOther] = [beside(one, other), beside(other, one)];
        if (one.length > onlyOne.length) both += 1;
        const isSame = one.length > 0 && onlyOne.length + onlyOther.length === 0;
        const unknown = isSame ? [] : openOf(model, aspect, target);
        open.push(...unknown);
        const sides = unknown.length > 0 ? perhapsAlone : alone;
        sides[0].push(...onlyOne);
        sides[1].push(...onlyOther);
    }
    return { aspect, personIds, alone, perhapsAlone, both, open };
}

/** How somebody can do this with a target: at each level, or once. */
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

/** Those who can do this: of what people have, by level. */
function setsOf(model: AccessModel, aspect: Aspect, target: Target): { set: PrincipalSet; level?: string }[] {
    if (aspect !== "has") return [{ set: model.who(aspect, target) }];
    return [...model.holdersByLevel(target)].map(([level, set]) => ({ set, level }));
}

/** What is at a level that the others do not have. */
function beside(ones: readonly Standing[], others: readonly Standing[]): Standing[] {
    return ones.filter(({ level }) => !others.some((other) => other.level === level));
}

/** What is not known of a target; nothing if all of it is. */
function openOf(model: AccessModel, aspect: Aspect, target: Target): Open[] {
    const { unknowns } = model.who(aspect, target);
    return unknowns.size > 0 ? [{ target, unknowns: [...unknowns] }] : [];
}

/** Groups, resources and bundles. */
function* targetsOf({ records }: AccessModel): Generator<Target> {
    for (const id of records.groups.keys()) yield { type: "group", id };
    for (const id of records.resources.keys()) yield { type: "resource", id };
    for (const id of records.bundles.keys()) yield { type: "bundle", id };
}
