import { dayWords } from "../../../access/model/words.js";
import { joined, type Phrase, plain, prose } from "../../../common/phrase.js";
import type { ImpactRule, Waiver } from "../rules.js";

/** Whether a waiver applies, has ended, or would last longer than a year. */
export type WaiverValidity = "applies" | "expired" | "too long";

/**
 * Explains the verdict on a rule.
 * @param clauses what the rule stops or, if it is kept, what it would stop without waivers
 */
export function verdictWords(
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
