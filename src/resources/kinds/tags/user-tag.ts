import { listing, operation } from "../../../provider/live/operation.js";
import { evaluated, mayWiden } from "../../../provider/schema/access.js";
import { membership } from "../../../provider/shapes/membership.js";
import { id } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { tags, users } from "../../sources.js";

const fields = {
    /** User that carries the tag. */
    userId: evaluated(id(users), mayWiden),
    /** Tag that it carries. */
    tagId: evaluated(id(tags), mayWiden),
};

/**
 * A tag on a user, which access rules can match. Tags added outside the program, or imported by a connection, are left
 * alone. Every change replaces it. Pulumi id and import id: `<user id>/<tag id>`.
 * Operations: GET /users/{user_id}/tags, POST and DELETE /tags/{tag_id}/users/{user_id}.
 */
export class UserTag extends AccessResource<UserTagArgs> {
    static readonly kind = membership({
        name: "UserTag",
        noun: "tag of a user",
        parent: users,
        fields,
        access: { created: "mayWiden", deleted: "mayWiden" },
        key: ["userId", "tagId"],
        list: listing("getUserTags"),
        value: (tag) => ({ tagId: tag.tag_id }),
        add: operation("addUserTag"),
        remove: operation("removeUserTag"),
        every: {
            below: tags,
            list: listing("getUsers", (id: string) => ({ query: { tag_ids: [id] } })),
            value: ({ userId }, tagId) => ({ userId, tagId }),
        },
    });
}

export interface UserTag extends OutputsOf<typeof fields> {}
export interface UserTagArgs extends ArgsOf<typeof fields> {}
