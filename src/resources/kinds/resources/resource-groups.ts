import { z } from "zod";
import { listing } from "../../../api/calls.js";
import { fromWire } from "../../../common/wire-names.js";
import { evaluated, moreWidens } from "../../../provider/schema/access.js";
import { memberSet } from "../../../provider/shapes/member-set.js";
import type { MembershipListing } from "../../../provider/shapes/membership.js";
import { accessLevel, endField, requestedField } from "../../fields/grants.js";
import { id, setField } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { groupSource, resourceSource } from "../../sources.js";
import { GroupResource } from "../groups/group-resource.js";

const resourceGroup = z.strictObject({
    /** Group that grants access. */
    groupId: evaluated(id(groupSource)),
    /** Access level on the resource, by its id in the end system. Required if the resource has levels. */
    accessLevelRemoteId: evaluated(accessLevel("resourceId")),
    ...endField,
});

const links = listing("getResourceGroups");

const groupListing: MembershipListing = {
    name: links.name,
    entries: async (client, resourceId) =>
        (await links.all(client, resourceId)).map((item) => ({
            item,
            properties: { ...fromWire(item), accessLevelRemoteId: item.access_level.access_level_remote_id },
        })),
};

/** Groups that grant access to a resource. */
export const groupList = evaluated(setField(resourceGroup, ["groupId", "accessLevelRemoteId"]), moreWidens);

const fields = {
    /** Resource that the groups grant access to. */
    resourceId: evaluated(id(resourceSource)),
    /** Groups that grant access to the resource (complete list). New entries do not expire. */
    groups: groupList,
    ...requestedField,
};

/**
 * The complete list of groups that grant access to a resource. The resource is removed from all other groups, except those for which
 * somebody has an approved request. To declare single entries, use `GroupResource`; to declare all resources of a group, use
 * `GroupResources`. A group and a resource may both have a complete list if both contain the entry. Removing the declaration removes the
 * declared entries. Pulumi id and import id: the resource's id. Operations: GET /resources/{resource_id}/groups, GET /requests, POST
 * /groups/{group_id}/resources/{resource_id}, GET and PUT /groups/{group_id}/resources.
 */
export class ResourceGroups extends AccessResource<ResourceGroupsArgs> {
    static readonly kind = memberSet({
        name: "ResourceGroups",
        noun: "group list of a resource",
        parent: resourceSource,
        fields,
        access: { created: "widens", deleted: "narrows" },
        of: GroupResource.kind,
        elements: "groups",
        listing: groupListing,
    });
}

export interface ResourceGroups extends OutputsOf<typeof requestedField & typeof fields> {}
export interface ResourceGroupsArgs extends ArgsOf<typeof requestedField & typeof fields> {}
