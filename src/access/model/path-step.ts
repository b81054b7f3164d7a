import type { Target } from "./facts/facts.js";
import type { OrganizationRole } from "./rules/roles.js";

/** A step that leads to a target. */
interface To<By extends string> {
    readonly by: By;
    readonly target: Target;
}

/** The level and expiration of access that a step grants. */
interface GrantedLevel {
    readonly level: string;
    readonly until: string | null;
}

/** One step of a path that starts at a person. Expirations (`until`) are ISO dates, or null if the access does not expire. */
export type PathStep =
    /** The person has a direct grant of a resource, or a direct membership in a group. */
    | (To<"grant" | "member"> & GrantedLevel)
    /** The person leads the group. */
    | To<"leader">
    /** The person matches the conditions of an access rule. */
    | To<"rule">
    /** The group of the previous step is nested in this group. */
    | (To<"nesting"> & GrantedLevel)
    /** The resource of the previous step contains this resource. */
    | To<"parent">
    /** The group of the previous step grants this resource. */
    | (To<"link"> & GrantedLevel)
    /** The person is a user of the owner that administers the target. */
    | (To<"administrator"> & { readonly ownerId: string })
    /** The person has a scoped role with these permissions over the target. */
    | (To<"role"> & { readonly roleId: string; readonly permissions: readonly string[] })
    /** The person has a role in the organization. `roleId` is the resource that grants it; undefined if it comes from the invitation. */
    | (To<"organizationRole"> & { readonly roleId?: string; readonly role: OrganizationRole })
    /** The person can grant the target to themselves. */
    | To<"selfGrant">
    /** The person can get the target through break-glass access. */
    | To<"breakGlass">
    /** The person can approve any request for the target. */
    | To<"decision">
    /**
     * The person can request the target. `groupId` is the matching group in the condition; undefined for the default configuration.
     * `linkedId` is the linked group that the person can see; undefined if they can see the target itself.
     */
    | (To<"request"> & { readonly level: string; readonly groupId?: string; readonly linkedId?: string })
    /** Requests are approved automatically. */
    | To<"autoApproval">
    /** The person can approve their own request without anyone else. */
    | To<"ownApproval">
    /** The person reviews in a stage (counted from 1), either as a user of the owner or as the delegate of a reviewer. */
    | (To<"reviewer"> & { readonly stage: number; readonly ownerId?: string; readonly standsInFor?: string })
    /** All users can see the target. */
    | To<"everybody">
    /** The target is visible to the members of this group. */
    | (To<"shownTo"> & { readonly groupId: string });
