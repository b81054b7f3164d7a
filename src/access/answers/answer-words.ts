import { compareText, grouped } from "../../common/collections.js";
import { counted } from "../../common/counts.js";
import { distinct, firstOf, joined, type Phrase, plain, prose } from "../../common/phrase.js";
import type { Target, Unknown } from "../model/facts/facts.js";
import type { Aspect } from "../model/model.js";
import {
    aspectWords,
    atLevel,
    isPlainRequest,
    limitWords,
    pathWords,
    TARGET_TYPES,
    targetsText,
    untilWords,
} from "../model/words.js";
import type { Directory } from "./directory.js";
import {
    type AnswerFinding,
    type DifferenceAnswer,
    distinctTargets,
    type Knowledge,
    type Open,
    type Standing,
    type WhatAnswer,
    type WhoAnswer,
    type WhyAnswer,
} from "./questions.js";
import { together } from "./together.js";

/** Text of a `who` answer: all principals, grouped by the path that gives them access. */
export function whoText(knowledge: Knowledge, { aspect, target, count, standings, unknowns }: WhoAnswer): string {
    const { directory } = knowledge;
    const people = standings
        .map((one) => ({
            id: one.personId,
            name: directory.nameOf(one.personId),
            ends: NOTHING,
            because: reasonWords(directory, one),
        }))
        .sort((a, b) => compareText(a.name, b.name) || compareText(a.id, b.id));
    const groups = together(people).sort(
        (a, b) => b.names.length - a.names.length || comparePhrases(a.because, b.because),
    );
    return answerText(knowledge, [
        sentence(
            knowledge,
            prose`${plain(peopleWords(directory, standings))} ${aspectWords(aspect, count > 1 ? "many" : "one", targetWords(directory, target))}.`,
        ),
        ...groups.flatMap(({ names, because }) => [NOTHING, because, ...names.map((name) => prose`    ${name}`)]),
        ...(unknowns.length > 0 ? [NOTHING] : []),
        ...unknowns.map(
            (one) =>
                prose`It is unknown who else ${aspectWords(aspect, "one", targetWords(directory, target))}: ${becauseWords(directory, [one])}.`,
        ),
    ]);
}

/** `nobody`, or `2 people and 1 machine`. */
function peopleWords(directory: Directory, standings: readonly Standing[]): string {
    const ids = [...new Set(standings.map(({ personId }) => personId))];
    // A principal counts as a person if only its id is known.
    const machines = ids.filter((id) => (directory.find(id)?.type ?? "user") !== "user").length;
    const people = ids.length - machines;
    const parts = [
        ...(people > 0 ? [counted(people, "person", "people")] : []),
        ...(machines > 0 ? [counted(machines, "machine")] : []),
    ];
    return parts.join(" and ") || "nobody";
}

/** Text of a `what` answer: all targets, sorted by type and name. */
export function whatText(knowledge: Knowledge, { aspect, personId, standings, open }: WhatAnswer): string {
    const { directory } = knowledge;
    return answerText(knowledge, [
        sentence(
            knowledge,
            prose`${directory.nameOf(personId)} ${aspectWords(aspect, "one", thingWords(distinctTargets(standings), aspect))}.`,
        ),
        ...byType(directory, standings),
        ...openLines(directory, open),
    ]);
}

/** Text of a `why` answer: the verdict on the aspect in question, then a line for each aspect that applies or is unknown. */
export function whyText(knowledge: Knowledge, { personId, target, findings }: WhyAnswer, asked: Aspect): string {
    const { directory } = knowledge;
    const relevant = findings.filter(({ verdict }) => verdict !== "no");
    return answerText(knowledge, [
        ...findings
            .filter(({ aspect }) => aspect === asked)
            .map((finding) => verdictWords(knowledge, finding, directory.nameOf(personId), target)),
        ...(relevant.length > 0 ? [NOTHING] : []),
        ...relevant.flatMap(({ aspect, standings, unknowns }) => {
            const verb = aspectWords(aspect, "one", prose`it`);
            if (standings.length === 0) return [prose`${verb}: unknown, because ${becauseWords(directory, unknowns)}`];
            return standings.map((one) =>
                isPlainRequest(one.path) ? verb : prose`${verb}: ${reasonWords(directory, one)}`,
            );
        }),
    ]);
}

