import { type LeveledType, levelOf } from "../access/access-levels.js";
import { revokeMembership } from "../groups/memberships.js";
import { isServiceUser } from "../scripts/service-users.js";
import type { Store } from "../storage/store.js";

/** A user, group or resource in a query. */
export interface Entity {
    readonly id: string;
    readonly name: string;
    readonly kind: "USER" | "GROUP" | "RESOURCE";
    readonly type: string;
    readonly app_id?: string;
    readonly admin_owner_id?: string;
    readonly description?: string;
    readonly hr_idp_status?: string;
}

interface EntityGrant {
    readonly access_level_remote_id: string;
    /** Null if the grant does not expire. */
    readonly expiration_date: string | null;
}

/** A direct grant of access to a group or resource. The principal is a user, a group or a non-human identity. */
export interface GrantEdge extends EntityGrant {
    readonly principal_id: string;
    readonly entitlement_id: string;
    readonly access_level_name: string;
}

/** The fields that identify an edge. */
type GrantEdgeKey = Pick<GrantEdge, "principal_id" | "entitlement_id" | "access_level_remote_id">;

/** Returns all users, then all groups, then all resources, each in the order in which they were created. */
export function allEntities(store: Store): Entity[] {
    return [
        ...store.users.all().map(
            ({ user_id, full_name, hr_idp_status }): Entity => ({
                id: user_id,
                name: full_name,
                kind: "USER",
                type: isServiceUser(store, user_id) ? "SERVICE_USER" : "USER",
                ...(hr_idp_status && { hr_idp_status }),
            }),
        ),
        ...store.groups.all().map((group) => governed("GROUP", group.group_id, group.group_type, group)),
        ...store.resources.all().map((one) => governed("RESOURCE", one.resource_id, one.resource_type, one)),
    ];
}

/** Returns all direct access: memberships, nested groups, and the access of users, groups and non-human identities to resources. */
export function allEdges(store: Store): GrantEdge[] {
    const edge = (principal_id: string, noun: LeveledType, entitlement_id: string, grant: EntityGrant): GrantEdge => ({
        principal_id,
        entitlement_id,
        ...levelOf(store, noun, entitlement_id, grant.access_level_remote_id),
        expiration_date: grant.expiration_date,
    });
    return [
        ...store.groupUsers.all().map((one) => edge(one.user_id, "group", one.group_id, one)),
        ...store.groupContainingGroups.all().map((one) => edge(one.group_id, "group", one.containing_group_id, one)),
        ...store.resourceUsers.all().map((one) => edge(one.user_id, "resource", one.resource_id, one)),
        ...store.groupResources.all().map((one) => edge(one.group_id, "resource", one.resource_id, one)),
        ...store.resourceNonHumanIdentities
            .all()
            .map((one) => edge(one.non_human_identity_id, "resource", one.resource_id, one)),
    ];
}

/** Revokes a direct grant. Does nothing if it no longer exists. */
export function removeEdge(
    store: Store,
    { principal_id, entitlement_id, access_level_remote_id: level }: GrantEdgeKey,
): void {
    const membership = store.groupUsers.find(entitlement_id, principal_id, level);
    if (membership) revokeMembership(store, membership);
    store.groupContainingGroups.deleteKey(principal_id, entitlement_id, level);
    store.resourceUsers.deleteKey(entitlement_id, principal_id, level);
    store.groupResources.deleteKey(principal_id, entitlement_id, level);
    store.resourceNonHumanIdentities.deleteKey(entitlement_id, principal_id, level);
}

function governed(kind: Entity["kind"], id: string, type = "", { name = "", ...object }: Partial<Entity>): Entity {
    const { app_id, admin_owner_id, description } = object;
    const present = Object.entries({ app_id, admin_owner_id, description }).filter(([, value]) => value);
    return { ...Object.fromEntries(present), id, name, kind, type };
}
