import type { Target } from "../../model/facts/facts.js";
import type { AccessModel } from "../../model/model.js";
import { requestStep, stepsBetween } from "../../model/path.js";
import type { PathStep } from "../../model/path-step.js";
import { fewestApprovals } from "../../model/rules/approvals.js";

/** Returns the request that needs the fewest approvals by other people, among requests for the target and for everything that grants it. */
export function weakestRequest(
    model: AccessModel,
    number: number,
    target: Target,
): { readonly path: readonly PathStep[]; readonly approverIds: readonly string[] } | undefined {
    const requests = [target, ...model.memberships.giving(target)].flatMap((from) =>
        model.requests.offers(from).flatMap((offer) => {
            const approvals = offer.who.has(number) ? fewestApprovals(model.requests.stages, offer, number) : undefined;
            return approvals ? [{ from, offer, approvals }] : [];
        }),
    );
    const [weakest] = requests.sort((a, b) => a.approvals.count - b.approvals.count);
    if (!weakest) return undefined;
    const { from, offer, approvals } = weakest;
    const path = [requestStep(model, number, offer, from), ...stepsBetween(model, from, target)];
    return { path, approverIds: approvals.people.map((one) => model.records.principals.id(one)) };
}
