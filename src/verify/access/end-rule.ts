import type { Target } from "../../access/model/facts/facts.js";
import { type GroupEdge, linkedWith } from "../../access/model/facts/records.js";
import type { AccessModel } from "../../access/model/model.js";
import type { PathStep } from "../../access/model/path-step.js";
import { type RuleNumber, ruleToDoubt } from "../../access/model/step-rules.js";

/** Returns the rule that decides when access ends in the model. `path` is the path that lasts longest. */
export function endRule(
    model: AccessModel,
    personId: string,
    target: Target,
    level: string,
    path: readonly PathStep[],
): RuleNumber | undefined {
    const { records } = model;
    const number = records.principals.find(personId);
    if (number !== undefined && hasSeveralWays(model, number, target, records.levels.number(level))) return 11;
    const [first] = path;
    if (first?.by === "member" && linkedWith(records.sources, first.target.id).length > 0) return 7;
    return path.length === 1 && (first?.by === "member" || first?.by === "grant") ? 2 : ruleToDoubt(path);
}

/** Whether a user has access to a target, or to a group that gives it, in more than one way, so that the longest one counts. */
function hasSeveralWays(
    model: AccessModel,
    number: number,
    target: Target,
    level: number | undefined,
    seen: ReadonlySet<string> = new Set(),
): boolean {
    const { records, memberships } = model;
    const isAt = (one: { readonly level: number }): boolean => level === undefined || one.level === level;
    const groupEdges = (edges: readonly GroupEdge[] = []): GroupEdge[] =>
        edges.filter((one) => isAt(one) && !seen.has(one.groupId) && memberships.of(one.groupId).has(number));
    const isGroup = target.type === "group";
    const ids = isGroup ? [target.id] : [target.id, ...memberships.givingAbove(target.id)];
    const through = ids.flatMap((id) => groupEdges((isGroup ? records.nestings : records.links).get(id)));
    const direct = ids.flatMap((id) => (isGroup ? records.memberships : records.grants).get(id)?.find(number) ?? []);
    const matching = isGroup && memberships.matching(target.id).has(number) ? 1 : 0;
    const ways = matching > 0 ? 1 : direct.filter(isAt).length;
    return (
        ways + through.length > 1 ||
        through.some(({ groupId }) =>
            hasSeveralWays(model, number, { type: "group", id: groupId }, undefined, new Set([...seen, groupId])),
        )
    );
}
