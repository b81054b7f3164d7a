import { operation } from "../../live/operation.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { id } from "../fields/values.js";
import { visibilityFields, visibilityOf } from "../fields/visibility.js";
import { resources } from "../sources.js";

const fields = {
    /** Resource whose visibility this is. */
    resourceId: id(),
    ...visibilityFields,
};

/**
 * Who can see a resource that is declared elsewhere. For a resource of the same program, give `visibility` to `Resource` instead: both for
 * one resource are refused. Leave it out for a resource with a configuration template, which governs its visibility. Taking the declaration
 * away leaves the visibility as it is. Id and import: the resource's id.
 * Operations: GET and PUT /resources/{resource_id}/visibility.
 */
export class ResourceVisibility extends AccessResource<ResourceVisibilityArgs> {
    static readonly kind = visibilityOf({
        name: "ResourceVisibility",
        noun: "visibility of a resource",
        parent: resources,
        fields,
        read: operation("getResourceVisibility"),
        write: operation("setResourceVisibility"),
    });
}

export interface ResourceVisibility extends OutputsOf<typeof visibilityFields & typeof fields> {}
export interface ResourceVisibilityArgs extends ArgsOf<typeof visibilityFields & typeof fields> {}
