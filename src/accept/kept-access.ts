import { impactOf } from "../access/impact.js";
import { impactOfPreview, type PreviewImpact, type PreviewImpactOptions } from "../impact/preview-impact.js";
import type { PreviewDocument } from "../report/document.js";
import type { FindKind } from "../report/names.js";

/**
 * Who keeps what drift gave them, and who stays without what it took, if the program accepts it: the effects of undoing it, the other way round.
 * @param urns the resources whose drift is accepted
 */
export async function keptAccess(
    document: PreviewDocument,
    kindOf: FindKind,
    urns: ReadonlySet<string>,
    options: PreviewImpactOptions,
): Promise<PreviewImpact> {
    const steps = document.steps.filter(({ urn }) => urns.has(urn));
    const undone = await impactOfPreview({ ...document, steps }, kindOf, options);
    const { after: before, before: after } = undone;
    return { ...undone, before, after, impact: impactOf(before, after), reverted: impactOf(before, before) };
}
