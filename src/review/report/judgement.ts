import { type Markdown, markdown } from "../../common/markdown.js";
import { joined, type Phrase, plain, prose } from "../../common/phrase.js";

/** Describes who gains and who loses access because of a change. */
export interface AccessSummary {
    /** Summary in one sentence. */
    readonly headline: Phrase;
    /** Whether it is certain that no one gains access. */
    readonly isWithoutGain: boolean;
    /** Effects by target, starting with the most sensitive targets. */
    readonly targets: readonly TargetSummary[];
    /** Additional sentences, shown last. */
    readonly remarks: readonly Phrase[];
}

/** Describes the effects on one group, resource or bundle. */
export interface TargetSummary {
    readonly title: Phrase;
    readonly lines: readonly EffectLine[];
}

export interface EffectLine {
    /** `+`, `−` or `?`. Conveys the meaning without relying on color, including to screen readers. */
    readonly sign: Phrase;
    /** Text such as `12 people gain access`. */
    readonly words: Phrase;
    /** Names of the first few people, with their paths. */
    readonly people: readonly Phrase[];
}

/** The verdict on a rule. */
export interface RuleOutcome {
    readonly rule: string;
    readonly owner: string;
    /** Whether the change complies with the rule. Also false if the rule was not evaluated. */
    readonly isKept: boolean;
    /** False if the rule was not evaluated. */
    readonly isJudged: boolean;
    readonly words: Phrase;
}

/** The part of a report that covers people and rules. */
export interface Judgement {
    /** Undefined if effects on people were not requested or could not be evaluated. */
    readonly access?: AccessSummary;
    /** Reason why the effects could not be evaluated. */
    readonly notEvaluated?: Phrase;
    readonly rules: readonly RuleOutcome[];
}

/** Title of the section about access. */
export function accessTitle(isPast: boolean): Phrase {
    return isPast ? prose`Who gained access, who lost it` : prose`Who gains access, who loses it`;
}

/** Explains why the section is empty. */
export function notEvaluatedSentence(notEvaluated: Phrase): Phrase {
    return prose`This was not evaluated. ${notEvaluated}`;
}

/** Formats who gains and who loses access as lines of plain text for a terminal or a log. */
export function accessLines({ headline, targets, remarks }: AccessSummary, title: Phrase): Phrase[] {
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

/** Formats who gains and who loses access as Markdown blocks, one for each target. */
export function targetBlocks({ targets }: AccessSummary): Markdown[] {
    return targets.map(({ title, lines }) => {
        const items = lines.map(({ sign, words, people }) => {
            // Without escaping, a plus or minus at the start would begin a nested list.
            return markdown`\n- **${sign}** ${words}${people.map((line) => markdown`\n  - ${line}`)}`;
        });
        return markdown`\n\n**${title}**\n${items}`;
    });
}

/** Formats the rules, and whether the change complies with them, for a log. */
export function ruleLines(rules: readonly RuleOutcome[]): Phrase[] {
    return withUnjudgedMerged(rules).map(({ isKept, words }) =>
        isKept ? prose`ok      ${words}` : prose`STOPPED ${words}`,
    );
}

/** Sentences about the rules that block the change. */
export function stopsIn(rules: readonly RuleOutcome[]): Phrase[] {
    return withUnjudgedMerged(rules.filter(({ isKept }) => !isKept)).map(({ words }) => words);
}

/** A sentence which states that the change complies with all rules. Empty if it violates a rule, or if there are no rules. */
export function keptIn(rules: readonly RuleOutcome[]): Phrase {
    if (rules.length === 0 || rules.some(({ isKept }) => !isKept)) return prose``;
    return rules.length === 1
        ? prose`The change complies with the rule.`
        : prose`The change complies with all ${rules.length} rules.`;
}

/** Formats the verdicts as Markdown blocks. */
export function verdictBlocks(rules: readonly RuleOutcome[]): Markdown[] {
    const kept = keptIn(rules);
    if (!kept.isEmpty) return [markdown`\n\n${kept}`];
    return stopsIn(rules).map((words) => markdown`\n\n> **Stopped:** ${words}`);
}

/** Combines all rules that were not evaluated into one verdict, whose sentence lists their names. */
function withUnjudgedMerged(rules: readonly RuleOutcome[]): readonly RuleOutcome[] {
    const open = rules.filter(({ isJudged }) => !isJudged);
    if (open.length < 2) return rules;
    const names = joined(
        open.map(({ rule, owner }) => prose`${plain(rule)} (owner: ${plain(owner)})`),
        prose`; `,
    );
    const words = prose`These rules were not evaluated: ${names}.`;
    return [
        ...rules.filter(({ isJudged }) => isJudged),
        { rule: "", owner: "", isKept: false, isJudged: false, words },
    ];
}
