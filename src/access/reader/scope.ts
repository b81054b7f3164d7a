import type { Group, Permission, Resource, Tag, Target } from "../model/facts/facts.js";

/** Objects that a change refers to directly. */
export interface Around {
    readonly targets: readonly Target[];
    readonly ownerIds: readonly string[];
    /** Tags in the conditions of rules that the change creates. */
    readonly tags: readonly Tag[];
    /** Ids of users whose reviews are delegated. The reviewers of everything that they review may change. */
    readonly reviewerIds: readonly string[];
    /** Permissions that are added to a role. The change may affect all targets that they cover. */
    readonly permissions: readonly Permission[];
    /** Ids of the configuration templates that are changed. */
    readonly templateIds: readonly string[];
    /** Whether users may match different rules after the change. */
    readonly hasOtherTags: boolean;
    /** Objects that the change only mentions. They must be read, but the objects that depend on them do not have to be. */
    readonly named: {
        readonly groupIds: readonly string[];
        readonly resourceIds: readonly string[];
        readonly ownerIds: readonly string[];
    };
}

/** A change that refers to nothing. */
export const NOTHING_CHANGED: Around = {
    targets: [],
    ownerIds: [],
    tags: [],
    reviewerIds: [],
    permissions: [],
    templateIds: [],
    hasOtherTags: false,
    named: { groupIds: [], resourceIds: [], ownerIds: [] },
};

/** Whether the request rules or the administrators of an object depend on one of these groups, owners or reviewers. */
export function dependsOn(
    { adminOwnerId = "", requestRules = [] }: Group | Resource,
    groups: ReadonlySet<string>,
    owners: ReadonlySet<string>,
    reviewerIds: readonly string[],
): boolean {
    return (
        owners.has(adminOwnerId) ||
        requestRules.some(
            ({ condition, stages }) =>
                condition?.groupIds.some((id) => groups.has(id)) ||
                stages.some(
                    ({ escalation, ownerIds, serviceUserIds }) =>
                        [...ownerIds, ...(escalation?.ownerIds ?? [])].some((id) => owners.has(id)) ||
                        [...serviceUserIds, ...(escalation?.userIds ?? [])].some((id) => reviewerIds.includes(id)),
                ),
        )
    );
}
