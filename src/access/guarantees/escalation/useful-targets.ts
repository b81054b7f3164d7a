import type { Target } from "../../model/facts/facts.js";
import type { AccessModel } from "../../model/model.js";
import { organizationRoleOf } from "../../model/rules/roles.js";

/** Identifies a group or a resource. */
export function keyOf({ type, id }: Target): string {
    return `${type} ${id}`;
}

/**
 * Groups and resources whose holders can do more: they are in a condition or a visibility, they fill an owner, or they are a role; and those
 * that give them.
 */
export function usefulTargets(model: AccessModel): Target[] {
    const { groups, resources, owners } = model.records;
    const governed = [...groups.values(), ...resources.values()];
    const groupIds = new Set([
        // Whoever has a linked group sees it, and a request for it is one for its source.
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
    return [...new Map(all.map((target) => [keyOf(target), target])).values()];
}

/** The target and what gives it, as far as users can take it. */
export function sourcesOf(model: AccessModel, target: Target): Target[] {
    return [target, ...model.memberships.giving(target)].filter((one) => isOpen(model, one));
}

/** Whether users can be added. The conditions of an access rule alone determine its members. */
function isOpen({ records }: AccessModel, { type, id }: Target): boolean {
    return type !== "group" || records.groups.get(id)?.rule === undefined;
}
