import { type Phrase, plain, prose } from "../../common/phrase.js";
import type { RuleOutcome } from "../report/judgement.js";
import type { PreviewImpact } from "./preview-impact.js";
import { type AccessRules, type RuleKind, ruleKind, type Waiver } from "./rules.js";
import { RuleCase, VIOLATIONS } from "./violations.js";
import { verdictWords, type WaiverValidity } from "./words/verdict-words.js";

/** Whether a change complies with a rule, and why. */
export interface RuleVerdict extends RuleOutcome {
    readonly kind: RuleKind;
}

/** Checks a change against each rule, in order. A waiver applies up to and including its last day; `today` is an ISO date. */
export function judge(preview: PreviewImpact, { rules, waivers }: AccessRules, today: string): RuleVerdict[] {
    return rules.map((rule) => {
        const own = waivers
            .filter((waiver) => waiver.rule === rule.name)
            .map((waiver) => ({ ...waiver, validity: validityOf(waiver, today) }));
        const valid = own.filter(({ validity }) => validity === "applies");
        const kind = ruleKind(rule);
        const anything = preview.account.unknown.filter(({ concerns }) => concerns === "anything");
        const foundWith = (some: readonly Waiver[]): Phrase[] => [
            ...anything.map(({ words }) => words),
            ...VIOLATIONS[kind](new RuleCase(preview, some), rule),
        ];
        const unwaived = foundWith([]);
        const found = own.length === 0 ? unwaived : foundWith(valid);
        const applied = own.filter((one) =>
            one.validity === "applies"
                ? JSON.stringify(foundWith([one])) !== JSON.stringify(unwaived)
                : JSON.stringify(foundWith([...valid, one])) !== JSON.stringify(found),
        );
        const isKept = found.length === 0;
        return {
            rule: rule.name,
            owner: rule.owner,
            kind,
            isKept,
            isJudged: true,
            waivers: applied.map(({ until, owner, reason, validity }) => ({
                until,
                owner,
                reason,
                isExpired: validity === "expired",
                isTooLong: validity === "too long",
            })),
            words: verdictWords(rule, isKept ? unwaived : found, isKept, applied),
        };
    });
}

/** Maximum number of days that a waiver can still last. A longer one is a change of the rule. */
const LONGEST_WAIVER = 366;

/** Whether a waiver applies. `today` is an ISO date. */
function validityOf({ until }: Waiver, today: string): WaiverValidity {
    const day = today.slice(0, "2027-01-01".length);
    if (until < day) return "expired";
    const days = (Date.parse(until) - Date.parse(day)) / (24 * 60 * 60 * 1000);
    return days > LONGEST_WAIVER ? "too long" : "applies";
}

/** Verdicts for a change whose effect is unknown. All rules are treated as violated. */
export function unjudged({ rules }: AccessRules): RuleVerdict[] {
    return rules.map((rule) => ({
        rule: rule.name,
        owner: rule.owner,
        kind: ruleKind(rule),
        isKept: false,
        isJudged: false,
        waivers: [],
        words: prose`${plain(rule.name)}: not evaluated. (Owner of the rule: ${plain(rule.owner)}.)`,
    }));
}
