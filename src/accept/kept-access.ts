import { impactOf } from "../access/impact.js";
import { impactOfPreview, type PreviewImpact, type PreviewImpactOptions } from "../impact/preview-impact.js";
import type { PreviewDocument, PreviewStep } from "../report/document.js";
import type { FindKind } from "../report/names.js";
import type { Item } from "./acceptance.js";

/** Who keeps what drift gave them, and who stays without what it took, if the program accepts it: the effects of undoing it, the other way round. */
export async function keptAccess(
    document: PreviewDocument,
    kindOf: FindKind,
    accepted: readonly Item[],
    options: PreviewImpactOptions,
): Promise<PreviewImpact> {
    const steps = document.steps.flatMap((step) => {
        const own = accepted.filter(({ urn }) => urn === step.urn);
        return own.length > 0 ? [withoutOthers(step, own)] : [];
    });
    const undone = await impactOfPreview({ ...document, steps }, kindOf, options);
    const { after: before, before: after } = undone;
    return { ...undone, before, after, impact: impactOf(before, after), reverted: impactOf(before, before) };
}

/** A step that leaves the properties that are not accepted as they are on the service. */
function withoutOthers(step: PreviewStep, accepted: readonly Item[]): PreviewStep {
    const { oldState, newState } = step;
    if (!oldState || !newState || step.op === "refresh") return step;
    const others = Object.entries(oldState.inputs).filter(
        ([name]) => !name.startsWith("__") && !accepted.some(({ property }) => property === name),
    );
    return { ...step, newState: { ...newState, inputs: { ...newState.inputs, ...Object.fromEntries(others) } } };
}
