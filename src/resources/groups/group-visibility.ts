import { operation } from "../../live/operation.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { id } from "../fields/values.js";
import { visibilityFields, visibilityOf } from "../fields/visibility.js";
import { groups } from "../sources.js";

const fields = {
    /** Group whose visibility this is. */
    groupId: id(),
    ...visibilityFields,
};

/**
 * Who can see a group that is declared elsewhere. For a group of the same program, give `visibility` to `Group` instead: both for one
 * group are refused. Taking the declaration away leaves the visibility as it is. Id and import: the group's id.
 * Operations: GET and PUT /groups/{group_id}/visibility.
 */
export class GroupVisibility extends AccessResource<GroupVisibilityArgs> {
    static readonly kind = visibilityOf({
        name: "GroupVisibility",
        noun: "visibility of a group",
        parent: groups,
        fields,
        read: operation("getGroupVisibility"),
        write: operation("setGroupVisibility"),
    });
}

export interface GroupVisibility extends OutputsOf<typeof visibilityFields & typeof fields> {}
export interface GroupVisibilityArgs extends ArgsOf<typeof visibilityFields & typeof fields> {}
