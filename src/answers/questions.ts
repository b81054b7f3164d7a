import type { Target, Unknown } from "../access/facts.js";
import { type AccessModel, ASPECTS, type Aspect, dateOf } from "../access/model.js";
import { type PathStep, pathOf } from "../access/path.js";
import type { PrincipalSet } from "../access/principals.js";
import type { Directory } from "./directory.js";

/** What is known of an organization, and where that ends. */
export interface Knowledge {
    readonly model: AccessModel;
    readonly directory: Directory;
    /** The facts are what a program declares: "no" then means "not by this program". */
    readonly isOfProgram: boolean;
    /** What the source of the facts cannot tell, as sentences: they stand below every answer. */
    readonly limits: readonly string[];
}

/** Access at a level; "" is the default one. The end is an ISO date, null for none. */
export interface Held {
    readonly level: string;
    readonly until: string | null;
}

/** That somebody can do something with a target. */
export interface Standing {
    readonly personId: string;
    readonly target: Target;
    /** Only of what somebody has: at each of its levels. */
    readonly levels: readonly Held[];
    /** The latest end, as an ISO date; null for none. */
    readonly until: string | null;
    /** What leads there; empty if nobody can say. */
    readonly path: readonly PathStep[];
    /** Of a difference: that the other one may be able to as well. */
    readonly isOpen?: true;
}

/** What is not known of a target. */
export interface Open {
    readonly target: Target;
    readonly unknowns: readonly Unknown[];
}

export interface WhoAnswer {
    readonly aspect: Aspect;
    readonly target: Target;
    readonly standings: readonly Standing[];
    /** Why there may be others. */
    readonly unknowns: readonly Unknown[];
}

/** Everybody who can do this with a target. */
export function whoCan({ model }: Knowledge, aspect: Aspect, target: Target): WhoAnswer {
    const set = model.who(aspect, target);
    const levels = aspect === "has" ? levelsOf(model, target) : undefined;
    const standings = Array.from(set.members, (number, place): Standing => {
        const personId = model.records.principals.id(number);
        return {
            personId,
            target,
            levels: levels?.get(number) ?? [],
            until: dateOf(set.endAt(place)),
            path: pathOf(model, personId, aspect, target) ?? [],
        };
    });
    return { aspect, target, standings, unknowns: [...set.unknowns] };
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
        const standing = standingOf(model, aspect, personId, target);
        if (standing) standings.push(standing);
        else open.push(...openOf(model, aspect, target));
    }
    return { aspect, personId, standings, open };
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
    /** If they can. */
    readonly standing?: Standing;
    /** Why nobody knows whether they can. */
    readonly unknowns: readonly Unknown[];
}

/** What somebody can do with a target, and why. */
export function whyCan({ model }: Knowledge, personId: string, target: Target): WhyAnswer {
    const findings = ASPECTS.map((aspect): Finding => {
        const standing = standingOf(model, aspect, personId, target);
        if (standing) return { aspect, verdict: "yes", standing, unknowns: [] };
        const unknowns = openOf(model, aspect, target).flatMap((one) => one.unknowns);
        return { aspect, verdict: unknowns.length > 0 ? "notKnown" : "no", unknowns };
    });
    return { personId, target, findings };
}

export interface DifferenceAnswer {
    readonly aspect: Aspect;
    readonly personIds: readonly [string, string];
    /** What one can do this with and the other cannot, in the same order. */
    readonly alone: readonly [readonly Standing[], readonly Standing[]];
    /** How many both can do this with. Of what people have, each level counts. */
    readonly both: number;
    /** Of what it is not known whether one or both can. */
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
    const open: Open[] = [];
    let both = 0;
    for (const target of targetsOf(model)) {
        const one = standingOf(model, aspect, first, target);
        const other = standingOf(model, aspect, second, target);
        if (!one || !other) {
            const found = openOf(model, aspect, target);
            open.push(...found);
            const isOpen = found.length > 0 && { isOpen: true as const };
            if (one) alone[0].push({ ...one, ...isOpen });
            if (other) alone[1].push({ ...other, ...isOpen });
            continue;
        }
        const [ofOne, ofOther] = [beside(one, other), beside(other, one)];
        if (ofOne) alone[0].push(ofOne);
        if (ofOther) alone[1].push(ofOther);
        both += aspect === "has" ? one.levels.length - (ofOne?.levels.length ?? 0) : 1;
    }
    return { aspect, personIds, alone, both, open };
}

function standingOf(model: AccessModel, aspect: Aspect, personId: string, target: Target): Standing | undefined {
    const number = model.records.principals.find(personId);
    const set = model.who(aspect, target);
    if (number === undefined || !set.has(number)) return undefined;
    const levels = aspect === "has" ? heldBy(model, number, target) : [];
    const until = endIn(set, number);
    return { personId, target, levels, until, path: pathOf(model, personId, aspect, target) ?? [] };
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

function heldBy(model: AccessModel, number: number, target: Target): Held[] {
    return [...model.holdersByLevel(target)]
        .filter(([, set]) => set.has(number))
        .map(([level, set]) => ({ level, until: endIn(set, number) }));
}

/** The levels at which each has the target, by the number of the person. */
function levelsOf(model: AccessModel, target: Target): Map<number, Held[]> {
    const levels = new Map<number, Held[]>();
    for (const [level, set] of model.holdersByLevel(target)) {
        for (const [place, number] of set.members.entries()) {
            const held = { level, until: dateOf(set.endAt(place)) };
            const known = levels.get(number);
            if (known) known.push(held);
            else levels.set(number, [held]);
        }
    }
    return levels;
}

/** With the levels that the other one has not; undefined if there is none. */
function beside(one: Standing, other: Standing): Standing | undefined {
    const levels = one.levels.filter(({ level }) => !other.levels.some((held) => held.level === level));
    return levels.length > 0 ? { ...one, levels } : undefined;
}

function endIn(set: PrincipalSet, number: number): string | null {
    return dateOf(set.endAt(set.members.indexOf(number)));
}
