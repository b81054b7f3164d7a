import type { ScopedRolePermission } from "../../../api/generated/types.gen.js";
import { sameType } from "../apps/types.js";
import type { ServiceCaller } from "../http/area.js";
import { userIdsOf } from "../owners/owners.js";
import { storedAncestorIds } from "../resources/hierarchy.js";
import type { Store } from "../storage/store.js";
import { resourcesOf } from "./access.js";

/** The types of objects that owners and custom roles can administer. */
export type Administered = "groups" | "resources" | "bundles";

/**
 * Returns the effective role of a caller. A member counts as an administrator if they have the organization role Admin or were invited as
 * `ADMIN`.
 */
export function roleOf(store: Store, { user_id, role }: ServiceCaller): ServiceCaller["role"] {
    if (role === "ADMIN" || store.userFacts.find(user_id)?.role === "ADMIN") return "ADMIN";
    return organizationRoles(store, user_id).includes("admin") ? "ADMIN" : role;
}

/**
 * Returns the organization roles of a user as lower-case names, without spaces and without the vendor's name. These roles are resources of
 * the type `SVC_ROLE` (vendor guides: roles-in-opal). We assume that a role with any other name has the permissions of "admin" (not
 * documented by the API).
 */
export function organizationRoles(store: Store, userId: string): string[] {
    const roles = store.resources.all().filter(({ resource_type }) => sameType(resource_type, "SVC_ROLE"));
    if (roles.length === 0) return [];
    const held = resourcesOf(store, userId);
    return roles
        .filter(({ resource_id }) => held.has(resource_id))
        .map(({ name = "" }) =>
            name
                .toLowerCase()
                .replace(/[^a-z]/g, "")
                .replace(/^opal/, ""),
        )
        .map((name) => (KNOWN_ROLES.has(name) ? name : "admin"));
}

const KNOWN_ROLES = new Set([
    "admin",
    "readonlyadmin",
    "auditor",
    "globalrequester",
    "globalrequestor",
    "userimpersonation",
]);

/**
 * Whether a user belongs to the admin owner of an object. By default, the members of the admin owner have all permissions on the object
 * (vendor guides: owner-permissions).
 */
export function owns(store: Store, userId: string, kind: Administered, id: string): boolean {
    const owner = store.owners.find(store[kind].find(id)?.admin_owner_id ?? "");
    return owner !== undefined && userIdsOf(store, owner).includes(userId);
}

/** Whether a user is a leader of a group. Leaders can add and remove members (vendor guides: manage-groups-in-opal). */
export function leads(store: Store, userId: string, groupId: string): boolean {
    return store.groups.find(groupId)?.group_leader_user_ids?.includes(userId) ?? false;
}

/** Returns the permissions that a user has through custom roles. */
function permissionsOf(store: Store, userId: string): ScopedRolePermission[] {
    const roles = store.resourceScopedRolePermissions.all();
    if (roles.length === 0) return [];
    const held = resourcesOf(store, userId);
    return roles.filter(({ resource_id }) => held.has(resource_id)).flatMap(({ permissions }) => permissions);
}

/**
 * Returns the permissions on an object that a user has through custom roles. A permission on a resource includes its child resources
 * (vendor guides: custom-opal-roles).
 */
export function userPermissionsOver(
    store: Store,
    userId: string,
    kind: Administered,
    id: string,
): ScopedRolePermission["permission_name"][] {
    return permissionsOf(store, userId)
        .filter((permission) => covers(store, permission, kind, id))
        .map(({ permission_name }) => permission_name);
}

/** Whether a custom role allows a user to request access on behalf of another user. */
export function mayRequestFor(store: Store, userId: string, targetId: string): boolean {
    return permissionsOf(store, userId).some(
        (permission) =>
            permission.permission_name === "REQUEST_ON_BEHALF" &&
            permission.target_type === "USER" &&
            hasTarget(permission, targetId),
    );
}

/** Whether these permissions allow changing the users of an object. */
export function isAssigning(permissions: readonly string[]): boolean {
    return permissions.includes("EDIT_ASSIGNMENTS");
}

/** Whether a permission applies to an object. */
function covers(store: Store, permission: ScopedRolePermission, kind: Administered, id: string): boolean {
    const object: { app_id?: string; admin_owner_id?: string } = store[kind].find(id) ?? {};
    switch (permission.target_type) {
        case "GROUP":
            return kind === "groups" && hasTarget(permission, id);
        case "RESOURCE":
            return kind === "resources" && hasTarget(permission, id, ...storedAncestorIds(store, id));
        case "BUNDLE":
            return kind === "bundles" && hasTarget(permission, id);
        case "CONNECTION":
            return kind !== "bundles" && hasTarget(permission, object.app_id);
        case "OWNER":
            return hasTarget(permission, object.admin_owner_id);
        default:
            return false;
    }
}

/**
 * Whether one of the ids is a target of a permission. We assume that a permission without targets applies to all objects of its type (not
 * documented by the API).
 */
function hasTarget({ allow_all, target_ids = [] }: ScopedRolePermission, ...ids: (string | undefined)[]): boolean {
    return allow_all || target_ids.length === 0 || ids.some((id) => id !== undefined && target_ids.includes(id));
}
