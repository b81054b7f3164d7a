import type { Target } from "../../access/model/facts/facts.js";
import type { AccessModel } from "../../access/model/model.js";
import type { RuleNumber } from "../../access/model/step-rules.js";

/** Additional facts about access that exists on the service but not in the model. */
export interface Circumstances {
    /** Whether the service lists an expiration date that has passed. */
    readonly hasEnded: boolean;
    /** Id of the target's parent resource. */
    readonly parentId: string | undefined;
}

/** Returns the rule that most likely explains access that is missing in the model. Undefined if none does. */
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
    const granting = groupsThatGrant(model, target);
    const isLeader = (id: string): boolean => records.groups.get(id)?.leaderIds?.includes(personId) ?? false;
    if (granting.some(isLeader)) return 6;
    const isMember = (id: string): boolean => records.memberships.get(id)?.has(number) ?? false;
    if (linkedGroups(model, granting).some(isMember)) return 7;
    if (groupsAround(model, granting).some(isMember)) return 4;
    if (parentId !== undefined && model.holders({ type: "resource", id: parentId }).has(number)) return 12;
    return undefined;
}

/** Returns groups that grant access to the target, and every group nested in them. Includes the target if it is a group. */
function groupsThatGrant({ records }: AccessModel, { type, id }: Target): string[] {
    const granting = new Set(type === "group" ? [id] : (records.links.get(id) ?? []).map(({ groupId }) => groupId));
    // `granting` grows in the loop. The iteration includes the added elements.
    for (const one of granting) for (const { groupId } of records.nestings.get(one) ?? []) granting.add(groupId);
    return [...granting];
}

/** Returns groups that are linked with any of these groups. */
function linkedGroups({ records }: AccessModel, groupIds: readonly string[]): string[] {
    return [...records.bindings.values()].flatMap(({ sourceGroupId, groupIds: linked }) => {
        const all = [sourceGroupId, ...linked];
        return all.some((id) => groupIds.includes(id)) ? all.filter((id) => !groupIds.includes(id)) : [];
    });
}

/** Returns groups in which any of these groups is nested. */
function groupsAround({ records }: AccessModel, groupIds: readonly string[]): string[] {
    const containing = [...records.nestings].filter(([, edges]) =>
        edges.some(({ groupId }) => groupIds.includes(groupId)),
    );
    return containing.map(([id]) => id);
}
