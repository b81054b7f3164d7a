import { targetKey } from "../../access/guarantees/escalation/useful-targets.js";
import { isWidening, type Shift } from "../../access/model/change/shifts.js";
import { dependentsIn } from "../../access/model/rules/reach.js";
import { addTo } from "../../common/collections.js";
import { type Risk, riskiest } from "../../kernel.js";
import type { Touched } from "./effects/effect.js";
import { withExistingIds } from "./plan.js";
import type { PreviewImpact } from "./preview-impact.js";

/**
 * Returns the effect on access that the impact shows for each resource of the program, by URN: what happens to the objects that the resource
 * declares, and to targets that refer to them. A change whose effect is unknown may widen access; one that is irrelevant to access does not
 * affect it, whatever else happens to the object.
 */
export function effectsByUrn({
    impact,
    chains,
    facts,
    before,
    after,
    parts,
}: PreviewImpact): ReadonlyMap<string, Risk> {
    const risks = new Map<string, Risk[]>();
    for (const { target, shifts } of impact.targets)
        for (const shift of shifts) addTo(risks, targetKey(target), shiftRisk(shift));
    for (const { target } of chains?.opened ?? []) addTo(risks, targetKey(target), "widens");
    for (const target of chains?.open ?? []) addTo(risks, targetKey(target), "mayWiden");
    for (const id of impact.newUsers) addTo(risks, `user ${id}`, "widens");
    for (const id of impact.removedUsers) addTo(risks, `user ${id}`, "narrows");
    const dependents = [before, after].map(({ records }) => dependentsIn(records).results);
    const ruled = [before, after].flatMap(({ records }) => [...records.groups.values()].filter(({ rule }) => rule));
    const keysOf = ({ targets = [], ownerIds = [], templateIds = [], reviewerIds = [] }: Touched): string[] => {
        const names = [
            ...ownerIds.map((id) => `users ${id}`),
            ...templateIds.map((id) => `template ${id}`),
            ...reviewerIds.map((id) => `user ${id}`),
        ];
        return [
            ...targets.map(targetKey),
            ...names,
            ...names.flatMap((name) => dependents.flatMap((one) => one.get(name) ?? [])),
        ];
    };
    const declared = withExistingIds(
        parts.flatMap(({ step }) => step ?? []),
        facts,
    );
    const effects = new Map<string, Risk>();
    for (const { urn, account, step } of parts) {
        const known = [effects.get(urn) ?? "none", account.unknown.length > 0 ? "mayWiden" : "none"] as const;
        effects.set(urn, riskiest(known));
        if (!step || (account.evaluated === 0 && step.was !== undefined)) continue;
        const touched = step.effect.touches(declared(step));
        const found = (keys: Iterable<string>): Risk[] => [...keys].flatMap((key) => risks.get(key) ?? []);
        const own = found(keysOf(touched));
        const others = [
            ...(touched.hasOtherTags ? found(ruled.map(({ id }) => `group ${id}`)) : []),
            ...((touched.permissions ?? []).length > 0 ? found(risks.keys()) : []),
        ];
        // Whether a grant or a setting widens access follows from its own change; the gain of its target may be due to another resource.
        const isOwn =
            step.kind.shape === "entity" && !(step.does === "remove" && step.kind.access.deleted === "narrows");
        const losses = [...own, ...others].filter((risk) => risk === "narrows");
        effects.set(urn, riskiest([...(isOwn ? own : []), ...losses, ...known]));
    }
    return effects;
}

function shiftRisk({ fate, unknown }: Shift): Risk {
    if (unknown?.isWider || fate === "maybeGained") return "mayWiden";
    return isWidening(fate) ? "widens" : "narrows";
}
