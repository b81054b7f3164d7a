import { evaluated } from "../../../provider/schema/access.js";
import { memberSet } from "../../../provider/shapes/member-set.js";
import { id, idSet } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { tagSource, userSource } from "../../sources.js";
import { UserTag } from "./user-tag.js";

const fields = {
    /** User to tag. */
    userId: evaluated(id(userSource)),
    /** Tags of the user (complete list). */
    tagIds: evaluated(idSet(tagSource)),
};

/**
 * The complete list of tags of a user. All other tags are removed from it, including those that a connection imports, which the API does
 * not distinguish. To declare single tags, use `UserTag`; do not use both for the same user. Removing the declaration removes the
 * declared tags. Pulumi id and import id: the user's id. Operations: GET /users/{user_id}/tags, POST and DELETE
 * /tags/{tag_id}/users/{user_id}.
 */
export class UserTags extends AccessResource<UserTagsArgs> {
    static readonly kind = memberSet({
        name: "UserTags",
        noun: "tag list of a user",
        parent: userSource,
        fields,
        access: { created: "mayWiden", deleted: "mayWiden" },
        of: UserTag.kind,
        elements: "tagIds",
        isExportedByName: true,
        element: "tagId",
    });
}

export interface UserTags extends OutputsOf<typeof fields> {}
export interface UserTagsArgs extends ArgsOf<typeof fields> {}
