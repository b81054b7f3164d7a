import { compareText } from "../../common/collections.js";
import type { Target, Unknown } from "../model/facts/facts.js";
import type { Aspect } from "../model/model.js";
import type { PathStep } from "../model/path-step.js";
import { pathWords } from "../model/words.js";
import type { Directory } from "./directory.js";
import {
    type AnswerVerdict,
    type DifferenceAnswer,
    distinctTargets,
    type Knowledge,
    type Open,
    type Standing,
    type WhatAnswer,
    type WhoAnswer,
    type WhyAnswer,
} from "./questions.js";

// Types of the JSON documents that contain the answers. Each id is accompanied by its name. Expiration dates are ISO dates; null means that
// access does not expire.

export interface NamedId {
    readonly type: string;
    readonly id: string;
    readonly name: string;
    readonly email?: string;
}

/** One way in which a person can do something, such as access a resource. */
export interface DocumentedWay {
    /** Access level. Only set for access that the person already has. "" is the default level. */
    readonly level?: string;
    readonly until: string | null;
    /** Maximum duration of a request. Only set for access that the person can request. */
    readonly maxDurationMinutes?: number;
    /** Empty if the path is unknown. */
    readonly path: readonly NamedStep[];
    /** Description of the path in words. */
    readonly because: string;
}

/** A step of a path, in which each id is accompanied by the name of its object. */
export type NamedStep = Omit<PathStep, "target"> & {
    readonly target: NamedId;
    readonly ownerName?: string;
    readonly groupName?: string;
    readonly roleName?: string;
    readonly standsInForName?: string;
    readonly linkedName?: string;
};

export interface NamedUnknown extends NamedId {
    readonly because: string;
}

interface AnswerDocument {
    readonly question: "who" | "what" | "why" | "diff-people";
    /** Whether the answer describes the access that a program declares, rather than the access in the organization. */
    readonly isOfProgram: boolean;
    readonly limits: readonly string[];
}

export interface WhoDocument extends AnswerDocument {
    readonly aspect: Aspect;
    readonly target: NamedId;
    /** Number of people and machines. A person with several access levels is counted once, but appears in `people` once per level. */
    readonly count: number;
    readonly people: readonly (NamedId & DocumentedWay)[];
    readonly unknowns: readonly NamedUnknown[];
}

export interface WhatDocument extends AnswerDocument {
    readonly aspect: Aspect;
    readonly person: NamedId;
    readonly count: number;
    readonly targets: readonly (NamedId & DocumentedWay)[];
    readonly notKnown: readonly (NamedId & { readonly unknowns: readonly NamedUnknown[] })[];
}

export interface WhyDocument extends AnswerDocument {
    readonly person: NamedId;
    readonly target: NamedId;
    /** The aspect that the question is about. `answer` is the verdict on it. */
    readonly aspect: Aspect;
    readonly answer: AnswerVerdict;
    readonly aspects: readonly {
        readonly aspect: Aspect;
        readonly answer: AnswerVerdict;
        readonly ways: readonly DocumentedWay[];
        readonly unknowns: readonly NamedUnknown[];
    }[];
}

export interface DifferenceDocument extends AnswerDocument {
    readonly aspect: Aspect;
    readonly both: number;
    readonly only: readonly {
        readonly person: NamedId;
        readonly targets: readonly (NamedId & DocumentedWay)[];
        /** Targets for which it is unknown whether the other person can do the same. */
        readonly perhaps: readonly (NamedId & DocumentedWay)[];
    }[];
    readonly notKnown: WhatDocument["notKnown"];
}

export function whoDocument(
    knowledge: Knowledge,
    { aspect, target, count, standings, unknowns }: WhoAnswer,
): WhoDocument {
    const { directory } = knowledge;
    return {
        ...commonPart(knowledge, "who"),
        aspect,
        target: namedTarget(directory, target),
        count,
        people: standings
            .map((one) => ({ ...namedId(directory, one.personId), ...wayOf(directory, one) }))
            .sort(byName),
        unknowns: unknowns.map((one) => namedUnknown(directory, one)),
    };
}

