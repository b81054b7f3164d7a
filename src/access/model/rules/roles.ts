import type { Permission, Resource, Target } from "../facts/facts.js";
import { ancestorsOf, governedOf, type Records, recordOf } from "../facts/records.js";

/**
 * Roles that apply to the whole organization. They are resources of the type `SVC_ROLE` (`OPAL_ROLE`), so that their holders can be read.
 * `impersonator`: sees what any other user sees.
 */
export const ORGANIZATION_ROLES = ["admin", "readOnlyAdmin", "auditor", "globalRequester", "impersonator"] as const;
export type OrganizationRole = (typeof ORGANIZATION_ROLES)[number];

/** The role that a resource represents, if any. A role with an unknown name may allow anything, so it counts as `admin`. */
export function organizationRoleOf({ resourceType, name }: Resource): OrganizationRole | undefined {
    if (resourceType !== "SVC_ROLE" && resourceType !== "OPAL_ROLE") return undefined;
    const letters = name.toLowerCase().replace(/[^a-z]/g, "");
    return ROLE_NAMES.get(letters.replace(/^opal/, "")) ?? "admin";
}

/** Names in the vendor's guides, in lower case without spaces and punctuation. */
const ROLE_NAMES: ReadonlyMap<string, OrganizationRole> = new Map([
    ["admin", "admin"],
    ["readonlyadmin", "readOnlyAdmin"],
    ["auditor", "auditor"],
    ["globalrequester", "globalRequester"],
    ["globalrequestor", "globalRequester"],
    ["userimpersonation", "impersonator"],
]);

type Governance = Pick<Records, "groups" | "resources" | "bundles">;

/** What the permissions of a scoped role allow: seeing a target, administering it, or also granting it to oneself. */
export type Power = "sees" | "administers" | "assigns";

/** The permissions of a role that give at least this power over a target. */
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

/** Permissions that only show something. */
const READING: ReadonlySet<string> = new Set(["READ", "READ_ASSIGNMENTS", "READ_SETTINGS", "EXPORT"]);

/**
 * Permissions that change neither who has a target nor who approves requests for it. `EDIT_ASSIGNMENTS`, `EDIT_REQUEST_CONFIGURATIONS` and
 * `EDIT_SETTINGS` do. Any other permission is assumed to do so, since its effect is unknown.
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
 * Whether a permission covers a target. A permission for a resource also covers the resources below it, one for an app covers everything in
 * the app, and one for an owner covers everything that the owner administers.
 */
function isOver(records: Governance, { targetType, allowAll, targetIds }: Permission, target: Target): boolean {
    const { type, id } = target;
    const governed = governedOf(records, target);
    const { adminOwnerId } = recordOf(records, target) ?? {};
    // A permission without targets is not limited.
    const covers = (...ids: (string | undefined)[]): boolean =>
        allowAll || targetIds.length === 0 || ids.some((one) => one !== undefined && targetIds.includes(one));
    switch (targetType) {
        case "connection":
            return type !== "bundle" && covers(governed?.connectionId);
        case "owner":
            return covers(adminOwnerId);
        case "resource":
            return type === "resource" && covers(id, ...ancestorsOf(records, id));
        // It is unknown what the target ids refer to, so the permission is assumed to cover everything.
        case "unknown":
            return true;
        default:
            return type === targetType && covers(id);
    }
}
