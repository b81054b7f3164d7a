import { type Markdown, markdown } from "../../common/markdown.js";
import { joined, type Phrase, plain, prose } from "../../common/phrase.js";
import type { Risk } from "../../provider/schema/risk.js";

/** Describes who gains and who loses access because of a change. */
export interface AccessSummary {
    /** Summary in one sentence. */
    readonly headline: Phrase;
    /** Whether it is certain that no one gains access. */
    readonly isWithoutGain: boolean;
    /** Effect on access of each changed resource of the program, by URN. */
    readonly effects: ReadonlyMap<string, Risk>;
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
    /** Person or team responsible for the rule. */
    readonly owner: string;
    /** Whether the change complies with the rule, or a waiver allows it. False if the rule was not evaluated. */
    readonly isKept: boolean;
    /** Whether the rule was evaluated. If not, it is treated as violated. */
    readonly isJudged: boolean;
    /** Waivers that allow something that the rule would stop, and expired ones that would have. If a rule with waivers is kept, it is waived. */
    readonly waivers: readonly OutcomeWaiver[];
    /** A sentence that explains the verdict to the reviewer. */
    readonly words: Phrase;
}

/** A waiver that concerns a change. */
export interface OutcomeWaiver {
    /** Last day on which it applies, as an ISO date. */
    readonly until: string;
    readonly owner: string;
    readonly reason: string;
    readonly isExpired: boolean;
    /** Whether it lasts longer than the year that is allowed, so it does not apply. */
    readonly isTooLong: boolean;
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
    return withUnjudgedMerged(rules).map((one) => {
        const { isKept, words } = one;
        return isKept ? prose`${isWaived(one) ? prose`WAIVED ` : prose`ok     `} ${words}` : prose`STOPPED ${words}`;
    });
}

/** Sentences about the rules that stop the change, then about those that a waiver keeps from stopping it, each with its label. */
export function noticesIn(rules: readonly RuleOutcome[]): { readonly label: Phrase; readonly words: Phrase }[] {
    const stops = withUnjudgedMerged(rules.filter(({ isKept }) => !isKept));
    return [
        ...stops.map(({ words }) => ({ label: prose`Stopped:`, words })),
        ...rules.filter(isWaived).map(({ words }) => ({ label: prose`Waived:`, words })),
    ];
}

/** A sentence about the rules that the change complies with. Empty if it violates a rule, or if it complies with none. */
export function keptIn(rules: readonly RuleOutcome[]): Phrase {
    const kept = rules.filter((one) => one.isKept && !isWaived(one)).length;
    if (kept === 0 || rules.some(({ isKept }) => !isKept)) return prose``;
    if (kept < rules.length) return prose`The change complies with ${kept} of ${rules.length} rules.`;
    return kept === 1 ? prose`The change complies with the rule.` : prose`The change complies with all ${kept} rules.`;
}

/** Formats the verdicts as Markdown blocks. */
export function verdictBlocks(rules: readonly RuleOutcome[]): Markdown[] {
    const kept = keptIn(rules);
    return [
        ...noticesIn(rules).map(({ label, words }) => markdown`\n\n> **${label}** ${words}`),
        ...(kept.isEmpty ? [] : [markdown`\n\n${kept}`]),
    ];
}

function isWaived({ isKept, waivers }: RuleOutcome): boolean {
    return isKept && waivers.length > 0;
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
        { rule: "", owner: "", isKept: false, isJudged: false, waivers: [], words },
    ];
}
