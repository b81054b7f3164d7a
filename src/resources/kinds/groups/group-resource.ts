import type { Output } from "@pulumi/pulumi";
import { listing, operation } from "../../../api/calls.js";
import { groupsThatReach } from "../../../api/holders.js";
import type { Properties } from "../../../common/properties.js";
import { fromWire } from "../../../common/wire-names.js";
import { evaluated } from "../../../provider/schema/access.js";
import { membership } from "../../../provider/shapes/membership.js";
import { accessLevel, grantEnds, grantFields } from "../../fields/grants.js";
import { id } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { requestedForGroup } from "../../queries/requests.js";
import { groupSource, resourceSource } from "../../sources.js";

const fields = {
    /** Group that grants access. */
    groupId: evaluated(id(groupSource)),
    /** Resource that the group grants access to. */
    resourceId: evaluated(id(resourceSource)),
    /** Access level on the resource, by its id in the end system. Required if the resource has levels. */
    accessLevelRemoteId: evaluated(accessLevel("resourceId")),
    ...grantFields,
};

const addGroupResource = operation("addGroupResource");

/**
 * A resource that a group grants access to, at one access level. The API cannot remove a single resource: to remove one, the complete list
 * of the other resources is written. Do not run programs that change the same group at the same time. To declare all resources of a group
 * at once, use `GroupResources`; do not use both for the same group. Expired access stays expired, unless `renew` is true or its duration
 * changes. Pulumi id and import id: `<group id>/<resource id>`, followed by `/<access level>` unless it is the default. Operations: GET and
 * PUT /groups/{group_id}/resources, POST /groups/{group_id}/resources/{resource_id}.
 */
export class GroupResource extends AccessResource<GroupResourceArgs> {
    static readonly kind = membership({
        name: "GroupResource",
        noun: "resource of a group",
        parent: groupSource,
        fields,
        access: { created: "widens", deleted: "narrows" },
        results: ["expirationDate"],
        key: ["groupId", "resourceId", "accessLevelRemoteId"],
        list: listing("getGroupResources"),
        value: (link) => ({ ...fromWire(link), accessLevelRemoteId: link.access_level.access_level_remote_id }),
        add: addGroupResource,
        // Adding an existing resource updates its duration.
        update: addGroupResource,
        remove: {
            rewrite: operation("setGroupResources", (groupId: string, rest: readonly Properties[]) => ({
                path: { group_id: groupId },
                body: {
                    resources: rest.map(({ resourceId, accessLevelRemoteId }) => ({
                        resource_id: String(resourceId),
                        access_level_remote_id: String(accessLevelRemoteId ?? ""),
                    })),
                },
            })),
        },
        ends: grantEnds,
        memberOf: { GroupResources: "groupId", ResourceGroups: "resourceId" },
        requested: requestedForGroup,
        holders: groupsThatReach("RESOURCE"),
    });

    /** Expiration date of the access in ISO format; null if it does not expire. */
    declare readonly expirationDate: Output<string | null>;
}

export interface GroupResource extends OutputsOf<typeof grantFields & typeof fields> {}
export interface GroupResourceArgs extends ArgsOf<typeof grantFields & typeof fields> {}
