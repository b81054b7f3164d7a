import type { Target, Unknown } from "../access/facts.js";
import type { Aspect } from "../access/model.js";
import { printable } from "../schema/printable.js";
import type { Directory } from "./directory.js";
import { pathWords, untilWords } from "./path-words.js";
import type {
    DifferenceAnswer,
    Finding,
    Knowledge,
    Open,
    Standing,
    WhatAnswer,
    WhoAnswer,
    WhyAnswer,
} from "./questions.js";
import { together } from "./together.js";

/** Everybody, those whom the same leads there together. */
export function whoText(knowledge: Knowledge, { aspect, target, standings, unknowns }: WhoAnswer): string {
    const { directory } = knowledge;
    const count = standings.length;
    const people = standings
        .map((one) => ({
            id: one.personId,
            name: directory.nameOf(one.personId),
            ends: heldBeside(directory, one),
            because: reasonWords(directory, one),
        }))
        .sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id));
    const groups = together(people).sort(
        (a, b) => b.names.length - a.names.length || compare(a.because, b.because) || compare(a.ends, b.ends),
    );
    const some = count === 0 ? "nobody" : count === 1 ? "1 person" : `${countWords(count)} people`;
    return textOf(knowledge, [
        sentence(knowledge, `${some} ${phrase(aspect, count > 1 ? "many" : "one", targetWords(directory, target))}.`),
        ...groups.flatMap(({ names, ends, because }) => [
            "",
            `${because}${ends === "" ? "" : ` (${ends})`}`,
            ...names.map((name) => `    ${name}`),
        ]),
        ...(unknowns.length > 0 ? [""] : []),
        ...unknowns.map((one) => `Not known who else: ${becauseWords(directory, [one])}.`),
    ]);
}

/** Everything, by type and name. */
export function whatText(knowledge: Knowledge, { aspect, personId, standings, open }: WhatAnswer): string {
    const { directory } = knowledge;
    return textOf(knowledge, [
        sentence(
            knowledge,
            `${directory.nameOf(personId)} ${phrase(aspect, "one", thingWords(standings.length, aspect))}.`,
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
        ...said.map(({ aspect, standing, unknowns }) => {
            const ends = standing ? heldBeside(directory, standing) : "";
            const why = standing ? reasonWords(directory, standing) : `not known: ${becauseWords(directory, unknowns)}`;
            return `${phrase(aspect, "one", "it")}${ends === "" ? "" : ` (${ends})`}: ${why}`;
        }),
    ]);
}

/** What one has and the other has not, and the other way round. */
export function differenceText(
    knowledge: Knowledge,
    { aspect, personIds, alone, both, open }: DifferenceAnswer,
): string {
    const { directory } = knowledge;
    const names = personIds.map((id) => directory.nameOf(id));
    return textOf(knowledge, [
        sentence(knowledge, `${names.join(" and ")} both ${phrase(aspect, "many", thingWords(both, aspect))}.`),
        ...alone.flatMap((standings, side) => [
            "",
            `Only ${names[side]} ${phrase(aspect, "one", thingWords(standings.length, aspect))}.`,
            ...byType(directory, standings),
        ]),
        ...openLines(directory, open),
    ]);
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
    const { aspect, verdict, standing, unknowns } = finding;
    const what = targetWords(directory, target);
    const that = phrase(aspect, "one", what);
    if (standing) {
        const ends = heldWords(standing);
        return `Yes: ${person} ${that}${ends === "" ? "" : `, ${ends}`}.`;
    }
    if (verdict === "notKnown")
        return `Not known: nobody can say whether ${person} ${that}, because ${becauseWords(directory, unknowns)}.`;
    if (isOfProgram) return `Not by this program: nothing that it declares means that ${person} ${that}.`;
    return `No: ${person} ${phrase(aspect, "not", what)}.`;
}

/** The first sentence of an answer. */
function sentence({ isOfProgram }: Knowledge, text: string): string {
    return isOfProgram ? `By this program, ${text}` : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function byType(directory: Directory, standings: readonly Standing[]): string[] {
    return TYPES.flatMap(({ type, title }) => {
        const lines = standings
            .filter(({ target }) => target.type === type)
            .map((one) => ({ id: one.target.id, name: directory.nameOf(one.target.id), one }))
            .sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id))
            .map(({ name, one }) => {
                const ends = heldBeside(directory, one);
                const open = one.isOpen ? "; whether the other has it, too, is not known" : "";
                return `    ${name}${ends === "" ? "" : ` (${ends})`}: ${reasonWords(directory, one)}${open}`;
            });
        return lines.length > 0 ? ["", `${title} (${countWords(lines.length)})`, ...lines] : [];
    });
}

const TYPES = [
    { type: "group", title: "Groups" },
    { type: "resource", title: "Resources" },
    { type: "bundle", title: "Bundles" },
] as const;

/** By what is not known, which may be the same of many. */
function openLines(directory: Directory, open: readonly Open[]): string[] {
    const targets = new Map<string, string[]>();
    for (const { target, unknowns } of open)
        for (const one of unknowns) {
            const because = becauseWords(directory, [one]);
            targets.set(because, [...(targets.get(because) ?? []), directory.nameOf(target.id)]);
        }
    const lines = [...targets].map(([because, names]) => {
        const [few, more] = [names.sort(compare).slice(0, MOST_OPEN), names.length - MOST_OPEN];
        const all = few.map((name) => `"${name}"`).join(", ") + (more > 0 ? ` and ${more} more` : "");
        return `Not known: ${because}. It counts for ${all}.`;
    });
    return lines.length > 0 ? ["", ...lines.sort(compare)] : [];
}

/** So many are named of what something that is not known counts for; the JSON form has all of them. */
const MOST_OPEN = 5;

/** The same as `heldWords`, unless the path says it already. */
function heldBeside(directory: Directory, standing: Standing): string {
    const words = heldWords(standing);
    return reasonWords(directory, standing).includes(words) ? "" : words;
}

/** `at the level admin, until 3 March 2027, 14:00 UTC`, or nothing for the default level without end. */
function heldWords({ levels, until }: Standing): string {
    if (levels.length === 0) return untilWords(until).trim();
    return levels
        .map(({ level, until: end }) => {
            const at = level === "" ? (levels.length > 1 ? "at the default level" : "") : `at the level ${level}`;
            return `${at}${untilWords(end)}`.trim();
        })
        .filter((text) => text !== "")
        .join(", ");
}

function reasonWords(directory: Directory, { path }: Standing): string {
    return pathWords(path, directory) || "by which path cannot be said";
}

function becauseWords(directory: Directory, unknowns: readonly Unknown[]): string {
    const reasons = unknowns.map(({ type, id, because }) => `${because} (${type} "${directory.nameOf(id)}")`);
    return [...new Set(reasons)].sort(compare).join("; ");
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
    return count > 1 ? `${countWords(count)} ${many}` : `${count === 0 ? "no" : count} ${one}`;
}

function textOf({ limits }: Knowledge, lines: readonly string[]): string {
    const all = [...lines, ...(limits.length > 0 ? ["", ...limits] : [])];
    return `${all.map(printable).join("\n")}\n`;
}

function countWords(count: number): string {
    return count.toLocaleString("en");
}

function compare(a: string, b: string): number {
    return a < b ? -1 : a > b ? 1 : 0;
}
