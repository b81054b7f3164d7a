import type { Output } from "@pulumi/pulumi";
import { listing, operation } from "../../../api/calls.js";
import { usersReaching } from "../../../api/holders.js";
import { fromWire } from "../../../common/wire-names.js";
import { evaluated } from "../../../provider/schema/access.js";
import { membership } from "../../../provider/shapes/membership.js";
import { accessLevel, grantEnds, grantFields } from "../../fields/grants.js";
import { id } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { requestedResource } from "../../queries/requests.js";
import { resourceSource, userSource } from "../../sources.js";

const fields = {
    /** Resource that the user has access to. */
    resourceId: evaluated(id(resourceSource)),
    /** User who has access. */
    userId: evaluated(id(userSource)),
    /** Access level on the resource, by its id in the end system. Required if the resource has levels. */
    accessLevelRemoteId: evaluated(accessLevel("resourceId")),
    ...grantFields,
};

/**
 * Direct access of a user to a resource, at one access level; access inherited from groups is not affected. Expired access stays expired,
 * unless `renew` is true or its duration changes. Destroy revokes the direct access. Pulumi id and import id: `<resource id>/<user id>`,
 * followed by `/<access level>` unless it is the default. Operations: GET, POST, PUT and DELETE /resources/{resource_id}/users/{user_id}.
 */
export class ResourceUser extends AccessResource<ResourceUserArgs> {
    static readonly kind = membership({
        name: "ResourceUser",
        noun: "access of a user to a resource",
        parent: resourceSource,
        fields,
        access: { created: "widens", deleted: "narrows" },
        results: ["expirationDate"],
        key: ["resourceId", "userId", "accessLevelRemoteId"],
        // Reads each user separately, because the list of all users is truncated and includes inherited access.
        listedBy: { userId: userSource },
        list: listing("getResourceUser"),
        value: (access) => ({ ...fromWire(access), accessLevelRemoteId: access.access_level.access_level_remote_id }),
        every: {
            alone: true,
            holders: usersReaching,
            below: userSource,
            list: listing("getUserResources", (id: string) => ({ path: { user_id: id }, query: { limit: 1000 } })),
            value: (access) =>
                access.hasDirectAccess === true
                    ? { ...access, accessLevelRemoteId: Object(access.accessLevel).accessLevelRemoteId ?? "" }
                    : undefined,
        },
        add: operation("addResourceUser"),
        update: operation("updateResourceUser"),
        remove: operation("deleteResourceUser"),
        ends: grantEnds,
        memberOf: { ResourceUsers: "resourceId" },
        requested: requestedResource,
    });

    /** Expiration date of the access in ISO format; null if it does not expire. */
    declare readonly expirationDate: Output<string | null>;
}

export interface ResourceUser extends OutputsOf<typeof grantFields & typeof fields> {}
export interface ResourceUserArgs extends ArgsOf<typeof grantFields & typeof fields> {}
