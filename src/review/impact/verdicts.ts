import { dayWords } from "../../access/model/words.js";
import { joined, type Phrase, plain, prose } from "../../common/phrase.js";
import type { PreviewImpact } from "./preview-impact.js";
import { type AccessRules, type ImpactRule, type RuleKind, ruleKind, type Waiver } from "./rules.js";
import { RuleCase, VIOLATIONS } from "./violations.js";

/** The verdict on a rule. */
export interface RuleVerdict {
    readonly rule: string;
    /** Person or team responsible for the rule. */
    readonly owner: string;
    /** Property of the rule that states what it stops, such as `maxGained`. */
    readonly kind: RuleKind;
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

/** Whether a waiver applies, has ended, or would last longer than a year. */
type WaiverValidity = "applies" | "expired" | "too long";

/**
 * Explains the verdict on a rule.
 * @param clauses what the rule stops or, if it is kept, what it would stop without waivers
 */
function verdictWords(
    rule: ImpactRule,
    clauses: readonly Phrase[],
    isKept: boolean,
    waivers: readonly (Waiver & { readonly validity: WaiverValidity })[],
): Phrase {
    if (clauses.length === 0) return prose`${plain(rule.name)}: the change complies with this rule.`;
    const more = clauses.length > 3 ? prose`; and ${clauses.length - 3} more` : "";
    const what = prose`${joined(clauses.slice(0, 3), prose`; `)}${more}`;
    const waived = (word: Phrase, wanted: WaiverValidity): Phrase[] =>
        waivers
            .filter(({ validity }) => validity === wanted)
            .map(
                ({ until, owner, reason }) =>
                    prose`${word} ${plain(dayWords(until))} by ${plain(owner)}: ${plain(reason)}`,
            );
    const owner = prose`(Owner of the rule: ${plain(rule.owner)}.)`;
    if (isKept)
        return prose`${plain(rule.name)}: would stop: ${joined([what, ...waived(prose`waived until`, "applies")], prose`; `)} ${owner}`;
    return joined(
        [
            prose`${plain(rule.name)}: ${what}. ${plain(rule.reason)} ${owner}`,
            ...waived(prose`In part waived until`, "applies"),
            ...waived(prose`No longer waived after`, "expired"),
            ...waived(
                prose`Not waived, because a waiver may last a year at most, and this one lasts until`,
                "too long",
            ),
        ],
        prose` `,
    );
}