/** Text of a comparison of two people. */
export function peopleDifferenceText(
    knowledge: Knowledge,
    { aspect, personIds, alone, perhapsAlone, both, open }: DifferenceAnswer,
): string {
    const { directory } = knowledge;
    const names = personIds.map((id) => directory.nameOf(id));
    return answerText(knowledge, [
        sentence(
            knowledge,
            prose`${joined(names, prose` and `)} both ${aspectWords(aspect, "many", thingWords(both, aspect))}.`,
        ),
        ...alone.flatMap((standings, side) => [
            NOTHING,
            aloneWords(aspect, names[side] ?? "", names[1 - side] ?? "", distinctTargets(standings)),
            ...byType(directory, standings),
        ]),
        ...perhapsAlone.flatMap((standings, side) => {
            if (standings.length === 0) return [];
            const what = aspectWords(aspect, "one", thingWords(distinctTargets(standings), aspect));
            const whether = prose`it is unknown whether ${names[1 - side] ?? ""} ${plain(aspect.startsWith("may") ? "can" : "does")}`;
            return [NOTHING, prose`${names[side] ?? ""} ${what}; ${whether}.`, ...byType(directory, standings)];
        }),
        ...openLines(directory, open),
    ]);
}

/** `Ada has 2 groups and resources that Bruno does not.` */
function aloneWords(aspect: Aspect, one: string, other: string, targets: readonly Target[]): Phrase {
    const what = targets.length === 0 ? prose`nothing` : thingWords(targets, aspect);
    return prose`${one} ${aspectWords(aspect, "one", what)} that ${other} ${plain(aspect.startsWith("may") ? "cannot" : "does not")}.`;
}

function verdictWords(
    { directory, isOfProgram }: Knowledge,
    finding: AnswerFinding,
    person: string,
    target: Target,
): Phrase {
    const { aspect, verdict, standings, unknowns } = finding;
    const what = targetWords(directory, target);
    const that = aspectWords(aspect, "one", what);
    if (verdict === "yes") {
        const held = standings.map(heldWords).filter(({ isEmpty }) => !isEmpty);
        return prose`Yes: ${person} ${that}${held.length > 0 ? prose`, ${joined(held, prose`, and `)}` : ""}.`;
    }
    if (verdict === "notKnown")
        return prose`Unknown: it could not be determined whether ${person} ${that}, because ${becauseWords(directory, unknowns)}.`;
    if (isOfProgram) return prose`Not through this program: no declaration in it implies that ${person} ${that}.`;
    return prose`No: ${person} ${aspectWords(aspect, "not", what)}.`;
}

/** Formats the first sentence of an answer. If the facts come from a program, the sentence says so. */
function sentence({ isOfProgram }: Knowledge, text: Phrase): Phrase {
    return isOfProgram ? prose`According to this program,  ${text}` : text.capitalized;
}

function byType(directory: Directory, standings: readonly Standing[]): Phrase[] {
    return TARGET_TYPES.flatMap(({ type, plural }) => {
        const ofType = standings.filter(({ target }) => target.type === type);
        if (ofType.length === 0) return [];
        const entries = Array.from(
            grouped(ofType, ({ target }) => target.id),
            ([id, ways]) => ({
                name: directory.nameOf(id),
                reasons: ways.map((one) => reasonWords(directory, one)).sort(comparePhrases),
            }),
        );
        entries.sort((a, b) => compareText(a.name, b.name));
        const heading = prose`${plain(plural).capitalized} (${entries.length})`;
        return [NOTHING, heading, ...entries.flatMap(({ name, reasons }) => entryLines(name, reasons))];
    });
}

