import { z } from "zod";
import { evaluated, moreWidens } from "../../../provider/schema/access.js";
import { memberSet } from "../../../provider/shapes/member-set.js";
import { accessLevel, requestedField } from "../../fields/grants.js";
import { id, setField } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { groupSource } from "../../sources.js";
import { ContainingGroup } from "./containing-group.js";

const containing = z.strictObject({
    /** Group that contains the group. */
    containingGroupId: evaluated(id(groupSource)),
    /** Access level in the containing group, by its id in the end system. Required if the containing group has levels. */
    accessLevelRemoteId: evaluated(accessLevel("containingGroupId")),
});

const fields = {
    /** Nested group. Its members become members of the containing groups. */
    groupId: evaluated(id(groupSource)),
    /** Groups that contain the group (complete list). New entries do not expire. */
    containingGroups: evaluated(setField(containing, ["containingGroupId", "accessLevelRemoteId"]), moreWidens),
    ...requestedField,
};

/**
 * The complete list of groups that a group is nested in. It is removed from all other groups, except those that somebody has an approved
 * request for. The list on the service has no expiration dates, so a nesting by hand counts as requested until the approved request for it
 * has expired; `NestedGroups` reads the dates. To declare all groups inside a group, use `NestedGroups`; both groups may have a complete
 * list if both contain the nesting. To declare single nestings, use `ContainingGroup`. Removing the declaration removes the declared
 * nestings, except those with an approved request. Pulumi id and import id: the group's id. Operations: GET and POST
 * /groups/{group_id}/containing-groups, GET /requests, DELETE /groups/{group_id}/containing-groups/{containing_group_id}.
 */
export class ContainingGroups extends AccessResource<ContainingGroupsArgs> {
    static readonly kind = memberSet({
        name: "ContainingGroups",
        noun: "containing group list of a group",
        parent: groupSource,
        fields,
        access: { created: "widens", deleted: "narrows" },
        of: ContainingGroup.kind,
        elements: "containingGroups",
    });
}

export interface ContainingGroups extends OutputsOf<typeof requestedField & typeof fields> {}
export interface ContainingGroupsArgs extends ArgsOf<typeof requestedField & typeof fields> {}
