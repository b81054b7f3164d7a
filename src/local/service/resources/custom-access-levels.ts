import type {
    ResourceCustomAccessLevelResponse as CustomAccessLevel,
    Resource,
} from "../../../api/generated/types.gen.js";
import { levelOf } from "../access/access-levels.js";
import { removeFromBundles } from "../bundles/bundles.js";
import type { Routes } from "../http/area.js";
import { BadRequest, Conflict, NotFound } from "../http/errors.js";
import { cancelRequestsAbout } from "../requests/states.js";
import type { Records } from "../storage/organization.js";
import type { Store } from "../storage/store.js";
import type { Table } from "../storage/table.js";

type Custom = Records["resourceCustomAccessLevels"];

/** Resource types that do not support custom levels. We assume that these are roles and licenses (not documented by the API). */
const UNSUPPORTED = /_(ROLE|PERMISSION_SET|PERMISSION_PROFILE|PROFILE|LICENSE|SERVICE_ACCOUNT|SERVICE_PRINCIPAL)$/;

/**
 * Resource types whose custom levels are also created on their child resources. The API does not document this; this list is our
 * assumption.
 */
const PARENTS = new Set([
    "AWS_RDS_POSTGRES_CLUSTER",
    "AWS_RDS_MYSQL_CLUSTER",
    "AZURE_SQL_SERVER",
    "AZURE_SQL_MANAGED_INSTANCE",
    "CLICKHOUSE_DATABASE",
    "GCP_BIG_QUERY_DATASET",
    "SNOWFLAKE_DATABASE",
]);

/**
 * Operations on the custom access levels of a resource. If the resource has one of the parent types above, each call also applies to all
 * its child resources, in one transaction. A child resource can have additional levels, and inherited levels can be deleted from it.
 */
export const customAccessLevels = {
    getResourceCustomAccessLevels({ store, path }) {
        const resource = supporting(store, path.resource_id);
        const levels = withChildren(store, resource).flatMap((id) =>
            store.resourceCustomAccessLevels.where("resource_id", id),
        );
        const remoteIds = new Set(levels.map((level) => level.access_level_remote_id));
        return { custom_access_levels: [...remoteIds].map((remoteId) => levelAnswer(store, resource, remoteId)) };
    },

    createResourceCustomAccessLevel({ store, now, path, body }) {
        const resource = supporting(store, path.resource_id);
        const { access_level_name, access_level_remote_id } = body.access_level;
        if (access_level_remote_id === "") {
            throw new BadRequest(
                "access_level.access_level_remote_id must not be empty. The empty id is reserved for the default level.",
            );
        }
        const { policy = null, requestable_by_default = false, stackable_sensitivity_index = null } = body;
        for (const resource_id of withChildren(store, resource)) {
            if (store.resourceAccessLevels.has(resource_id, access_level_remote_id)) {
                throw new Conflict(
                    `access_level.access_level_remote_id: the resource ${resource_id} already has the access level ${access_level_remote_id}.`,
                );
            }
            store.resourceAccessLevels.set({ resource_id, access_level_name, access_level_remote_id });
            const name = `${resource_id} ${access_level_remote_id}`;
            store.resourceCustomAccessLevels.set({
                resource_custom_access_level_id: store.newId("custom access level", name),
                resource_id,
                access_level_remote_id,
                policy,
                requestable_by_default,
                stackable_sensitivity_index,
                created_at: now.toISOString(),
                updated_at: now.toISOString(),
            });
        }
        return levelAnswer(store, resource, access_level_remote_id);
    },

    /** The API does not document this; we assume that a call cannot both set and clear the index. */
    updateResourceCustomAccessLevel({ store, now, path, body }) {
        const resource = supporting(store, path.resource_id);
        const { access_level_remote_id } = path;
        const { access_level_name, clear_stackable_sensitivity_index: clear, ...fields } = body;
        if (clear && fields.stackable_sensitivity_index !== undefined) {
            throw new BadRequest(
                "clear_stackable_sensitivity_index cannot be true when stackable_sensitivity_index is set.",
            );
        }
        for (const { resource_id } of levelRecords(store, resource, access_level_remote_id)) {
            const key = [resource_id, access_level_remote_id];
            store.resourceCustomAccessLevels.change(key, {
                ...fields,
                ...(clear && { stackable_sensitivity_index: null }),
                updated_at: now.toISOString(),
            });
            if (access_level_name !== undefined) store.resourceAccessLevels.change(key, { access_level_name });
        }
        return levelAnswer(store, resource, access_level_remote_id);
    },

    /**
     * The API does not document this; we assume that grants at the level are deleted with it, and that pending requests for it are
     * cancelled.
     */
    deleteResourceCustomAccessLevel({ store, now, path }) {
        const resource = supporting(store, path.resource_id);
        const { access_level_remote_id } = path;
        for (const level of levelRecords(store, resource, access_level_remote_id)) {
            const { resource_id } = level;
            store.resourceCustomAccessLevels.delete(level);
            store.resourceAccessLevels.delete(store.resourceAccessLevels.get(resource_id, access_level_remote_id));
            removeAtLevel(store.resourceUsers, resource_id, access_level_remote_id);
            removeAtLevel(store.resourceNonHumanIdentities, resource_id, access_level_remote_id);
            removeAtLevel(store.groupResources, resource_id, access_level_remote_id);
            removeFromBundles(store, resource_id, access_level_remote_id);
            cancelRequestsAbout(store, resource_id, now, access_level_remote_id);
        }
    },
} satisfies Routes;

