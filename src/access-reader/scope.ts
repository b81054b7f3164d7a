import type { Binding, Group, Nesting, Permission, Resource, Tag, Target } from "../access/facts.js";

/** What a change touches by itself. */
export interface Around {
    readonly targets: readonly Target[];
    readonly ownerIds: readonly string[];
    /** Tags by which users go into rules that the change makes. */
    readonly tags: readonly Tag[];
    /** Users of whom somebody else decides afterwards: whatever they review may have other reviewers. */
    readonly reviewerIds: readonly string[];
    /** Permissions that a role gets: whatever they cover is reached. */
    readonly permissions: readonly Permission[];
    /** Configuration templates that change. */
    readonly templateIds: readonly string[];
    /** Whether users may fit other rules than before. */
    readonly hasOtherTags: boolean;
    /** What the change names: who that is must be known, and nothing that depends on it. */
    readonly named: {
        readonly groupIds: readonly string[];
        readonly resourceIds: readonly string[];
        readonly ownerIds: readonly string[];
    };
}

/** Adds the groups in which these are nested, and the sources of those that are linked: a request for one goes to its source. */
export function addContaining(groups: Set<string>, nestings: readonly Nesting[], bindings: readonly Binding[]): void {
    // A set goes on to what is added while it is gone through.
    for (const id of groups) {
        for (const { groupId, containingGroupId } of nestings) if (groupId === id) groups.add(containingGroupId);
        for (const { sourceGroupId, groupIds } of bindings) if (groupIds.includes(id)) groups.add(sourceGroupId);
    }
}

/** Whether the rules of something, or who administers it, depend on one of these. */
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

/** Whether somebody may get it by asking alone: then whoever comes to see it comes to get it. */
export function isOpen({ requestRules = [] }: Group | Resource): boolean {
    return requestRules.some(({ allowRequests, autoApproval }) => allowRequests && autoApproval);
}
