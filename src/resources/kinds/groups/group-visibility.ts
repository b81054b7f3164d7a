import { operation } from "../../../api/calls.js";
import { evaluated } from "../../../provider/schema/access.js";
import { subresource } from "../../../provider/shapes/subresource.js";
import { id } from "../../fields/values.js";
import { visibilityDocument, visibilityFields } from "../../fields/visibility.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { groupSource } from "../../sources.js";

const fields = {
    /** Group that the visibility applies to. */
    groupId: evaluated(id(groupSource)),
    ...visibilityFields,
};

/**
 * Visibility of a group that is declared elsewhere. If the group is declared in the same program, set `visibility` on `Group` instead; do
 * not use both for the same group. Removing the declaration leaves the visibility unchanged. Pulumi id and import id: the group's id.
 * Operations: GET and PUT /groups/{group_id}/visibility.
 */
export class GroupVisibility extends AccessResource<GroupVisibilityArgs> {
    static readonly kind = subresource({
        name: "GroupVisibility",
        noun: "visibility of a group",
        parent: groupSource,
        fields,
        access: { created: "mayWiden", deleted: "mayWiden" },
        read: operation("getGroupVisibility"),
        ...visibilityDocument(operation("setGroupVisibility")),
    });
}

export interface GroupVisibility extends OutputsOf<typeof visibilityFields & typeof fields> {}
export interface GroupVisibilityArgs extends ArgsOf<typeof visibilityFields & typeof fields> {}
