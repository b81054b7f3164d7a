import type { Target, Unknown } from "../access/facts.js";
import type { Aspect } from "../access/model.js";
import { printable } from "../schema/printable.js";
import type { Directory } from "./directory.js";
import { compareText } from "./order.js";
import { pathWords, untilWords } from "./path-words.js";
import {
    type DifferenceAnswer,
    type Finding,
    type Knowledge,
    type Open,
    type Standing,
    targetsCounted,
    type WhatAnswer,
    type WhoAnswer,
    type WhyAnswer,
} from "./questions.js";
import { together } from "./together.js";

/** Everybody, those whom the same leads there together. */
export function whoText(knowledge: Knowledge, { aspect, target, count, standings, unknowns }: WhoAnswer): string {
    const { directory } = knowledge;
    const people = standings
        .map((one) => ({
            id: one.personId,
            name: directory.nameOf(one.personId),
            ends: "",
            because: reasonWords(directory, one),
        }))
        .sort((a, b) => compareText(a.name, b.name) || compareText(a.id, b.id));
    const groups = together(people).sort(
        (a, b) => b.names.length - a.names.length || compareText(a.because, b.because),
    );
    return textOf(knowledge, [
        sentence(
            knowledge,
            `${peopleWords(directory, standings)} ${phrase(aspect, count > 1 ? "many" : "one", targetWords(directory, target))}.`,
        ),
        ...groups.flatMap(({ names, because }) => ["", because, ...names.map((name) => `    ${name}`)]),
        ...(unknowns.length > 0 ? [""] : []),
        ...unknowns.map((one) => `Not known who else: ${becauseWords(directory, [one])}.`),
    ]);
}

/** `nobody`, or `2 people and 1 machine`. */
function peopleWords(directory: Directory, standings: readonly Standing[]): string {
    const ids = [...new Set(standings.map(({ personId }) => personId))];
    // Whoever has no name but an id is a person.
    const machines = ids.filter((id) => (directory.find(id)?.type ?? "user") !== "user").length;
    const people = ids.length - machines;
    const parts = [
        ...(people > 0 ? [people === 1 ? "1 person" : `${countWords(people)} people`] : []),
        ...(machines > 0 ? [machines === 1 ? "1 machine" : `${countWords(machines)} machines`] : []),
    ];
    return parts.join(" and ") || "nobody";
}

/** Everything, by type and name. */
export function whatText(knowledge: Knowledge, { aspect, personId, standings, open }: WhatAnswer): string {
    const { directory } = knowledge;
    return textOf(knowledge, [
        sentence(
            knowledge,
            `${directory.nameOf(personId)} ${phrase(aspect, "one", thingWords(targetsCounted(standings), aspect))}.`,
        ),
        ...byType(directory, standings),
        ...openLines(directory, open),
    ]);
}

/** @param asked the aspect that the first line is about; each that holds has a line */
export function whyText(knowledge: Knowledge, { personId, target, findings }: WhyAnswer, asked: Aspect): string {
    const { directory } = knowledge;
    const said = findings.filter(({ verdict }) => verdict !== "no");
    return textOf(knowledge, [
        ...findings
            .filter(({ aspect }) => aspect === asked)
            .map((finding) => verdictWords(knowledge, finding, directory.nameOf(personId), target)),
        ...(said.length > 0 ? [""] : []),
        ...said.flatMap(({ aspect, standings, unknowns }) => {
            const verb = phrase(aspect, "one", "it");
            if (standings.length === 0) return [`${verb}: not known: ${becauseWords(directory, unknowns)}`];
            return standings.map((one) => (isPlainRequest(one) ? verb : `${verb}: ${reasonWords(directory, one)}`));
        }),
    ]);
}

/** What one has and the other has not, and the other way round. */
export function differenceText(
    knowledge: Knowledge,
    { aspect, personIds, alone, perhapsAlone, both, open }: DifferenceAnswer,
): string {
    const { directory } = knowledge;
    const names = personIds.map((id) => directory.nameOf(id));
    return textOf(knowledge, [
        sentence(knowledge, `${names.join(" and ")} both ${phrase(aspect, "many", thingWords(both, aspect))}.`),
        ...alone.flatMap((standings, side) => [
            "",
            aloneWords(aspect, names[side] ?? "", names[1 - side] ?? "", targetsCounted(standings)),
            ...byType(directory, standings),
        ]),
        ...perhapsAlone.flatMap((standings, side) => {
            if (standings.length === 0) return [];
            const what = phrase(aspect, "one", thingWords(targetsCounted(standings), aspect));
            const whether = `it is not known whether ${names[1 - side]} ${phrase(aspect, "one", "them")}`;
            return ["", `${names[side]} ${what}, and ${whether}.`, ...byType(directory, standings)];
        }),
        ...openLines(directory, open),
    ]);
}

/** `Ada has 2 groups and resources that Bruno does not.` */
function aloneWords(aspect: Aspect, one: string, other: string, count: number): string {
    const [auxiliary, not] = VERBS[aspect].not.split(" ");
    const what = count === 0 ? "nothing" : thingWords(count, aspect);
    return `${one} ${phrase(aspect, "one", what)} that ${other} ${auxiliary} ${not}.`;
}

/** `has the group "Payments"`, `have …` of several, or `does not have …`. */
function phrase(aspect: Aspect, form: "one" | "many" | "not", what: string): string {
    return `${VERBS[aspect][form]} ${what}${aspect === "getsWithoutApproval" ? " without anybody's approval" : ""}`;
}

