import type { Output } from "@pulumi/pulumi";
import type { Access, ResourceNhi } from "../../../api/generated/types.gen.js";
import { IncompleteListError } from "../../../common/errors.js";
import { type Listing, listing, operation } from "../../../provider/live/operation.js";
import { evaluated, mayWiden } from "../../../provider/schema/access.js";
import { fromWire } from "../../../provider/schema/wire.js";
import { membership } from "../../../provider/shapes/membership.js";
import { accessLevel, grantEnds, grantFields } from "../../fields/grants.js";
import { id } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { resourcesReached } from "../../queries/holders.js";
import { resources } from "../../sources.js";

const fields = {
    /** Resource that the identity has access to. */
    resourceId: evaluated(id(resources), mayWiden),
    /** Non-human identity that has access: a resource of a fitting type, such as `AWS_IAM_ROLE`, by its id. */
    nonHumanIdentityId: evaluated(id(resources), mayWiden),
    /** Access level on the resource, by its id in the end system. Default: the default level. */
    accessLevelRemoteId: evaluated(accessLevel("resourceId"), mayWiden),
    ...grantFields,
};

/** So many identities of one resource are asked for: the list has a limit and no second page. */
const limit = 1000;

const everything = listing("getResourceNonHumanIdentities", ({ resourceId }: { resourceId?: unknown }) => ({
    path: { resource_id: String(resourceId) },
    query: { limit },
}));

/** Who is missing from a list that was cut off may have access all the same. */
const list: Listing<[key: { resourceId?: unknown }], Access | ResourceNhi> = {
    name: everything.name,
    all: async (client, key) => {
        const found = await everything.all(client, key);
        if (found.length < limit) return found;
        throw new IncompleteListError(
            `The resource ${key.resourceId} has ${limit} non-human identities or more, and the API lists no more of them: ` +
                "whether a certain one has access cannot be told. Give access to that many through a group.",
        );
    },
};

/**
 * Direct access of a non-human identity to a resource, at one level. Every change takes it away and grants it anew. Access that has ended
 * by itself stays so, unless `renew` is true or its duration is changed. Id and import: `<resource id>/<non-human identity id>`, and
 * `/<access level>` behind it for a level other than the default.
 * Operations: GET /resources/{resource_id}/non-human-identities, POST and DELETE
 * /resources/{resource_id}/non-human-identities/{non_human_identity_id}.
 */
export class ResourceNonHumanIdentity extends AccessResource<ResourceNonHumanIdentityArgs> {
    static readonly kind = membership({
        name: "ResourceNonHumanIdentity",
        noun: "access of a non-human identity to a resource",
        parent: resources,
        fields,
        access: { created: "widens", deleted: "narrows" },
        results: ["expirationDate"],
        key: ["resourceId", "nonHumanIdentityId", "accessLevelRemoteId"],
        list,
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
        holders: resourcesReached,
    });

    /** When the access ends, as an ISO date; null for no end. */
    declare readonly expirationDate: Output<string | null>;
}

export interface ResourceNonHumanIdentity extends OutputsOf<typeof grantFields & typeof fields> {}
export interface ResourceNonHumanIdentityArgs extends ArgsOf<typeof grantFields & typeof fields> {}
