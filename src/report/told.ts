import { escaped } from "./markup.js";

/** Who gains access and who loses it by a change, in words. */
export interface ToldAccess {
    /** One sentence for the whole. */
    readonly headline: string;
    /** The most sensitive ones first. */
    readonly targets: readonly ToldTarget[];
    /** What is to be said at the end, as sentences. */
    readonly remarks: readonly string[];
}

/** What happens to one group, resource or bundle. */
export interface ToldTarget {
    readonly title: string;
    readonly lines: readonly ToldLine[];
}

export interface ToldLine {
    /** `+`, `−` or `?`: read aloud, and seen without colour. */
    readonly sign: string;
    /** Such as `12 people gain access`. */
    readonly words: string;
    /** The first of them by name, with what leads there. */
    readonly people: readonly string[];
}

/** What came of a rule. */
export interface ToldRule {
    readonly rule: string;
    readonly owner: string;
    /** False if nobody knows whether it is kept, too. */
    readonly isKept: boolean;
    /** False if nobody knows whether it is kept. */
    readonly isJudged: boolean;
    readonly words: string;
}

/** What a report says beside its objects. */
export interface Judgement {
    /** Left out if nobody asked, or if it could not be told. */
    readonly access?: ToldAccess;
    /** Why it could not be told. */
    readonly untold?: string;
    readonly rules: readonly ToldRule[];
}

/** What stands above it. */
export function accessTitle(isPast: boolean): string {
    return isPast ? "Who gained access, who lost it" : "Who gains access, who loses it";
}

/** Why it is not said who gains and who loses. */
export function untoldSentence(untold: string): string {
    return `This was not evaluated. ${untold}`;
}

/** Who gains and who loses, as lines for a terminal or a log. */
export function accessLines({ headline, targets, remarks }: ToldAccess, title: string): string[] {
    return [
        `${title}: ${headline}`,
        ...targets.flatMap((one) => [
            "",
            one.title,
            ...one.lines.flatMap(({ sign, words, people }) => [
                `  ${sign} ${words}`,
                ...people.map((line) => `      ${line}`),
            ]),
        ]),
        ...remarks.flatMap((line) => ["", line]),
    ];
}

/** The same as blocks of Markdown, one for each target. */
export function targetBlocks({ targets }: ToldAccess): string[] {
    return targets.map(({ title, lines }) =>
        [
            `**${escaped(title)}**\n`,
            ...lines.flatMap(({ sign, words, people }) => [
                // Alone at the beginning, a plus or a minus would be another list.
                `- **${sign}** ${escaped(words)}`,
                ...people.map((line) => `  - ${escaped(line)}`),
            ]),
        ].join("\n"),
    );
}

/** The rules and whether they are kept, for a log. */
export function ruleLines(rules: readonly ToldRule[]): string[] {
    return toldOnce(rules).map(({ isKept, words }) => `${isKept ? "ok     " : "STOPPED"} ${words}`);
}

/** The rules that stop a change, as sentences. */
export function stopsIn(rules: readonly ToldRule[]): string[] {
    return toldOnce(rules.filter(({ isKept }) => !isKept)).map(({ words }) => words);
}

/** The rules that stop a change, as blocks of Markdown. */
export function stopBlocks(rules: readonly ToldRule[]): string[] {
    return stopsIn(rules).map((words) => `> **Stopped:** ${escaped(words)}`);
}

/** What is the same of all rules that nobody could judge is said once. */
function toldOnce(rules: readonly ToldRule[]): readonly ToldRule[] {
    const open = rules.filter(({ isJudged }) => !isJudged);
    if (open.length < 2) return rules;
    const names = open.map(({ rule, owner }) => `${rule} (${owner} answers for it)`).join("; ");
    const words = `Nobody knows whether these rules are kept: ${names}.`;
    return [
        ...rules.filter(({ isJudged }) => isJudged),
        { rule: "", owner: "", isKept: false, isJudged: false, words },
    ];
}