const VERBS: Readonly<Record<Aspect, { readonly one: string; readonly many: string; readonly not: string }>> = {
    has: { one: "has", many: "have", not: "does not have" },
    getsWithoutApproval: { one: "gets", many: "get", not: "does not get" },
    mayRequest: { one: "may ask for", many: "may ask for", not: "may not ask for" },
    mayApprove: {
        one: "may approve requests for",
        many: "may approve requests for",
        not: "may not approve requests for",
    },
    administers: { one: "administers", many: "administer", not: "does not administer" },
    sees: { one: "sees", many: "see", not: "does not see" },
};

function verdictWords({ directory, isOfProgram }: Knowledge, finding: Finding, person: string, target: Target): string {
    const { aspect, verdict, standings, unknowns } = finding;
    const what = targetWords(directory, target);
    const that = phrase(aspect, "one", what);
    if (verdict === "yes") {
        const held = standings.map(heldWords).filter((text) => text !== "");
        return `Yes: ${person} ${that}${held.length > 0 ? `, ${held.join(", and ")}` : ""}.`;
    }
    if (verdict === "notKnown")
        return `Not known: nobody can say whether ${person} ${that}: ${becauseWords(directory, unknowns)}.`;
    if (isOfProgram) return `Not by this program: nothing that it declares means that ${person} ${that}.`;
    return `No: ${person} ${phrase(aspect, "not", what)}.`;
}

/** The first sentence of an answer. */
function sentence({ isOfProgram }: Knowledge, text: string): string {
    return isOfProgram ? `By this program, ${text}` : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function byType(directory: Directory, standings: readonly Standing[]): string[] {
    return TYPES.flatMap(({ type, title }) => {
        const ofType = standings.filter(({ target }) => target.type === type);
        if (ofType.length === 0) return [];
        const lines = ofType.map((one) => ({
            name: directory.nameOf(one.target.id),
            why: reasonWords(directory, one),
        }));
        lines.sort((a, b) => compareText(a.name, b.name) || compareText(a.why, b.why));
        const heading = `${title} (${countWords(targetsCounted(ofType))})`;
        return ["", heading, ...lines.map(({ name, why }) => `    ${name}: ${why}`)];
    });
}

const TYPES = [
    { type: "group", title: "Groups" },
    { type: "resource", title: "Resources" },
    { type: "bundle", title: "Bundles" },
] as const;

/** So many names are given before a reason: it is what people can do something about. */
const MOST_NAMED = 5;

/** Each reason with what it leaves open. */
function openLines(directory: Directory, open: readonly Open[]): string[] {
    const targets = new Map<string, string[]>();
    for (const { target, unknowns } of open) {
        const because = becauseWords(directory, unknowns);
        targets.set(because, [...(targets.get(because) ?? []), targetWords(directory, target)]);
    }
    const lines = [...targets].map(([because, names]) => {
        const more = names.length - MOST_NAMED;
        const named = names.sort(compareText).slice(0, MOST_NAMED).join(", ");
        return `Not known of ${named}${more > 0 ? ` and ${countWords(more)} more` : ""}: ${because}.`;
    });
    return lines.length > 0 ? ["", ...lines.sort(compareText)] : [];
}

function atLevel({ level = "" }: Standing): string {
    return level === "" ? "" : `at the level ${level}`;
}

/** `at the level admin until 3 March 2027, 14:00 UTC`, or nothing for the default level without end. */
function heldWords(standing: Standing): string {
    return `${atLevel(standing)}${untilWords(standing.until)}`.trim();
}

/** The path, with the level and the end of the whole if none of its steps says them. */
function reasonWords(directory: Directory, standing: Standing): string {
    const path = pathWords(standing.path, directory);
    const held = heldWords(standing);
    const isSaid = path.includes(atLevel(standing)) && path.includes(untilWords(standing.until));
    return `${path || "by which path cannot be said"}${isSaid || held === "" ? "" : ` (${held})`}`;
}

function becauseWords(directory: Directory, unknowns: readonly Unknown[]): string {
    const reasons = unknowns.map(({ type, id, because }) => `${because} (${type} "${directory.nameOf(id)}")`);
    return [...new Set(reasons)].sort(compareText).join("; ");
}

/** That somebody may ask since they may ask is no reason. */
function isPlainRequest({ path: [first, ...others] }: Standing): boolean {
    return first?.by === "request" && first.groupId === undefined && others.length === 0;
}

function targetWords(directory: Directory, { type, id }: Target): string {
    return `the ${type} "${directory.nameOf(id)}"`;
}

/** Nobody has a bundle: it gives nothing by itself. */
function thingWords(count: number, aspect: Aspect): string {
    const [one, many] =
        aspect === "has"
            ? ["group or resource", "groups and resources"]
            : ["group, resource or bundle", "groups, resources and bundles"];
    return count === 0 ? `no ${one}` : count === 1 ? `1 ${one}` : `${countWords(count)} ${many}`;
}

function textOf({ limits }: Knowledge, lines: readonly string[]): string {
    const all = [...lines, ...(limits.length > 0 ? ["", ...limits] : [])];
    return `${all.map(printable).join("\n")}\n`;
}

function countWords(count: number): string {
    return count.toLocaleString("en");
}
