import { listing, operation } from "../../../api/calls.js";
import { evaluated } from "../../../provider/schema/access.js";
import { membership } from "../../../provider/shapes/membership.js";
import { id } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { tagSource, userSource } from "../../sources.js";

const fields = {
    /** User to tag. */
    userId: evaluated(id(userSource)),
    /** Tag of the user. */
    tagId: evaluated(id(tagSource)),
};

/**
 * A tag on a user. Access rules can match it. Tags that are added outside the program or imported by a connection are left unchanged. Every
 * change replaces it. Pulumi id and import id: `<user id>/<tag id>`. Operations: GET /users/{user_id}/tags, POST and DELETE
 * /tags/{tag_id}/users/{user_id}.
 */
export class UserTag extends AccessResource<UserTagArgs> {
    static readonly kind = membership({
        name: "UserTag",
        noun: "tag of a user",
        parent: userSource,
        fields,
        access: { created: "mayWiden", deleted: "mayWiden" },
        key: ["userId", "tagId"],
        list: listing("getUserTags"),
        value: (tag) => ({ tagId: tag.tag_id }),
        add: operation("addUserTag"),
        remove: operation("removeUserTag"),
        memberOf: { UserTags: "userId" },
        every: {
            below: tagSource,
            list: listing("getUsers", (id: string) => ({ query: { tag_ids: [id] } })),
            value: ({ userId }, tagId) => ({ userId, tagId }),
        },
    });
}

export interface UserTag extends OutputsOf<typeof fields> {}
export interface UserTagArgs extends ArgsOf<typeof fields> {}
