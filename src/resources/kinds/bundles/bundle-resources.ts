import { z } from "zod";
import { evaluated, irrelevant, moreWidens } from "../../../provider/schema/access.js";
import { memberSet } from "../../../provider/shapes/member-set.js";
import { accessLevel } from "../../fields/grants.js";
import { id, setField } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { bundleSource, resourceSource } from "../../sources.js";
import { BundleResource } from "./bundle-resource.js";

const item = z.strictObject({
    /** Resource in the bundle. */
    resourceId: evaluated(id(resourceSource)),
    /** Access level on the resource, by its id in the end system. Required if the resource has levels. */
    accessLevelRemoteId: irrelevant(accessLevel("resourceId")),
});

/** Resources in a bundle. */
export const bundleResourceList = evaluated(
    setField(item, ["resourceId", "accessLevelRemoteId"], { exported: "always" }),
    moreWidens,
);

const fields = {
    /** Bundle that contains the resources. */
    bundleId: evaluated(id(bundleSource)),
    /** Resources in the bundle (complete list). */
    resources: bundleResourceList,
};

/**
 * The complete list of resources in a bundle. All other resources are removed from the bundle. To declare single resources, use
 * `BundleResource`; do not use both for the same bundle. Removing the declaration removes the declared resources. Pulumi id and import id:
 * the bundle's id. Operations: GET and POST /bundles/{bundle_id}/resources, DELETE /bundles/{bundle_id}/resources/{resource_id}.
 */
export class BundleResources extends AccessResource<BundleResourcesArgs> {
    static readonly kind = memberSet({
        name: "BundleResources",
        noun: "resource list of a bundle",
        parent: bundleSource,
        fields,
        access: { created: "mayWiden", deleted: "narrows" },
        of: BundleResource.kind,
        elements: "resources",
    });
}

export interface BundleResources extends OutputsOf<typeof fields> {}
export interface BundleResourcesArgs extends ArgsOf<typeof fields> {}