/** Puts a single reason on the same line as the name, and several reasons on separate lines below it. */
function entryLines(name: string, reasons: readonly Phrase[]): Phrase[] {
    const [only = NOTHING] = reasons;
    if (reasons.length < 2) return [prose`    ${name}: ${only}`];
    return [prose`    ${name}:`, ...reasons.map((reason) => prose`        ${reason}`)];
}

/** Maximum number of targets to name for each reason. */
const MAX_NAMED_TARGETS = 3;

/** Lists targets for which the answer is unknown: one line per reason, with the targets that it applies to. */
function openLines(directory: Directory, open: readonly Open[]): Phrase[] {
    if (open.length === 0) return [];
    const reasons = new Map<string, { because: Phrase; targets: Phrase[] }>();
    for (const { target, unknowns } of open) {
        for (const because of distinct(unknowns.map((one) => unknownWords(directory, one)))) {
            const known = reasons.get(because.toJSON()) ?? { because, targets: [] };
            reasons.set(because.toJSON(), known);
            known.targets.push(targetWords(directory, target));
        }
    }
    const lines = [...reasons.values()].map(({ because, targets }) => {
        return prose`    ${because}: ${firstOf(targets.sort(comparePhrases), MAX_NAMED_TARGETS)}`;
    });
    const targets = open.map(({ target }) => target);
    return [NOTHING, prose`Unknown for ${plain(targetsText(targets))}:`, ...lines.sort(comparePhrases)];
}

/** `at the level admin until 3 March 2027, 14:00 UTC`. Empty for the default level without an expiration date. */
function heldWords(standing: Standing): Phrase {
    return prose`${atLevel(standing.level)}${timeWords(standing)}`.trimmed;
}

function timeWords({ until, maxDurationMinutes: most }: Standing): Phrase {
    return most === undefined ? untilWords(until) : prose` ${plain(limitWords(most))}`;
}

/** Describes the path in words. Adds the level and the expiration date unless the path already mentions them. */
function reasonWords(directory: Directory, standing: Standing): Phrase {
    const path = pathWords(standing.path, directory);
    const held = heldWords(standing);
    const isMentioned = [atLevel(standing.level), timeWords(standing)].every((one) =>
        path.toJSON().includes(one.toJSON()),
    );
    const reason = path.isEmpty ? prose`for an unknown reason` : path;
    return isMentioned || held.isEmpty ? reason : prose`${reason} (${held})`;
}

function becauseWords(directory: Directory, unknowns: readonly Unknown[]): Phrase {
    const reasons = distinct(unknowns.map((one) => unknownWords(directory, one)));
    return joined(reasons.sort(comparePhrases), prose`; `);
}

/** Adds the type and name of the object to the reason, unless the reason already contains the name. */
function unknownWords(directory: Directory, { type, id, because }: Unknown): Phrase {
    const name = directory.nameOf(id);
    return because.includes(name) ? prose`${because}` : prose`${because} (${plain(type)} "${name}")`;
}

function targetWords(directory: Directory, { type, id }: Target): Phrase {
    return prose`the ${plain(type)} "${directory.nameOf(id)}"`;
}

/** Number of targets of each type. For `has`, bundles are not mentioned, because a bundle does not grant access itself. */
function thingWords(targets: readonly Target[], aspect: Aspect): Phrase {
    return plain(targetsText(targets) || `no ${aspect === "has" ? "group or resource" : "group, resource or bundle"}`);
}

function answerText({ limits }: Knowledge, lines: readonly Phrase[]): string {
    const all = [...lines, ...(limits.length > 0 ? [NOTHING, ...limits] : [])];
    return `${all.join("\n")}\n`;
}

const NOTHING = prose``;

function comparePhrases(one: Phrase, other: Phrase): number {
    return compareText(one.toJSON(), other.toJSON());
}
