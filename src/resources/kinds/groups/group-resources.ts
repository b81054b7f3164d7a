import { z } from "zod";
import { operation } from "../../../provider/live/operation.js";
import { evaluated, moreWidens } from "../../../provider/schema/access.js";
import { subresource } from "../../../provider/shapes/subresource.js";
import { accessLevel } from "../../fields/grants.js";
import { id, setField } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { groupSource, resourceSource } from "../../sources.js";

const groupResourceLink = z.strictObject({
    /** Resource that the group grants access to. */
    resourceId: evaluated(id(resourceSource)),
    /** Access level on the resource, by its id in the end system. Required if the resource has levels. */
    accessLevelRemoteId: evaluated(accessLevel("resourceId")),
});

const fields = {
    /** Group that the resources belong to. */
    groupId: evaluated(id(groupSource)),
    /** Resources that the group grants access to (complete list). New entries do not expire. */
    resources: evaluated(setField(groupResourceLink, ["resourceId", "accessLevelRemoteId"]), moreWidens),
};

/**
 * The complete list of resources that a group grants access to. All other resources are removed from the group. To declare single
 * resources, use `GroupResource`; do not use both for the same group. Removing the declaration removes the declared resources from the
 * group. Pulumi id and import id: the group's id. Operations: GET and PUT /groups/{group_id}/resources.
 */
export class GroupResources extends AccessResource<GroupResourcesArgs> {
    static readonly kind = subresource({
        name: "GroupResources",
        noun: "resource list of a group",
        parent: groupSource,
        fields,
        access: { created: "widens", deleted: "narrows" },
        read: operation("getGroupResources"),
        value: ({ group_resources }) => ({
            resources: group_resources.map(({ resource_id, access_level }) => ({
                resourceId: resource_id,
                accessLevelRemoteId: access_level.access_level_remote_id,
            })),
        }),
        write: operation("setGroupResources"),
        // Approved requests also add resources.
        isOpen: () => false,
        ending: { removes: "what was declared", says: "removes only the declared resources from the group" },
    });
}

export interface GroupResources extends OutputsOf<typeof fields> {}
export interface GroupResourcesArgs extends ArgsOf<typeof fields> {}
