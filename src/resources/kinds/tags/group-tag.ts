import { listing, operation } from "../../../api/calls.js";
import { evaluated } from "../../../provider/schema/access.js";
import { membership } from "../../../provider/shapes/membership.js";
import { id } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { groupSource, tagSource } from "../../sources.js";

const fields = {
    /** Group to tag. */
    groupId: evaluated(id(groupSource)),
    /** Tag of the group. */
    tagId: evaluated(id(tagSource)),
};

/**
 * A tag on a group. Tags that are added outside the program or imported by a connection are left unchanged. Every change replaces it.
 * Pulumi id and import id: `<group id>/<tag id>`. Operations: GET /groups/{group_id}/tags, POST and DELETE
 * /tags/{tag_id}/groups/{group_id}.
 */
export class GroupTag extends AccessResource<GroupTagArgs> {
    static readonly kind = membership({
        name: "GroupTag",
        noun: "tag of a group",
        parent: groupSource,
        fields,
        access: { created: "mayWiden", deleted: "mayWiden" },
        key: ["groupId", "tagId"],
        list: listing("getGroupTags"),
        value: (tag) => ({ tagId: tag.tag_id }),
        add: operation("addGroupTag"),
        remove: operation("removeGroupTag"),
        memberOf: { GroupTags: "groupId" },
        every: {
            below: tagSource,
            list: listing("getGroups", (id: string) => ({ query: { tag_ids: [id] } })),
            value: ({ groupId }, tagId) => ({ groupId, tagId }),
        },
    });
}

export interface GroupTag extends OutputsOf<typeof fields> {}
export interface GroupTagArgs extends ArgsOf<typeof fields> {}
