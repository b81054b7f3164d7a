import { compareText } from "../../common/collections.js";
import type { Target, Unknown } from "../model/facts/facts.js";
import type { Aspect } from "../model/model.js";
import type { PathStep } from "../model/path-step.js";
import { pathWords } from "../model/words.js";
import type { Directory, NamedObject } from "./directory.js";
import {
    type DifferenceAnswer,
    distinctTargets,
    type Knowledge,
    type Open,
    type Standing,
    type WhatAnswer,
    type WhoAnswer,
    type WhyAnswer,
} from "./questions.js";

// JSON documents that contain the answers. Each id is accompanied by its name. Expiration dates are ISO dates; null means that access does not
// expire.

export function whoDocument(knowledge: Knowledge, { aspect, target, count, standings, unknowns }: WhoAnswer) {
    const { directory } = knowledge;
    return {
        ...commonPart(knowledge, "who"),
        aspect,
        target: namedTarget(directory, target),
        // A person with several access levels is counted once, but appears in `people` once per level.
        count,
        people: standings
            .map((one) => ({ ...namedId(directory, one.personId), ...wayOf(directory, one) }))
            .sort(byName),
        unknowns: unknowns.map((one) => namedUnknown(directory, one)),
    };
}

export function whatDocument(knowledge: Knowledge, { aspect, personId, standings, open }: WhatAnswer) {
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

/** @param asked the aspect that the question is about; `answer` is the verdict on it */
export function whyDocument(knowledge: Knowledge, { personId, target, findings }: WhyAnswer, asked: Aspect) {
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

export function differenceDocument(knowledge: Knowledge, answer: DifferenceAnswer) {
    const { directory } = knowledge;
    const { aspect, personIds, alone, perhapsAlone, both, open } = answer;
    return {
        ...commonPart(knowledge, "diff-people"),
        aspect,
        both: both.length,
        only: alone.map((standings, side) => ({
            person: namedId(directory, personIds[side] ?? ""),
            targets: targetsIn(directory, standings),
            // Targets for which it is unknown whether the other person can do the same.
            perhaps: targetsIn(directory, perhapsAlone[side] ?? []),
        })),
        notKnown: notKnownIn(directory, open),
    };
}

/** `isOfProgram`: the answer describes the access that a program declares, rather than the access in the organization. */
function commonPart({ isOfProgram, limits }: Knowledge, question: "who" | "what" | "why" | "diff-people") {
    return { question, isOfProgram, limits: limits.map((one) => one.toJSON()) };
}

function targetsIn(directory: Directory, standings: readonly Standing[]) {
    return standings.map((one) => ({ ...namedTarget(directory, one.target), ...wayOf(directory, one) })).sort(byName);
}

function notKnownIn(directory: Directory, open: readonly Open[]) {
    return open
        .map(({ target, unknowns }) => ({
            ...namedTarget(directory, target),
            unknowns: unknowns.map((one) => namedUnknown(directory, one)),
        }))
        .sort(byName);
}

/**
 * One way in which a person can do something. `level` is only set for access that the person already has ("" is the default level),
 * `maxDurationMinutes` only for access that the person can request. `path` is empty if it is unknown; `because` describes it in words.
 */
function wayOf(directory: Directory, { level, until, maxDurationMinutes, path }: Standing) {
    return {
        ...(level !== undefined && { level }),
        until,
        ...(maxDurationMinutes !== undefined && { maxDurationMinutes }),
        path: path.map((step) => namedStep(directory, step)),
        because: pathWords(path, directory).toJSON(),
    };
}

/** A step of a path, in which each id is accompanied by the name of its object. */
function namedStep(directory: Directory, step: PathStep) {
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

function namedId(directory: Directory, id: string) {
    const { type = "user", name = "", email } = directory.find(id) ?? {};
    return { type, id, name, ...(email !== undefined && { email }) };
}

function namedTarget(directory: Directory, { type, id }: Target) {
    return { type, id, name: directory.find(id)?.name ?? "" };
}

function namedUnknown(directory: Directory, { type, id, because }: Unknown) {
    return { type, id, name: directory.find(id)?.name ?? "", because };
}

function byName(one: Pick<NamedObject, "type" | "id" | "name">, other: typeof one): number {
    return compareText(one.type, other.type) || compareText(one.name, other.name) || compareText(one.id, other.id);
}
