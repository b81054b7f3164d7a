import {
    isOrganizationRoleType,
    type OrganizationRole,
    organizationRoleNamed,
} from "../../../common/organization-roles.js";
import type { Permission, Resource, Target } from "../facts/facts.js";
import { ancestorsOf, governedOf, type Records, recordOf } from "../facts/records.js";

/** The role that a resource represents, if any. A role with an unknown name may allow anything, so it is treated as `admin`. */
export function organizationRoleOf({ resourceType, name }: Resource): OrganizationRole | undefined {
    return isOrganizationRoleType(resourceType) ? (organizationRoleNamed(name) ?? "admin") : undefined;
}

export { ORGANIZATION_ROLES, type OrganizationRole } from "../../../common/organization-roles.js";

type Governance = Pick<Records, "groups" | "resources" | "bundles">;

/** What the permissions of a scoped role allow: seeing a target, administering it, or even granting it to oneself. */
export type Power = "sees" | "administers" | "assigns";

/** The permissions of a role that provide at least this power over a target. */
export function permissionsOver(
    records: Governance,
    { permissions = [] }: Pick<Resource, "permissions">,
    target: Target,
    power: Power,
): Permission[] {
    return permissions.filter((permission) => gives(permission.name, power) && isOver(records, permission, target));
}

function gives(permission: string, power: Power): boolean {
    if (power === "sees") return true;
    if (READING.has(permission)) return false;
    return power === "administers" || !NOT_ASSIGNING.has(permission);
}

/** Permissions that only allow viewing. */
const READING: ReadonlySet<string> = new Set(["READ", "READ_ASSIGNMENTS", "READ_SETTINGS", "EXPORT"]);

/**
 * Permissions that do not affect who has a target or who approves requests for it. `EDIT_ASSIGNMENTS`, `EDIT_REQUEST_CONFIGURATIONS` and
 * `EDIT_SETTINGS` do affect this. All other permissions are assumed to affect it as well, because their effect is unknown.
 */
const NOT_ASSIGNING: ReadonlySet<string> = new Set([
    "CREATE",
    "IMPORT",
    "SYNC",
    "DELETE",
    "EDIT_TAGS",
    "EDIT_SYNC_SETTINGS",
    "EDIT_EVENT_STREAM",
    "ASSIGN_UAR_REVIEWERS",
    "SEND_REMINDERS",
    "STOP",
    "REQUEST_ON_BEHALF",
    "RESET_MFA",
]);

/**
 * Whether a permission covers a target. A permission for a resource also covers the resources below it; a permission for an app or an owner
 * covers everything that belongs to the app or that the owner administers.
 */
function isOver(records: Governance, { targetType, allowAll, targetIds }: Permission, target: Target): boolean {
    const { type, id } = target;
    const governed = governedOf(records, target);
    const { adminOwnerId } = recordOf(records, target) ?? {};
    // A permission without target ids is not limited to specific objects.
    const covers = (...ids: (string | undefined)[]): boolean =>
        allowAll || targetIds.length === 0 || ids.some((one) => one !== undefined && targetIds.includes(one));
    switch (targetType) {
        case "connection":
            return type !== "bundle" && covers(governed?.connectionId);
        case "owner":
            return covers(adminOwnerId);
        case "resource":
            return type === "resource" && covers(id, ...ancestorsOf(records, id));
        // Permissions of an unknown type are assumed to cover everything, because it is unknown what their target ids refer to.
        case "unknown":
            return true;
        default:
            return type === targetType && covers(id);
    }
}
