import type { Impact } from "../access/impact.js";
import type { Directory } from "../answers/directory.js";
import { compareText } from "../schema/order.js";
import { joined, type Phrase, prose } from "../schema/phrase.js";

/** Maximum reasons, and maximum names for each. */
const MOST = 3;

/**
 * A clause about who else may gain: `who else gains something of "Vault" (the API does not return who is on call)`. One for the whole impact, so
 * that it does not bury what is known; none if everything is known.
 */
export function openWords({ targets }: Impact, directory: Directory): Phrase[] {
    const reasons = new Map<string, Set<string>>();
    for (const { target, shifts } of targets)
        for (const { unknown } of shifts) {
            if (!unknown?.isWider) continue;
            const names = reasons.get(unknown.because) ?? new Set();
            reasons.set(unknown.because, names.add(directory.nameOf(target.id)));
        }
    if (reasons.size === 0) return [];
    const clauses = [...reasons]
        .sort(([one], [other]) => compareText(one, other))
        .map(([because, names]) => prose`${listOf([...names].sort(compareText))} (${because})`);
    const more = clauses.length - MOST;
    const rest = more > 0 ? prose`, and for ${more} more ${more === 1 ? prose`reason` : prose`reasons`}` : "";
    return [prose`who else gains something of ${joined(clauses.slice(0, MOST), prose`; of `)}${rest}`];
}

/** Names in quotation marks, the first few of them. */
function listOf(names: readonly string[]): Phrase {
    const some = joined(
        names.slice(0, MOST).map((name) => prose`"${name}"`),
        prose`, `,
    );
    const more = names.length - MOST;
    return more > 0 ? prose`${some} and ${more} more` : some;
}