export function whatDocument(knowledge: Knowledge, { aspect, personId, standings, open }: WhatAnswer): WhatDocument {
    const { directory } = knowledge;
    return {
        ...commonPart(knowledge, "what"),
        aspect,
        person: namedId(directory, personId),
        count: distinctTargets(standings).length,
        targets: targetsIn(directory, standings),
        notKnown: notKnownIn(directory, open),
    };
}

export function whyDocument(
    knowledge: Knowledge,
    { personId, target, findings }: WhyAnswer,
    asked: Aspect,
): WhyDocument {
    const { directory } = knowledge;
    return {
        ...commonPart(knowledge, "why"),
        person: namedId(directory, personId),
        target: namedTarget(directory, target),
        aspect: asked,
        answer: findings.find(({ aspect }) => aspect === asked)?.verdict ?? "no",
        aspects: findings.map(({ aspect, verdict, standings, unknowns }) => ({
            aspect,
            answer: verdict,
            ways: standings.map((one) => wayOf(directory, one)),
            unknowns: unknowns.map((one) => namedUnknown(directory, one)),
        })),
    };
}

export function differenceDocument(knowledge: Knowledge, answer: DifferenceAnswer): DifferenceDocument {
    const { directory } = knowledge;
    const { aspect, personIds, alone, perhapsAlone, both, open } = answer;
    return {
        ...commonPart(knowledge, "diff-people"),
        aspect,
        both: both.length,
        only: alone.map((standings, side) => ({
            person: namedId(directory, personIds[side] ?? ""),
            targets: targetsIn(directory, standings),
            perhaps: targetsIn(directory, perhapsAlone[side] ?? []),
        })),
        notKnown: notKnownIn(directory, open),
    };
}

function commonPart<Question extends AnswerDocument["question"]>(
    { isOfProgram, limits }: Knowledge,
    question: Question,
) {
    return { question, isOfProgram, limits: limits.map((one) => one.toJSON()) };
}

function targetsIn(directory: Directory, standings: readonly Standing[]): (NamedId & DocumentedWay)[] {
    return standings.map((one) => ({ ...namedTarget(directory, one.target), ...wayOf(directory, one) })).sort(byName);
}

function notKnownIn(directory: Directory, open: readonly Open[]): WhatDocument["notKnown"] {
    return open
        .map(({ target, unknowns }) => ({
            ...namedTarget(directory, target),
            unknowns: unknowns.map((one) => namedUnknown(directory, one)),
        }))
        .sort(byName);
}

function wayOf(directory: Directory, { level, until, maxDurationMinutes, path }: Standing): DocumentedWay {
    return {
        ...(level !== undefined && { level }),
        until,
        ...(maxDurationMinutes !== undefined && { maxDurationMinutes }),
        path: path.map((step) => namedStep(directory, step)),
        because: pathWords(path, directory).toJSON(),
    };
}

function namedStep(directory: Directory, step: PathStep): NamedStep {
    const nameOf = (id: string): string => directory.find(id)?.name ?? "";
    return {
        ...step,
        target: namedTarget(directory, step.target),
        ...("ownerId" in step && step.ownerId !== undefined && { ownerName: nameOf(step.ownerId) }),
        ...("groupId" in step && step.groupId !== undefined && { groupName: nameOf(step.groupId) }),
        ...("roleId" in step && step.roleId !== undefined && { roleName: nameOf(step.roleId) }),
        ...("linkedId" in step && step.linkedId !== undefined && { linkedName: nameOf(step.linkedId) }),
        ...("standsInFor" in step && step.standsInFor !== undefined && { standsInForName: nameOf(step.standsInFor) }),
    };
}

function namedId(directory: Directory, id: string): NamedId {
    const { type = "user", name = "", email } = directory.find(id) ?? {};
    return { type, id, name, ...(email !== undefined && { email }) };
}

function namedTarget(directory: Directory, { type, id }: Target): NamedId {
    return { type, id, name: directory.find(id)?.name ?? "" };
}

function namedUnknown(directory: Directory, { type, id, because }: Unknown): NamedUnknown {
    return { type, id, name: directory.find(id)?.name ?? "", because };
}

function byName(one: NamedId, other: NamedId): number {
    return compareText(one.type, other.type) || compareText(one.name, other.name) || compareText(one.id, other.id);
}
