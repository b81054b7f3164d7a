import { type Markdown, markdown } from "../../common/markdown.js";
import { joined, type Phrase, plain, prose } from "../../common/phrase.js";

/** Who gains and who loses access because of a change, in words. */
export interface AccessSummary {
    /** Summary in one sentence. */
    readonly headline: Phrase;
    /** Whether it is certain that no one gains access. */
    readonly isWithoutGain: boolean;
    /** The most sensitive targets first. */
    readonly targets: readonly TargetSummary[];
    /** Sentences that come last. */
    readonly remarks: readonly Phrase[];
}

/** Effects on one group, resource or bundle. */
export interface TargetSummary {
    readonly title: Phrase;
    readonly lines: readonly EffectLine[];
}

export interface EffectLine {
    /** `+`, `−` or `?`: legible without color, and to screen readers. */
    readonly sign: Phrase;
    /** Such as `12 people gain access`. */
    readonly words: Phrase;
    /** The first people by name, with their paths. */
    readonly people: readonly Phrase[];
}

/** The verdict on a rule. */
export interface RuleOutcome {
    readonly rule: string;
    readonly owner: string;
    /** Also false if the rule was not evaluated. */
    readonly isKept: boolean;
    /** False if the rule was not evaluated. */
    readonly isJudged: boolean;
    readonly words: Phrase;
}

/** The part of a report about people and rules. */
export interface Judgement {
    /** Undefined if it was not requested or could not be evaluated. */
    readonly access?: AccessSummary;
    /** Why it could not be evaluated. */
    readonly notEvaluated?: Phrase;
    readonly rules: readonly RuleOutcome[];
}

/** Title of the section. */
export function accessTitle(isPast: boolean): Phrase {
    return isPast ? prose`Who gained access, who lost it` : prose`Who gains access, who loses it`;
}

/** Explains why the section is empty. */
export function notEvaluatedSentence(notEvaluated: Phrase): Phrase {
    return prose`This was not evaluated. ${notEvaluated}`;
}

/** Formats who gains and who loses access as lines, for a terminal or a log. */
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

/** Formats who gains and who loses access as blocks of Markdown, one for each target. */
export function targetBlocks({ targets }: AccessSummary): Markdown[] {
    return targets.map(({ title, lines }) => {
        const items = lines.map(({ sign, words, people }) => {
            // A plus or minus at the beginning would start a nested list.
            return markdown`\n- **${sign}** ${words}${people.map((line) => markdown`\n  - ${line}`)}`;
        });
        return markdown`\n\n**${title}**\n${items}`;
    });
}

/** The rules and whether they are kept, for a log. */
export function ruleLines(rules: readonly RuleOutcome[]): Phrase[] {
    return withUnjudgedMerged(rules).map(({ isKept, words }) =>
        isKept ? prose`ok      ${words}` : prose`STOPPED ${words}`,
    );
}

/** The rules that stop a change, as sentences. */
export function stopsIn(rules: readonly RuleOutcome[]): Phrase[] {
    return withUnjudgedMerged(rules.filter(({ isKept }) => !isKept)).map(({ words }) => words);
}

/** A sentence that the change keeps every rule. Empty if it breaks one, or if there are none. */
export function keptIn(rules: readonly RuleOutcome[]): Phrase {
    if (rules.length === 0 || rules.some(({ isKept }) => !isKept)) return prose``;
    return rules.length === 1
        ? prose`The change complies with the rule.`
        : prose`The change complies with all ${rules.length} rules.`;
}

/** The verdicts as blocks of Markdown. */
export function verdictBlocks(rules: readonly RuleOutcome[]): Markdown[] {
    const kept = keptIn(rules);
    if (!kept.isEmpty) return [markdown`\n\n${kept}`];
    return stopsIn(rules).map((words) => markdown`\n\n> **Stopped:** ${words}`);
}

/** Merges the rules that were not evaluated into one, whose sentence names all of them. */
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
