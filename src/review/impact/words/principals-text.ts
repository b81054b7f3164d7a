import { counted } from "../../../common/counts.js";
import { type Phrase, plain } from "../../../common/phrase.js";
import type { PreviewImpact } from "../preview-impact.js";

/** Text with the number of principals: `8 people and 1 Paladin`. Paladins are counted separately, although the API lists them as users. */
export function principalsText({ before, after }: PreviewImpact, ids: Iterable<string>): Phrase {
    const all = [...ids];
    const isPaladin = (id: string): boolean =>
        [before, after].some(({ records }) => records.users.get(records.principals.number(id))?.isPaladin === true);
    const paladins = all.filter(isPaladin).length;
    const people = all.length - paladins;
    const parts = [
        ...(people > 0 || paladins === 0 ? [counted(people, "person", "people")] : []),
        ...(paladins > 0 ? [counted(paladins, "Paladin")] : []),
    ];
    return plain(parts.join(" and "));
}
