import { evaluated } from "../../../provider/schema/access.js";
import { memberSet } from "../../../provider/shapes/member-set.js";
import { id, idSet } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { groupSource, tagSource } from "../../sources.js";
import { GroupTag } from "./group-tag.js";

const fields = {
    /** Group to tag. */
    groupId: evaluated(id(groupSource)),
    /** Tags of the group (complete list). */
    tagIds: evaluated(idSet(tagSource)),
};

/**
 * The complete list of tags of a group. All other tags are removed from it, including those that a connection imports, which the API does
 * not distinguish. To declare single tags, use `GroupTag`; do not use both for the same group. Removing the declaration removes the
 * declared tags. Pulumi id and import id: the group's id. Operations: GET /groups/{group_id}/tags, POST and DELETE
 * /tags/{tag_id}/groups/{group_id}.
 */
export class GroupTags extends AccessResource<GroupTagsArgs> {
    static readonly kind = memberSet({
        name: "GroupTags",
        noun: "tag list of a group",
        parent: groupSource,
        fields,
        access: { created: "mayWiden", deleted: "mayWiden" },
        of: GroupTag.kind,
        elements: "tagIds",
        isExportedByName: true,
        element: "tagId",
    });
}

export interface GroupTags extends OutputsOf<typeof fields> {}
export interface GroupTagsArgs extends ArgsOf<typeof fields> {}
