import {
    isOrganizationRoleType,
    type OrganizationRole,
    organizationRoleNamed,
} from "../../../common/organization-roles.js";
import type { Governed, Permission, Resource, Target } from "../facts/facts.js";
import { governedOf, type Records, resourceAncestorIds, targetRecord } from "../facts/records.js";

/** The role that a resource represents, if any. A role with an unknown name may allow anything, so it is treated as `admin`. */
export function organizationRoleOf({ resourceType, name }: Resource): OrganizationRole | undefined {
    return isOrganizationRoleType(resourceType) ? (organizationRoleNamed(name) ?? "admin") : undefined;
}

export { ORGANIZATION_ROLES, type OrganizationRole } from "../../../common/organization-roles.js";

type Governance = Pick<Records, "groups" | "resources" | "bundles">;

/** What the permissions of a scoped role allow: seeing a target, administering it, or even granting it to oneself. */
export type Power = "sees" | "administers" | "assigns";

/** The permissions of a role that provide at least this power over a target. */
export function rolePermissionsOver(
    records: Governance,
    { permissions = [] }: Pick<Resource, "permissions">,
    target: Target,
    power: Power,
): Permission[] {
    return permissions.filter((permission) => gives(permission, power) && isOver(records, permission, target));
}

function gives({ name, targetType }: Permission, power: Power): boolean {
    if (power === "sees") return true;
    if (READING.has(name)) return false;
    return power === "administers" || isAssigning(name, targetType);
}

/** Whether a permission that does not only allow viewing can affect who has its targets or who approves requests for them. */
function isAssigning(name: string, targetType: Permission["targetType"]): boolean {
    if (targetType === "unknown") return true;
    return !NOT_ASSIGNING.has(name) && (targetType === "user" || !NOT_ASSIGNING_OBJECTS.has(name));
}

/** Permissions that only allow viewing. */
const READING: ReadonlySet<string> = new Set(["READ", "READ_ASSIGNMENTS", "READ_SETTINGS", "EXPORT"]);

/**
 * Permissions that do not affect who has a target or who approves requests for it. `EDIT_ASSIGNMENTS`, `EDIT_REQUEST_CONFIGURATIONS` and
 * `EDIT_SETTINGS` do affect this. All other permissions are assumed to affect it as well, because their effect is unknown.
 */
const NOT_ASSIGNING: ReadonlySet<string> = new Set([
    "DELETE",
    "EDIT_EVENT_STREAM",
    "ASSIGN_UAR_REVIEWERS",
    "SEND_REMINDERS",
    "STOP",
    "REQUEST_ON_BEHALF",
    "RESET_MFA",
]);

/**
 * Like `NOT_ASSIGNING`, for all targets but users. Over users, they affect which users exist and which tags and statuses they have, and
 * access rules match those.
 */
const NOT_ASSIGNING_OBJECTS: ReadonlySet<string> = new Set([
    "EDIT_TAGS",
    "CREATE",
    "IMPORT",
    "SYNC",
    "EDIT_SYNC_SETTINGS",
]);

/**
 * Whether a permission covers a target. A permission for a resource also covers the resources below it; a permission for an app or an owner
 * covers everything that belongs to the app or that the owner administers. A permission over users covers what depends on them: the groups
 * whose members an access rule determines and, as it may allow changing managers, what managers review.
 */
function isOver(records: Governance, permission: Permission, target: Target): boolean {
    const { name, targetType, allowAll, targetIds } = permission;
    const { type, id } = target;
    const governed = governedOf(records, target);
    const { adminOwnerId } = targetRecord(records, target) ?? {};
    // A permission without target ids is not limited to specific objects.
    const covers = (...ids: (string | undefined)[]): boolean =>
        allowAll || targetIds.length === 0 || ids.some((one) => one !== undefined && targetIds.includes(one));
    switch (targetType) {
        case "connection":
            return type !== "bundle" && covers(governed?.connectionId);
        case "owner":
            return covers(adminOwnerId);
        case "resource":
            return type === "resource" && covers(id, ...resourceAncestorIds(records, id));
        // The holder may act for a user in the target ids, so these do not limit the targets.
        case "user":
            return (
                gives(permission, "assigns") &&
                ((governed !== undefined && "rule" in governed && governed.rule !== undefined) ||
                    (!NOT_ASSIGNING_OBJECTS.has(name) && isReviewedByManagers(governed)))
            );
        // Permissions of an unknown type are assumed to cover everything, because it is unknown what their target ids refer to.
        case "unknown":
            return true;
        default:
            return type === targetType && covers(id);
    }
}

function isReviewedByManagers(governed: Governed | undefined): boolean {
    return (governed?.requestRules ?? []).some(({ stages }) => stages.some((one) => one.requireManagerApproval));
}
