import { listing, operation } from "../../../api/calls.js";
import { evaluated, irrelevant } from "../../../provider/schema/access.js";
import { membership } from "../../../provider/shapes/membership.js";
import { accessLevel } from "../../fields/grants.js";
import { id } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { bundleSource, resourceSource } from "../../sources.js";
import { accessLevelName } from "./bundle-group.js";

const fields = {
    /** Bundle that contains the resource. */
    bundleId: evaluated(id(bundleSource)),
    /** Resource in the bundle. */
    resourceId: evaluated(id(resourceSource)),
    /** Access level on the resource, by its id in the end system. Required if the resource has levels. */
    accessLevelRemoteId: irrelevant(accessLevel("resourceId")),
    /** Display name of the access level. Used only on creation, if the level does not exist on the service. */
    accessLevelName,
};

/**
 * A resource in a bundle, at one access level. The level is required if the resource has levels. Every change replaces it. Pulumi id and
 * import id: `<bundle id>/<resource id>`, followed by `/<access level>` unless it is the default. Operations: GET and POST
 * /bundles/{bundle_id}/resources, DELETE /bundles/{bundle_id}/resources/{resource_id}.
 */
export class BundleResource extends AccessResource<BundleResourceArgs> {
    static readonly kind = membership({
        name: "BundleResource",
        noun: "resource in a bundle",
        parent: bundleSource,
        fields,
        access: { created: "mayWiden", deleted: "narrows" },
        key: ["bundleId", "resourceId", "accessLevelRemoteId"],
        list: listing("getBundleResources"),
        add: operation("addBundleResource"),
        remove: operation("removeBundleResource"),
        memberOf: { BundleResources: "bundleId" },
    });
}

export interface BundleResource extends OutputsOf<typeof fields> {}
export interface BundleResourceArgs extends ArgsOf<typeof fields> {}
