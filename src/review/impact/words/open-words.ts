import type { Impact } from "../../../access/model/change/impact.js";
import type { Target } from "../../../access/model/facts/facts.js";
import { compareText } from "../../../common/collections.js";
import { counted } from "../../../common/counts.js";
import { firstOf, joined, type Phrase, plain, prose } from "../../../common/phrase.js";
import type { UnknownChange } from "../account.js";
import type { PreviewImpact } from "../preview-impact.js";

/** Maximum number of reasons to list, and maximum number of names to list per reason. */
const MAX_SHOWN = 3;

/**
 * Returns a clause about who else may gain access, such as `who else gains rights to "Vault" (the API does not return who is on call)`.
 * Returns a single clause for the whole impact, so that unknown effects do not bury the known ones. Returns nothing if everything is known.
 * If changes in the preview are the cause, lists these changes instead of the reason.
 */
export function openWords({ impact, directory, account }: PreviewImpact): Phrase[] {
    const reasons = openReasons(impact);
    if (reasons.size === 0) return [];
    const nameOf = ({ id }: Target): string => directory.nameOf(id);
    const clauses = [...reasons]
        .sort(([one], [other]) => compareText(one, other))
        .map(([because, targets]) => {
            const causes = account.unknown.filter((one) => one.because === because).map(({ words }) => words);
            const why = causes.length > 0 ? firstOf(causes, MAX_SHOWN, prose`; `) : prose`${because}`;
            const names = [...new Set(targets.map(nameOf))].sort(compareText).map((name) => prose`"${name}"`);
            return prose`${firstOf(names, MAX_SHOWN)} (${why})`;
        });
    const more = clauses.length - MAX_SHOWN;
    const rest = more > 0 ? prose`; to others, for ${plain(counted(more, "more reason"))}` : "";
    return [prose`who else gains rights to ${joined(clauses.slice(0, MAX_SHOWN), prose`; to `)}${rest}`];
}

/** Changes with unknown effects that `openWords` does not mention. */
export function otherUnknowns({ impact, account }: PreviewImpact): UnknownChange[] {
    const reasons = openReasons(impact);
    return account.unknown.filter(({ because }) => because === undefined || !reasons.has(because));
}

/** Reasons why it is unknown who gains access, each with the targets concerned. */
function openReasons({ targets }: Impact): ReadonlyMap<string, readonly Target[]> {
    const reasons = new Map<string, Target[]>();
    for (const { target, shifts } of targets)
        for (const { unknown } of shifts)
            if (unknown?.isWider) reasons.set(unknown.because, [...(reasons.get(unknown.because) ?? []), target]);
    return reasons;
}
