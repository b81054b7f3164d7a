import { dayWords } from "../../../access/model/words.js";
import { joined, type Phrase, plain, prose } from "../../../common/phrase.js";
import type { Rule, Waiver } from "../rules.js";

/**
 * Explains the verdict on a rule.
 * @param clauses what the rule stops or, if it is kept, what it would stop without waivers
 */
export function verdictWords(
    rule: Rule,
    clauses: readonly Phrase[],
    isKept: boolean,
    waivers: readonly (Waiver & { readonly isExpired: boolean; readonly isTooLong: boolean })[],
): Phrase {
    if (clauses.length === 0) return prose`${plain(rule.name)}: the change complies with this rule.`;
    const more = clauses.length > 3 ? prose`; and ${clauses.length - 3} more` : "";
    const what = prose`${joined(clauses.slice(0, 3), prose`; `)}${more}`;
    const waived = (word: Phrase, fits: (one: (typeof waivers)[number]) => boolean): Phrase[] =>
        waivers
            .filter(fits)
            .map(
                ({ until, owner, reason }) =>
                    prose`${word} ${plain(dayWords(until))} by ${plain(owner)}: ${plain(reason)}`,
            );
    const isApplied = (one: (typeof waivers)[number]): boolean => !one.isExpired && !one.isTooLong;
    const owner = prose`(Owner of the rule: ${plain(rule.owner)}.)`;
    if (isKept)
        return prose`${plain(rule.name)}: would stop: ${joined([what, ...waived(prose`waived until`, isApplied)], prose`; `)} ${owner}`;
    return joined(
        [
            prose`${plain(rule.name)}: ${what}. ${plain(rule.reason)} ${owner}`,
            ...waived(prose`In part waived until`, isApplied),
            ...waived(prose`No longer waived after`, ({ isExpired }) => isExpired),
            ...waived(
                prose`Not waived, because a waiver may last a year at most, and this one lasts until`,
                ({ isTooLong }) => isTooLong,
            ),
        ],
        prose` `,
    );
}
