import { impactOfPreview, type PreviewImpact, type PreviewImpactOptions } from "../../review/impact/preview-impact.js";
import type { PreviewDocument, PreviewStep } from "../../review/report/document.js";
import { historiesOf } from "../../review/report/history.js";
import type { FindKind } from "../../review/report/names.js";
import type { DriftItem } from "./acceptance.js";

/** Evaluates how accepting drift affects access. */
export function keptAccess(
    document: PreviewDocument,
    kindOf: FindKind,
    accepted: readonly DriftItem[],
    options: PreviewImpactOptions,
): Promise<PreviewImpact> {
    const steps = historiesOf(document).flatMap(({ urn, before, live, isGone }): PreviewStep[] => {
        const own = accepted.filter((one) => one.urn === urn);
        if (own.length === 0 || !before) return [];
        if (isGone || !live) return [{ urn, op: "refresh", oldState: before, newState: undefined }];
        const declared = Object.entries(before.inputs).filter(
            ([name]) => name.startsWith("__") || own.some(({ property }) => property === name),
        );
        const oldState = { ...before, inputs: { ...live.inputs, ...Object.fromEntries(declared) } };
        return [
            { urn, op: "refresh", oldState, newState: oldState },
            { urn, op: "same", oldState: live, newState: live },
        ];
    });
    return impactOfPreview({ ...document, steps }, kindOf, options);
}
