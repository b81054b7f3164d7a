import type { ResourceUser } from "../../../api/generated/types.gen.js";
import { accessOf, accessTo } from "../access/access.js";
import { levelOf, levelsOf } from "../access/access-levels.js";
import { addGrant, changeGrant, grantTerms, grantToUpdate, linkAt, PROPAGATED } from "../access/grants.js";
import { visible } from "../access/viewer.js";
import type { Routes } from "../http/area.js";
import { limitedPage, page, readLimit } from "../http/pages.js";
import type { Records } from "../storage/organization.js";
import type { Store } from "../storage/store.js";

type UserGrant = Records["resourceUsers"];
type GrantKey = Pick<UserGrant, "resource_id" | "user_id">;

/** Operations on the access of users to resources. */
export const resourceUserRoutes = {
    /** Returns direct and inherited access. */
    getResourceUsers({ store, path, query }) {
        const found = accessTo(store, path.resource_id);
        return { results: found.slice(0, readLimit(query.limit)), next: null, previous: null };
    },

    /** The API does not document this; we assume that an existing grant gets the new duration. */
    addResourceUser({ store, now, path, query, body }) {
        const { resource_id, user_id } = path;
        const grant = { resource_id, user_id, ...grantTerms(now, body ?? query), ...PROPAGATED };
        return resourceUserAnswer(store, addGrant(store, store.resourceUsers, "resource", resource_id, grant));
    },

    updateResourceUser(call) {
        const { store, path, body } = call;
        const grant = grantToUpdate(body.access_level_remote_id, grantsOf(store, path), noAccess(path));
        const { resourceUsers } = store;
        return resourceUserAnswer(store, changeGrant(call, resourceUsers, "resource", path.resource_id, grant, body));
    },

    deleteResourceUser({ store, path, query }) {
        const ends = [path.resource_id, path.user_id] as const;
        store.resourceUsers.delete(linkAt(store.resourceUsers, ends, query.access_level_remote_id, noAccess(path)));
    },

    /** Returns only direct access. There is one entry for each access level. */
    getResourceUser(call) {
        const grants = grantsOf(call.store, call.path);
        const { items, next } = page(call, call.store.resourceUsers, grants);
        return {
            data: items.map((grant) => resourceUserAnswer(call.store, grant)),
            ...(next !== null && { cursor: next }),
            total_count: grants.length,
        };
    },

    /** Returns direct and inherited access. `include_unmanaged` does not have an effect, because all resources here are managed. */
    getUserResources(call) {
        const { store, path } = call;
        const found = visible(call, accessOf(store, path.user_id), "resource_id");
        const { items, ...rest } = limitedPage(call, found, ({ resource_id, access_level }) => {
            const position = store.resources.positionOf(store.resources.get(resource_id));
            return `${String(position).padStart(12, "0")} ${access_level.access_level_remote_id}`;
        });
        return { results: items, ...rest };
    },

    /** Deprecated. The paging parameters do not have an effect, because the response is a single status. */
    getResourceUserAccessStatus({ store, path, query }) {
        const { resource_id, user_id } = path;
        const level = query.access_level_remote_id ?? "";
        const access_level = levelOf(store, "resource", resource_id, level);
        const access = accessOf(store, user_id).find(
            (one) => one.resource_id === resource_id && one.access_level.access_level_remote_id === level,
        );
        const requested = isRequested(store, resource_id, user_id, level) ? "REQUESTED" : "UNAUTHORIZED";
        const status = access ? "AUTHORIZED" : requested;
        return { resource_id, user_id, access_level, status, expiration_date: access?.expiration_date ?? null };
    },

    getResourceAccessLevels: ({ store, path }) => ({ results: levelsOf(store, "resource", path.resource_id) }),
} satisfies Routes;

function isRequested(store: Store, resourceId: string, userId: string, level: string): boolean {
    return store.requests
        .all()
        .filter((request) => request.status === "PENDING" && request.target_user_id === userId)
        .flatMap((request) => request.requested_items_list ?? [])
        .some((item) => item.resource_id === resourceId && (item.access_level_remote_id ?? "") === level);
}

function grantsOf(store: Store, { resource_id, user_id }: GrantKey): UserGrant[] {
    return store.resourceUsers.where("resource_id", resource_id).filter((grant) => grant.user_id === user_id);
}

function noAccess({ resource_id, user_id }: GrantKey): string {
    return `The user ${user_id} has no direct access to the resource ${resource_id}`;
}

function resourceUserAnswer(store: Store, grant: UserGrant): ResourceUser {
    const { resource_id, user_id, access_level_remote_id, expiration_date } = grant;
    const { full_name, email } = store.users.get(user_id);
    const access_level = levelOf(store, "resource", resource_id, access_level_remote_id);
    return { resource_id, user_id, access_level, full_name, email, expiration_date };
}
