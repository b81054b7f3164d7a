import type { Target } from "../../model/facts/facts.js";
import type { Records } from "../../model/facts/records.js";
import type { AccessModel } from "../../model/model.js";
import { organizationRoleOf } from "../../model/rules/roles.js";

/** Returns a key that identifies a group or resource. */
export function targetKey({ type, id }: Target): string {
    return `${type} ${id}`;
}

/**
 * Groups and resources that enable their holders to take further steps: groups that are used in a request condition or a visibility
 * setting, source groups of owners, roles, and everything that grants one of these.
 */
export function usefulTargets(model: AccessModel): Target[] {
    const { groups, resources, owners } = model.records;
    const governed = [...groups.values(), ...resources.values()];
    const groupIds = new Set([
        // Members of a linked group can see the source group, and a request for a linked group is a request for its source.
        ...model.records.sources.keys(),
        ...governed.flatMap(({ requestRules = [] }) =>
            requestRules.flatMap(({ condition }) => condition?.groupIds ?? []),
        ),
        ...governed.flatMap(({ visibility }) => (visibility?.type === "LIMITED" ? visibility.groupIds : [])),
        ...[...owners.values()].flatMap(({ sourceGroupId }) => sourceGroupId ?? []),
    ]);
    const roles = [...resources.values()].filter(
        (one) => (one.permissions ?? []).length > 0 || organizationRoleOf(one) !== undefined,
    );
    const first: Target[] = [
        ...[...groupIds].filter((id) => groups.has(id)).map((id): Target => ({ type: "group", id })),
        ...roles.map(({ id }): Target => ({ type: "resource", id })),
    ];
    const all = first
        .flatMap((target) => [target, ...model.memberships.giving(target)])
        .filter((one) => isOpen(model, one));
    return [...new Map(all.map((target) => [targetKey(target), target])).values()];
}

/** The target and everything that grants it. Omits groups that nobody can be added to. */
export function grantingTargets(model: AccessModel, target: Target): Target[] {
    return [target, ...model.memberships.giving(target)].filter((one) => isOpen(model, one));
}

/**
 * Whether users can be added. The members of a group with an access rule are determined only by its conditions, so this requires a role that
 * can change what they match.
 */
function isOpen({ records, administration }: AccessModel, target: Target): boolean {
    return !isRuled(records, target) || administration.grounds.admitting(target).length > 0;
}

/** Whether the conditions of an access rule determine the members. */
export function isRuled({ groups }: Pick<Records, "groups">, { type, id }: Target): boolean {
    return type === "group" && groups.get(id)?.rule !== undefined;
}
