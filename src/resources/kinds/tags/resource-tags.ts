import { evaluated } from "../../../provider/schema/access.js";
import { memberSet } from "../../../provider/shapes/member-set.js";
import { id, idSet } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { resourceSource, tagSource } from "../../sources.js";
import { ResourceTag } from "./resource-tag.js";

const fields = {
    /** Resource to tag. */
    resourceId: evaluated(id(resourceSource)),
    /** Tags of the resource (complete list). */
    tagIds: evaluated(idSet(tagSource)),
};

/**
 * The complete list of tags of a resource. All other tags are removed from it, including those that a connection imports, which the API does
 * not distinguish. To declare single tags, use `ResourceTag`; do not use both for the same resource. Removing the declaration removes the
 * declared tags. Pulumi id and import id: the resource's id. Operations: GET /resources/{resource_id}/tags, POST and DELETE
 * /tags/{tag_id}/resources/{resource_id}.
 */
export class ResourceTags extends AccessResource<ResourceTagsArgs> {
    static readonly kind = memberSet({
        name: "ResourceTags",
        noun: "tag list of a resource",
        parent: resourceSource,
        fields,
        access: { created: "mayWiden", deleted: "mayWiden" },
        of: ResourceTag.kind,
        elements: "tagIds",
        isExportedByName: true,
        element: "tagId",
    });
}

export interface ResourceTags extends OutputsOf<typeof fields> {}
export interface ResourceTagsArgs extends ArgsOf<typeof fields> {}
