import type { Target } from "../../access/model/facts/facts.js";
import type { AccessModel } from "../../access/model/model.js";
import type { RuleNumber } from "../../access/model/step-rules.js";

/** Additional facts from the service about access that is missing in the model. */
export interface Circumstances {
    /** Whether the service lists an expiration date that has passed. */
    readonly hasEnded: boolean;
    /** Id of the target's parent resource. */
    readonly parentId: string | undefined;
}

/** The rule that most likely explains access that is missing in the model. Undefined if none does. */
export function nearestRule(
    model: AccessModel,
    personId: string,
    target: Target,
    { hasEnded, parentId }: Circumstances,
): RuleNumber | undefined {
    const { records } = model;
    const number = records.principals.find(personId);
    if (hasEnded) return 2;
    const rule = target.type === "group" ? records.groups.get(target.id)?.rule : undefined;
    if (rule) return rule.isActive ? 8 : 10;
    if (number === undefined) return undefined;
    const giving = groupsThatGive(model, target);
    const isLeader = (id: string): boolean => records.groups.get(id)?.leaderIds?.includes(personId) ?? false;
    if (giving.some(isLeader)) return 6;
    const isMember = (id: string): boolean => records.memberships.get(id)?.has(number) ?? false;
    if (linkedGroups(model, giving).some(isMember)) return 7;
    if (containingGroups(model, giving).some(isMember)) return 4;
    if (parentId !== undefined && model.holders({ type: "resource", id: parentId }).has(number)) return 12;
    return undefined;
}

/** Groups that give the target, and every group nested in them. Includes the target if it is a group. */
function groupsThatGive({ records }: AccessModel, { type, id }: Target): string[] {
    const giving = new Set(type === "group" ? [id] : (records.links.get(id) ?? []).map(({ groupId }) => groupId));
    // The iteration includes elements that are added during it.
    for (const one of giving) for (const { groupId } of records.nestings.get(one) ?? []) giving.add(groupId);
    return [...giving];
}

/** Groups that are linked with these. */
function linkedGroups({ records }: AccessModel, groupIds: readonly string[]): string[] {
    return [...records.bindings.values()].flatMap(({ sourceGroupId, groupIds: linked }) => {
        const all = [sourceGroupId, ...linked];
        return all.some((id) => groupIds.includes(id)) ? all.filter((id) => !groupIds.includes(id)) : [];
    });
}

/** Groups in which these are nested. */
function containingGroups({ records }: AccessModel, groupIds: readonly string[]): string[] {
    const containing = [...records.nestings].filter(([, edges]) =>
        edges.some(({ groupId }) => groupIds.includes(groupId)),
    );
    return containing.map(([id]) => id);
}
