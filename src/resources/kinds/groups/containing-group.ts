import { listing, operation } from "../../../api/calls.js";
import { groupsThatReach } from "../../../api/holders.js";
import { evaluated, laterWidens } from "../../../provider/schema/access.js";
import { field } from "../../../provider/schema/fields.js";
import { membership } from "../../../provider/shapes/membership.js";
import { accessLevel, grantFields } from "../../fields/grants.js";
import { id } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { requestedNesting } from "../../queries/requests.js";
import { groupSource } from "../../sources.js";

const fields = {
    /** Nested group. Its members become members of the containing group. */
    groupId: evaluated(id(groupSource)),
    /** Group that contains the nested group. */
    containingGroupId: evaluated(id(groupSource)),
    /** Access level in the containing group, by its id in the end system. Required if the containing group has levels. */
    accessLevelRemoteId: evaluated(accessLevel("containingGroupId")),
    ...grantFields,
    /** Minutes until the nesting expires. 0: never (default for a new nesting). The service does not return this value. */
    durationMinutes: evaluated(field(grantFields.durationMinutes, { writeOnly: true }), laterWidens(0)),
};

/**
 * A group in another group, at one access level. Every change replaces it. The service does not return the duration, so changes to it
 * outside the program are not detected. An expired nesting stays expired, unless `renew` is true or its duration changes. Pulumi id and
 * import id: `<group id>/<containing group id>`, followed by `/<access level>` unless it is the default. Operations: GET and POST
 * /groups/{group_id}/containing-groups, DELETE /groups/{group_id}/containing-groups/{containing_group_id}.
 */
export class ContainingGroup extends AccessResource<ContainingGroupArgs> {
    static readonly kind = membership({
        name: "ContainingGroup",
        noun: "nesting of a group",
        parent: groupSource,
        fields,
        access: { created: "widens", deleted: "narrows" },
        key: ["groupId", "containingGroupId", "accessLevelRemoteId"],
        list: listing("getGroupContainingGroups"),
        add: operation("addGroupContainingGroup"),
        remove: operation("removeGroupContainingGroup"),
        memberOf: { NestedGroups: "containingGroupId", ContainingGroups: "groupId" },
        requested: requestedNesting,
        holders: groupsThatReach("GROUP"),
        nests: { inner: "groupId", outer: "containingGroupId" },
        // Without a property for the expiration date, because the API does not return it.
        ends: { duration: "durationMinutes", renew: "renew" },
    });
}

export interface ContainingGroup extends OutputsOf<Pick<typeof grantFields, "renew"> & typeof fields> {}
export interface ContainingGroupArgs extends ArgsOf<Pick<typeof grantFields, "renew"> & typeof fields> {}
