import { isWithoutGain } from "../impact/headline.js";
import type { PreviewImpactOptions } from "../impact/preview-impact.js";
import type { AcceptPolicy } from "../impact/rules.js";
import type { PreviewDocument } from "../report/document.js";
import type { FindKind } from "../report/names.js";
import type { Item } from "./acceptance.js";
import { keptAccess } from "./kept-access.js";
import { changeKey } from "./requested.js";

/**
 * Why drift is left to people, by `changeKey`; what may be accepted without them is not in it. Each item is judged by itself: one that narrows access
 * does not make up for one that widens it.
 * @param requested what approved access requests gave, by `changeKey`
 */
export async function leftToPeople(
    document: PreviewDocument,
    kindOf: FindKind,
    items: readonly Item[],
    { widening }: AcceptPolicy,
    requested: ReadonlySet<string>,
    options: PreviewImpactOptions,
): Promise<ReadonlyMap<string, string>> {
    const left = new Map<string, string>();
    if (widening === undefined) return left;
    for (const item of items) {
        const key = changeKey(item.urn, item.property ?? "");
        if (widening === "requested" && requested.has(key)) continue;
        if (!isWithoutGain(await keptAccess(document, kindOf, [item], options)))
            left.set(
                key,
                `it gives somebody more access, or may${widening === "requested" ? ", and no approved request explains it" : ""}: people accept that, not the rules`,
            );
    }
    return left;
}