/**
 * Returns a resource that supports custom levels.
 * @throws NotFound if it does not exist, or BadRequest if its type does not support custom levels
 */
function supporting(store: Store, resourceId: string): Resource {
    const resource = store.resources.get(resourceId);
    if (supports(resource)) return resource;
    throw new BadRequest(
        `resource_id: resources of type ${resource.resource_type} do not support custom access levels.`,
    );
}

function supports({ resource_type }: Resource): boolean {
    return !UNSUPPORTED.test(resource_type ?? "");
}

/** Returns the id of the resource and, if it has a parent type, the ids of its children. */
function withChildren(store: Store, resource: Resource): string[] {
    return [resource.resource_id, ...childrenOf(store, resource)];
}

function childrenOf(store: Store, { resource_id, resource_type }: Resource): string[] {
    if (!PARENTS.has(resource_type ?? "")) return [];
    const children = store.resources.all().filter((other) => other.parent_resource_id === resource_id);
    return children.filter(supports).map((child) => child.resource_id);
}

/** Returns the records of a level on the resource and its children. @throws NotFound if none of them has the level */
function levelRecords(store: Store, resource: Resource, remoteId: string): [Custom, ...Custom[]] {
    const [first, ...more] = withChildren(store, resource).flatMap(
        (id) => store.resourceCustomAccessLevels.find(id, remoteId) ?? [],
    );
    if (first) return [first, ...more];
    throw new NotFound(`The resource ${resource.resource_id} has no custom access level ${remoteId}.`);
}

/** Returns a level as it appears in responses. If only child resources have the level, its properties are those of the first child. */
function levelAnswer(store: Store, resource: Resource, remoteId: string): CustomAccessLevel {
    const [{ access_level_remote_id, ...custom }] = levelRecords(store, resource, remoteId);
    const children = childrenOf(store, resource);
    return {
        ...custom,
        resource_id: resource.resource_id,
        access_level: levelOf(store, "resource", custom.resource_id, access_level_remote_id),
        member_resource_ids: children.filter((id) => store.resourceCustomAccessLevels.has(id, remoteId)),
    };
}

function removeAtLevel<T extends { resource_id: string; access_level_remote_id: string }>(
    table: Table<T>,
    resourceId: T["resource_id"],
    remoteId: string,
): void {
    for (const record of table.where("resource_id", resourceId)) {
        if (record.access_level_remote_id === remoteId) table.delete(record);
    }
}
