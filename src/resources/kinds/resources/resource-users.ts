import { z } from "zod";
import { listing } from "../../../api/calls.js";
import { IncompleteListError } from "../../../common/errors.js";
import { fromWire } from "../../../common/wire-names.js";
import { evaluated, moreWidens } from "../../../provider/schema/access.js";
import { memberSet } from "../../../provider/shapes/member-set.js";
import type { MembershipListing } from "../../../provider/shapes/membership.js";
import { accessLevel, endField, requestedField } from "../../fields/grants.js";
import { id, setField } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { resourceSource, userSource } from "../../sources.js";
import { ResourceUser } from "./resource-user.js";

const resourceMember = z.strictObject({
    /** User who has access. */
    userId: evaluated(id(userSource)),
    /** Access level on the resource, by its id in the end system. Required if the resource has levels. */
    accessLevelRemoteId: evaluated(accessLevel("resourceId")),
    ...endField,
});

/** Maximum number of users per resource, because the API does not paginate the list. */
const limit = 10_000;

const everything = listing("getResourceUsers", (resourceId: string) => ({
    path: { resource_id: resourceId },
    query: { limit },
}));

/** Lists the users with direct access, and fails if the list may be truncated: a user who is missing from it could still have access. */
const userListing: MembershipListing = {
    name: everything.name,
    entries: async (client, resourceId) => {
        const found = await everything.all(client, resourceId);
        if (found.length >= limit)
            throw new IncompleteListError(
                `The resource ${resourceId} has at least ${limit} users, and the API lists only the first ${limit}. ` +
                    "It is unknown whether an unlisted user has access. To grant access to more users, use a group.",
            );
        return found.map((item) => ({
            item,
            properties: item.has_direct_access
                ? { ...fromWire(item), accessLevelRemoteId: item.access_level.access_level_remote_id }
                : undefined,
        }));
    },
};

/** Users with direct access to a resource. */
export const directUserList = evaluated(
    setField(resourceMember, ["userId", "accessLevelRemoteId"], { exported: "always" }),
    moreWidens,
);

const fields = {
    /** Resource that the users have access to. */
    resourceId: evaluated(id(resourceSource)),
    /** Users with direct access (complete list). New access does not expire; existing access keeps its expiration date. */
    users: directUserList,
    ...requestedField,
};

/**
 * The complete list of users with direct access to a resource; access inherited from groups is not affected. All other users lose their
 * direct access, except those with an approved request. To declare single users, use `ResourceUser`; do not use both for the same resource.
 * Removing the declaration revokes the declared access. Pulumi id and import id: the resource's id. Operations: GET
 * /resources/{resource_id}/users, GET /requests, POST and DELETE /resources/{resource_id}/users/{user_id}.
 */
export class ResourceUsers extends AccessResource<ResourceUsersArgs> {
    static readonly kind = memberSet({
        name: "ResourceUsers",
        noun: "user list of a resource",
        parent: resourceSource,
        fields,
        access: { created: "widens", deleted: "narrows" },
        of: ResourceUser.kind,
        elements: "users",
        listing: userListing,
    });
}

export interface ResourceUsers extends OutputsOf<typeof requestedField & typeof fields> {}
export interface ResourceUsersArgs extends ArgsOf<typeof requestedField & typeof fields> {}
