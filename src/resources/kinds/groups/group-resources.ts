import { z } from "zod";
import { operation } from "../../../api/calls.js";
import { groupsThatReach } from "../../../api/holders.js";
import { evaluated, moreWidens } from "../../../provider/schema/access.js";
import { memberSet } from "../../../provider/shapes/member-set.js";
import { accessLevel, endField, requestedField } from "../../fields/grants.js";
import { id, setField } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { groupSource, resourceSource } from "../../sources.js";
import { GroupResource } from "./group-resource.js";

const groupResourceLink = z.strictObject({
    /** Resource that the group grants access to. */
    resourceId: evaluated(id(resourceSource)),
    /** Access level on the resource, by its id in the end system. Required if the resource has levels. */
    accessLevelRemoteId: evaluated(accessLevel("resourceId")),
    ...endField,
});

/** Resources that a group grants access to. */
export const resourceList = evaluated(
    setField(groupResourceLink, ["resourceId", "accessLevelRemoteId"], { exported: "always" }),
    moreWidens,
);

const fields = {
    /** Group that the resources belong to. */
    groupId: evaluated(id(groupSource)),
    /** Resources that the group grants access to (complete list). New entries do not expire. */
    resources: resourceList,
    ...requestedField,
};

/**
 * The complete list of resources that a group grants access to. All other resources are removed from the group, except those with an
 * approved request for the group. To declare single resources, use `GroupResource`; do not use both for the same group. Removing the
 * declaration removes the declared resources from the group. Pulumi id and import id: the group's id. Operations: GET and PUT
 * /groups/{group_id}/resources, POST /groups/{group_id}/resources/{resource_id}, GET /requests.
 */
export class GroupResources extends AccessResource<GroupResourcesArgs> {
    static readonly kind = memberSet({
        name: "GroupResources",
        noun: "resource list of a group",
        parent: groupSource,
        fields,
        access: { created: "widens", deleted: "narrows" },
        of: GroupResource.kind,
        elements: "resources",
        holders: groupsThatReach("RESOURCE"),
        rewrite: operation("setGroupResources"),
        grant: operation("addGroupResource"),
    });
}

export interface GroupResources extends OutputsOf<typeof requestedField & typeof fields> {}
export interface GroupResourcesArgs extends ArgsOf<typeof requestedField & typeof fields> {}
