import { listing, operation } from "../../../api/calls.js";
import { evaluated } from "../../../provider/schema/access.js";
import { membership } from "../../../provider/shapes/membership.js";
import { id } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { resourceSource, tagSource } from "../../sources.js";

const fields = {
    /** Resource to tag. */
    resourceId: evaluated(id(resourceSource)),
    /** Tag of the resource. */
    tagId: evaluated(id(tagSource)),
};

/**
 * A tag on a resource. Tags that are added outside the program or imported by a connection are left unchanged. Every change replaces it.
 * Pulumi id and import id: `<resource id>/<tag id>`. Operations: GET /resources/{resource_id}/tags, POST and DELETE
 * /tags/{tag_id}/resources/{resource_id}.
 */
export class ResourceTag extends AccessResource<ResourceTagArgs> {
    static readonly kind = membership({
        name: "ResourceTag",
        noun: "tag of a resource",
        parent: resourceSource,
        fields,
        access: { created: "mayWiden", deleted: "mayWiden" },
        key: ["resourceId", "tagId"],
        list: listing("getResourceTags"),
        value: (tag) => ({ tagId: tag.tag_id }),
        add: operation("addResourceTag"),
        remove: operation("removeResourceTag"),
        memberOf: { ResourceTags: "resourceId" },
        every: {
            below: tagSource,
            list: listing("getResources", (id: string) => ({ query: { tag_ids: [id] } })),
            value: ({ resourceId }, tagId) => ({ resourceId, tagId }),
        },
    });
}

export interface ResourceTag extends OutputsOf<typeof fields> {}
export interface ResourceTagArgs extends ArgsOf<typeof fields> {}
