import type { Access, ResourceNhi } from "../../../api/generated/types.gen.js";
import { levelOf } from "../access/access-levels.js";
import { addGrant, grantTerms, linkAt } from "../access/grants.js";
import { visible } from "../access/viewer.js";
import type { Routes } from "../http/area.js";
import { BadRequest } from "../http/errors.js";
import { listed, readLimit } from "../http/pages.js";
import type { Records } from "../storage/organization.js";
import type { Store } from "../storage/store.js";

type IdentityGrant = Records["resourceNonHumanIdentities"];

/** Resource types that can be non-human identities. The API does not document this; this list is our assumption. */
const TYPES = new Set([
    "AWS_IAM_ROLE",
    "AZURE_ENTERPRISE_APP",
    "AZURE_USER_ASSIGNED_MANAGED_IDENTITY",
    "DATABRICKS_ACCOUNT_SERVICE_PRINCIPAL",
    "GCP_SERVICE_ACCOUNT",
    "OPENAI_PLATFORM_SERVICE_ACCOUNT",
]);

/**
 * Operations on non-human identities, which are resources that have access to other resources. The API cannot update or read a single
 * grant.
 */
export const nonHumanIdentities = {
    getNonHumanIdentities(call) {
        const { resources } = call.store;
        const identities = resources.all().filter((resource) => isIdentity(resource.resource_type));
        return listed(call, resources, visible(call, identities, "resource_id"));
    },

    /** Returns only direct access. */
    getResourceNonHumanIdentities(call) {
        const { store, path, query } = call;
        const all = store.resourceNonHumanIdentities.where("resource_id", path.resource_id);
        const found = visible(call, all, "non_human_identity_id");
        return { results: found.slice(0, readLimit(query.limit)).map((grant) => access(store, grant)) };
    },

    /** The API does not document this; we assume that an existing grant gets the new duration. */
    addResourceNonHumanIdentity({ store, now, path, body }) {
        const { resource_id } = path;
        const { resource_id: non_human_identity_id, resource_type } = store.resources.get(path.non_human_identity_id);
        if (!isIdentity(resource_type)) {
            throw new BadRequest(
                `non_human_identity_id must be a non-human identity; found a resource of type ${resource_type}.`,
            );
        }
        const grant = { resource_id, non_human_identity_id, ...grantTerms(now, body) };
        return identityAnswer(store, addGrant(store, store.resourceNonHumanIdentities, "resource", resource_id, grant));
    },

    deleteResourceNonHumanIdentity({ store, path, query }) {
        const { resource_id, non_human_identity_id: identity } = path;
        const grants = store.resourceNonHumanIdentities;
        const missing = `The non-human identity ${identity} has no access to the resource ${resource_id}`;
        grants.delete(linkAt(grants, [resource_id, identity], query.access_level_remote_id, missing));
    },
} satisfies Routes;

function isIdentity(type: string | undefined): boolean {
    return type !== undefined && TYPES.has(type.toUpperCase());
}

function identityAnswer(store: Store, { access_level_remote_id, ...grant }: IdentityGrant): ResourceNhi {
    return { ...grant, access_level: levelOf(store, "resource", grant.resource_id, access_level_remote_id) };
}

function access(store: Store, grant: IdentityGrant): Access {
    const { resource_id, non_human_identity_id, access_level_remote_id, expiration_date } = grant;
    return {
        principal_id: non_human_identity_id,
        principal_type: "RESOURCE",
        entity_id: resource_id,
        entity_type: "RESOURCE",
        access_level: levelOf(store, "resource", resource_id, access_level_remote_id),
        expiration_date,
        has_direct_access: true,
        num_access_paths: 1,
    };
}
