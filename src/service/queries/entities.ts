import { revokeMembership } from "../groups/memberships.js";
import type { Store } from "../storage/store.js";

/** A user, group or resource, as queries see it. */
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

/** Access that was given as such, without way points. */
export interface Edge {
    readonly principal_id: string;
    readonly entitlement_id: string;
    readonly access_level_remote_id: string;
    readonly access_level_name: string;
    /** Null: it does not expire. */
    readonly expiration_date: string | null;
}

/** Users, groups and resources, each kind in order of creation. */
export function allEntities(store: Store): Entity[] {
    return [
        ...store.users.all().map(
            ({ user_id, full_name, hr_idp_status }): Entity => ({
                id: user_id,
                name: full_name,
                kind: "USER",
                type: store.paladins.has(user_id) ? "SERVICE_USER" : "USER",
                ...(hr_idp_status && { hr_idp_status }),
            }),
        ),
        ...store.groups.all().map(
            ({ group_id, name = "", group_type = "", ...rest }): Entity => ({
                ...about(rest),
                id: group_id,
                name,
                kind: "GROUP",
                type: group_type,
            }),
        ),
        ...store.resources.all().map(
            ({ resource_id, name = "", resource_type = "", ...rest }): Entity => ({
                ...about(rest),
                id: resource_id,
                name,
                kind: "RESOURCE",
                type: resource_type,
            }),
        ),
    ];
}

/** All access that was given: memberships, grants, links of groups to resources and groups in groups. */
export function allEdges(store: Store): Edge[] {
    const groupName = (id: string, level: string) => store.groupAccessLevels.find(id, level)?.access_level_name ?? "";
    const resourceName = (id: string, level: string) =>
        store.resourceAccessLevels.find(id, level)?.access_level_name ?? "";
    const edge = (principal_id: string, entitlement_id: string, grant: Level, name: typeof groupName): Edge => ({
        principal_id,
        entitlement_id,
        access_level_remote_id: grant.access_level_remote_id,
        access_level_name: name(entitlement_id, grant.access_level_remote_id),
        expiration_date: grant.expiration_date,
    });
    return [
        ...store.groupUsers.all().map((one) => edge(one.user_id, one.group_id, one, groupName)),
        ...store.groupContainingGroups.all().map((one) => edge(one.group_id, one.containing_group_id, one, groupName)),
        ...store.resourceUsers.all().map((one) => edge(one.user_id, one.resource_id, one, resourceName)),
        ...store.groupResources.all().map((one) => edge(one.group_id, one.resource_id, one, resourceName)),
        ...store.resourceNonHumanIdentities
            .all()
            .map((one) => edge(one.non_human_identity_id, one.resource_id, one, resourceName)),
    ];
}

/** Takes access away that was given as such; what is not there any more needs nothing. */
export function removeEdge(
    store: Store,
    {
        principal_id,
        entitlement_id,
        access_level_remote_id: level,
    }: Omit<Edge, "access_level_name" | "expiration_date">,
): void {
    const membership = store.groupUsers.find(entitlement_id, principal_id, level);
    if (membership) revokeMembership(store, membership);
    const nesting = store.groupContainingGroups.find(principal_id, entitlement_id, level);
    if (nesting) store.groupContainingGroups.delete(nesting);
    const grant = store.resourceUsers.find(entitlement_id, principal_id, level);
    if (grant) store.resourceUsers.delete(grant);
    const link = store.groupResources.find(principal_id, entitlement_id, level);
    if (link) store.groupResources.delete(link);
    const identity = store.resourceNonHumanIdentities.find(entitlement_id, principal_id, level);
    if (identity) store.resourceNonHumanIdentities.delete(identity);
}

interface Level {
    readonly access_level_remote_id: string;
    readonly expiration_date: string | null;
}

function about({ app_id, admin_owner_id, description }: Pick<Entity, "app_id" | "admin_owner_id" | "description">) {
    return {
        ...(app_id && { app_id }),
        ...(admin_owner_id && { admin_owner_id }),
        ...(description && { description }),
    };
}
