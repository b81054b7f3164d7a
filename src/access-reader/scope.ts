import type { Binding, Group, Nesting, Permission, Resource, Tag, Target } from "../access/facts.js";

/** What a change touches directly. */
export interface Around {
    readonly targets: readonly Target[];
    readonly ownerIds: readonly string[];
    /** Tags that match users to rules that the change creates. */
    readonly tags: readonly Tag[];
    /** Users whose reviews others take over: whatever they review may have other reviewers. */
    readonly reviewerIds: readonly string[];
    /** Permissions added to a role. Everything that they cover is reached. */
    readonly permissions: readonly Permission[];
    /** Ids of changed configuration templates. */
    readonly templateIds: readonly string[];
    /** Whether users may match other rules than before. */
    readonly hasOtherTags: boolean;
    /** Objects that the change refers to. They must be read, but nothing that depends on them. */
    readonly named: {
        readonly groupIds: readonly string[];
        readonly resourceIds: readonly string[];
        readonly ownerIds: readonly string[];
    };
}

/** Adds the groups in which these are nested, and the sources of linked groups, since a request for one goes to its source. */
export function addContaining(groups: Set<string>, nestings: readonly Nesting[], bindings: readonly Binding[]): void {
    // Iteration includes what is added on the way.
    for (const id of groups) {
        for (const { groupId, containingGroupId } of nestings) if (groupId === id) groups.add(containingGroupId);
        for (const { sourceGroupId, groupIds } of bindings) if (groupIds.includes(id)) groups.add(sourceGroupId);
    }
}

/** Whether the rules of an object, or its administrators, depend on one of these. */
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

/** Whether people may get it by a request alone: then everyone who comes to see it can get it. */
export function isOpen({ requestRules = [] }: Group | Resource): boolean {
    return requestRules.some(({ allowRequests, autoApproval }) => allowRequests && autoApproval);
}
