import { operation } from "../../../api/calls.js";
import { evaluated } from "../../../provider/schema/access.js";
import { subresource } from "../../../provider/shapes/subresource.js";
import { id } from "../../fields/values.js";
import { visibilityDocument, visibilityFields } from "../../fields/visibility.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { resourceSource } from "../../sources.js";

const fields = {
    /** Resource that the visibility applies to. */
    resourceId: evaluated(id(resourceSource)),
    ...visibilityFields,
};

/**
 * Visibility of a resource that is declared elsewhere. If the resource is declared in the same program, set `visibility` on `Resource`
 * instead; do not use both for the same resource. Do not use it for a resource with a configuration template, which determines its
 * visibility. Removing the declaration leaves the visibility unchanged. Pulumi id and import id: the resource's id. Operations: GET and PUT
 * /resources/{resource_id}/visibility.
 */
export class ResourceVisibility extends AccessResource<ResourceVisibilityArgs> {
    static readonly kind = subresource({
        name: "ResourceVisibility",
        noun: "visibility of a resource",
        parent: resourceSource,
        fields,
        access: { created: "mayWiden", deleted: "mayWiden" },
        read: operation("getResourceVisibility"),
        ...visibilityDocument(operation("setResourceVisibility")),
    });
}

export interface ResourceVisibility extends OutputsOf<typeof visibilityFields & typeof fields> {}
export interface ResourceVisibilityArgs extends ArgsOf<typeof visibilityFields & typeof fields> {}
