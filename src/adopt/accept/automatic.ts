import { isWithoutGain } from "../../review/impact/impact-words.js";
import type { PreviewImpactOptions } from "../../review/impact/preview-impact.js";
import type { AcceptPolicy } from "../../review/impact/rules.js";
import type { PreviewDocument } from "../../review/report/document.js";
import type { FindKind } from "../../review/report/names.js";
import { type DriftItem, itemKey } from "./acceptance.js";
import { keptAccess } from "./kept-access.js";

/**
 * Returns the reasons why items need a person's decision, by `itemKey`. Items without a reason can be accepted automatically. Each item is
 * checked separately, so that an item that narrows access cannot offset one that widens it.
 * @param requested changes explained by approved access requests, by `itemKey`
 */
export async function leftToPeople(
    document: PreviewDocument,
    kindOf: FindKind,
    items: readonly DriftItem[],
    { widening }: AcceptPolicy,
    requested: ReadonlySet<string>,
    options: PreviewImpactOptions,
): Promise<ReadonlyMap<string, string>> {
    const left = new Map<string, string>();
    if (widening === undefined) return left;
    for (const item of items) {
        const key = itemKey(item);
        if (widening === "requested" && requested.has(key)) continue;
        if (!isWithoutGain(await keptAccess(document, kindOf, [item], options)))
            left.set(
                key,
                `it widens or may widen access${widening === "requested" ? ", and no approved request explains the change" : ""}, so the \`accept\` section of the rules leaves the decision to a person`,
            );
    }
    return left;
}
