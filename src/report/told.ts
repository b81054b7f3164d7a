import { type Markdown, markdown } from "../schema/markdown.js";
import { joined, type Phrase, plain, prose } from "../schema/phrase.js";

/** Who gains access and who loses it by a change, in words. */
export interface ToldAccess {
    /** One sentence for the whole. */
    readonly headline: Phrase;
    /** Whether it is certain that nobody gains anything. */
    readonly isWithoutGain: boolean;
    /** The most sensitive ones first. */
    readonly targets: readonly ToldTarget[];
    /** What is to be said at the end, as sentences. */
    readonly remarks: readonly Phrase[];
}

/** What happens to one group, resource or bundle. */
export interface ToldTarget {
    readonly title: Phrase;
    readonly lines: readonly ToldLine[];
}

export interface ToldLine {
    /** `+`, `−` or `?`: read aloud, and seen without colour. */
    readonly sign: Phrase;
    /** Such as `12 people gain access`. */
    readonly words: Phrase;
    /** The first of them by name, with what leads there. */
    readonly people: readonly Phrase[];
}

/** What came of a rule. */
export interface ToldRule {
    readonly rule: string;
    readonly owner: string;
    /** False if nobody knows whether it is kept, too. */
    readonly isKept: boolean;
    /** False if nobody knows whether it is kept. */
    readonly isJudged: boolean;
    readonly words: Phrase;
}

/** What a report says beside its objects. */
export interface Judgement {
    /** Left out if nobody asked, or if it could not be told. */
    readonly access?: ToldAccess;
    /** Why it could not be told. */
    readonly untold?: Phrase;
    readonly rules: readonly ToldRule[];
}

/** What stands above it. */
export function accessTitle(isPast: boolean): Phrase {
    return isPast ? prose`Who gained access, who lost it` : prose`Who gains access, who loses it`;
}

/** Why it is not said who gains and who loses. */
export function untoldSentence(untold: Phrase): Phrase {
    return prose`This was not evaluated. ${untold}`;
}

/** Who gains and who loses, as lines for a terminal or a log. */
export function accessLines({ headline, targets, remarks }: ToldAccess, title: Phrase): Phrase[] {
    return [
        prose`${title}: ${headline}`,
        ...targets.flatMap((one) => [
            prose``,
            one.title,
            ...one.lines.flatMap(({ sign, words, people }) => [
                prose`  ${sign} ${words}`,
                ...people.map((line) => prose`      ${line}`),
            ]),
        ]),
        ...remarks.flatMap((line) => [prose``, line]),
    ];
}

/** The same as blocks of Markdown, one for each target. */
export function targetBlocks({ targets }: ToldAccess): Markdown[] {
    return targets.map(({ title, lines }) => {
        const items = lines.map(({ sign, words, people }) => {
            // Alone at the beginning, a plus or a minus would be another list.
            return markdown`\n- **${sign}** ${words}${people.map((line) => markdown`\n  - ${line}`)}`;
        });
        return markdown`\n\n**${title}**\n${items}`;
    });
}

/** The rules and whether they are kept, for a log. */
export function ruleLines(rules: readonly ToldRule[]): Phrase[] {
    return toldOnce(rules).map(({ isKept, words }) => (isKept ? prose`ok      ${words}` : prose`STOPPED ${words}`));
}

/** The rules that stop a change, as sentences. */
export function stopsIn(rules: readonly ToldRule[]): Phrase[] {
    return toldOnce(rules.filter(({ isKept }) => !isKept)).map(({ words }) => words);
}

/** A sentence that every rule is kept; empty if one is not, or if there are none. */
export function keptIn(rules: readonly ToldRule[]): Phrase {
    if (rules.length === 0 || rules.some(({ isKept }) => !isKept)) return prose``;
    return rules.length === 1 ? prose`The change keeps the rule.` : prose`The change keeps all ${rules.length} rules.`;
}

/** What came of the rules, as blocks of Markdown. */
export function verdictBlocks(rules: readonly ToldRule[]): Markdown[] {
    const kept = keptIn(rules);
    if (!kept.isEmpty) return [markdown`\n\n${kept}`];
    return stopsIn(rules).map((words) => markdown`\n\n> **Stopped:** ${words}`);
}

/** What is the same of all rules that nobody could judge is said once. */
function toldOnce(rules: readonly ToldRule[]): readonly ToldRule[] {
    const open = rules.filter(({ isJudged }) => !isJudged);
    if (open.length < 2) return rules;
    const names = joined(
        open.map(({ rule, owner }) => prose`${plain(rule)} (${plain(owner)} answers for it)`),
        prose`; `,
    );
    const words = prose`Nobody knows whether these rules are kept: ${names}.`;
    return [
        ...rules.filter(({ isJudged }) => isJudged),
        { rule: "", owner: "", isKept: false, isJudged: false, words },
    ];
}
