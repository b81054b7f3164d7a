import type { Group, Permission, Resource, Tag, Target } from "../model/facts/facts.js";

/** Objects that a change refers to directly. */
export interface Around {
    readonly targets: readonly Target[];
    readonly ownerIds: readonly string[];
    /** Tags that match users to rules that the change creates. */
    readonly tags: readonly Tag[];
    /** Users whose reviews are delegated. Everything that they review may get other reviewers. */
    readonly reviewerIds: readonly string[];
    /** Permissions added to a role. The change may affect everything that they cover. */
    readonly permissions: readonly Permission[];
    /** Ids of changed configuration templates. */
    readonly templateIds: readonly string[];
    /** Whether users may match other rules than before. */
    readonly hasOtherTags: boolean;
    /** Objects that the change only mentions. They must be read, but objects that depend on them need not be. */
    readonly named: {
        readonly groupIds: readonly string[];
        readonly resourceIds: readonly string[];
        readonly ownerIds: readonly string[];
    };
}

/** Whether the rules or the administrators of an object depend on one of these groups, owners or reviewers. */
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
