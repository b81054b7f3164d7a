import { operation } from "../../../api/calls.js";
import { evaluated } from "../../../provider/schema/access.js";
import { subresource } from "../../../provider/shapes/subresource.js";
import { id } from "../../fields/values.js";
import { visibilityDocument, visibilityFields } from "../../fields/visibility.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { bundleSource } from "../../sources.js";

const fields = {
    /** Bundle that the visibility applies to. */
    bundleId: evaluated(id(bundleSource)),
    ...visibilityFields,
};

/**
 * Visibility of a bundle that is declared elsewhere. If the bundle is declared in the same program, set `visibility` on `Bundle` instead;
 * do not use both for the same bundle. Removing the declaration leaves the visibility unchanged. Pulumi id and import id: the bundle's id.
 * Operations: GET and PUT /bundles/{bundle_id}/visibility.
 */
export class BundleVisibility extends AccessResource<BundleVisibilityArgs> {
    static readonly kind = subresource({
        name: "BundleVisibility",
        noun: "visibility of a bundle",
        parent: bundleSource,
        fields,
        access: { created: "mayWiden", deleted: "mayWiden" },
        read: operation("getBundleVisibility"),
        ...visibilityDocument(operation("setBundleVisibility")),
    });
}

export interface BundleVisibility extends OutputsOf<typeof visibilityFields & typeof fields> {}
export interface BundleVisibilityArgs extends ArgsOf<typeof visibilityFields & typeof fields> {}
