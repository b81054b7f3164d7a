import type { Output } from "@pulumi/pulumi";
import { type ListOperation, listing, operation } from "../../../api/calls.js";
import type { Access, ResourceNhi } from "../../../api/generated/types.gen.js";
import { resourcesReached } from "../../../api/holders.js";
import { IncompleteListError } from "../../../common/errors.js";
import { fromWire } from "../../../common/wire-names.js";
import { evaluated } from "../../../provider/schema/access.js";
import { membership } from "../../../provider/shapes/membership.js";
import { accessLevel, grantEnds, grantFields } from "../../fields/grants.js";
import { id } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { resourceSource } from "../../sources.js";

const fields = {
    /** Resource that the identity has access to. */
    resourceId: evaluated(id(resourceSource)),
    /** Non-human identity that has access: the id of a resource such as an `AWS_IAM_ROLE`. */
    nonHumanIdentityId: evaluated(id(resourceSource)),
    /** Access level on the resource, by its id in the end system. Required if the resource has levels. */
    accessLevelRemoteId: evaluated(accessLevel("resourceId")),
    ...grantFields,
};

/** Maximum number of identities per resource, because the API does not paginate the list. */
const limit = 1000;

const everything = listing("getResourceNonHumanIdentities", ({ resourceId }: { resourceId?: unknown }) => ({
    path: { resource_id: String(resourceId) },
    query: { limit },
}));

/** Lists the identities, and fails if the list may be truncated: an identity that is missing from it could still have access. */
const identityListing: ListOperation<[key: { resourceId?: unknown }], Access | ResourceNhi> = {
    name: everything.name,
    all: async (client, key) => {
        const found = await everything.all(client, key);
        if (found.length < limit) return found;
        throw new IncompleteListError(
            `The resource ${key.resourceId} has at least ${limit} non-human identities, and the API lists only the first ${limit}. ` +
                "It is unknown whether an unlisted identity has access. To grant access to more identities, use a group.",
        );
    },
};

/**
 * Direct access of a non-human identity to a resource, at one access level. Every change revokes the access and grants it again. Expired
 * access stays expired, unless `renew` is true or its duration changes. Pulumi id and import id: `<resource id>/<non-human identity id>`,
 * followed by `/<access level>` unless it is the default. Operations: GET /resources/{resource_id}/non-human-identities, POST and DELETE
 * /resources/{resource_id}/non-human-identities/{non_human_identity_id}.
 */
export class ResourceNonHumanIdentity extends AccessResource<ResourceNonHumanIdentityArgs> {
    static readonly kind = membership({
        name: "ResourceNonHumanIdentity",
        noun: "access of a non-human identity to a resource",
        parent: resourceSource,
        fields,
        access: { created: "widens", deleted: "narrows" },
        results: ["expirationDate"],
        key: ["resourceId", "nonHumanIdentityId", "accessLevelRemoteId"],
        list: identityListing,
        value: (access) => {
            if ("has_direct_access" in access && !access.has_direct_access) return undefined;
            return {
                ...fromWire(access),
                nonHumanIdentityId: "principal_id" in access ? access.principal_id : access.non_human_identity_id,
                accessLevelRemoteId: access.access_level?.access_level_remote_id ?? "",
            };
        },
        add: operation("addResourceNonHumanIdentity"),
        remove: operation("deleteResourceNonHumanIdentity"),
        ends: grantEnds,
        memberOf: { ResourceNonHumanIdentities: "resourceId" },
        holders: resourcesReached,
    });

    /** Expiration date of the access in ISO format; null if it does not expire. */
    declare readonly expirationDate: Output<string | null>;
}

export interface ResourceNonHumanIdentity extends OutputsOf<typeof grantFields & typeof fields> {}
export interface ResourceNonHumanIdentityArgs extends ArgsOf<typeof grantFields & typeof fields> {}
