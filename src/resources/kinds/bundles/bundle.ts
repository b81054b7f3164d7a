import type { ID, Output } from "@pulumi/pulumi";
import { z } from "zod";
import { operation } from "../../../api/calls.js";
import { evaluated, irrelevant } from "../../../provider/schema/access.js";
import { entity } from "../../../provider/shapes/entity.js";
import { id, textField } from "../../fields/values.js";
import { visibilityPart } from "../../fields/visibility.js";
import { AccessObject, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { bundleSource, ownerSource } from "../../sources.js";
import { BundleGroups, bundleGroupList } from "./bundle-groups.js";
import { BundleResources, bundleResourceList } from "./bundle-resources.js";
import { BundleVisibility } from "./bundle-visibility.js";

const fields = {
    /** Name of the bundle. */
    name: irrelevant(textField()),
    /** Purpose of the bundle. */
    description: irrelevant(z.string()).optional(),
    /** Owner that administers the bundle. */
    adminOwnerId: evaluated(id(ownerSource)),
    /** Visibility of the bundle. Removing it from the program leaves it unchanged. */
    visibility: evaluated(visibilityPart()).optional(),
    /** Groups in the bundle (complete list). Default: unmanaged. */
    groups: bundleGroupList.optional(),
    /** Resources in the bundle (complete list). Default: unmanaged. */
    resources: bundleResourceList.optional(),
};

/**
 * A named set of resources and groups that users request together. Import id: the bundle's id or name. Operations: POST /bundles, GET, PUT
 * and DELETE /bundles/{bundle_id}, GET and PUT /bundles/{bundle_id}/visibility, and those of `BundleGroups` and `BundleResources`, if
 * declared.
 */
export class Bundle extends AccessObject<BundleArgs> {
    static readonly kind = entity({
        noun: "bundle",
        source: bundleSource,
        fields,
        access: { created: "none", deleted: "narrows" },
        key: ["name", "adminOwnerId"],
        create: operation("createBundle"),
        update: operation("updateBundle"),
        remove: operation("deleteBundle"),
        parts: { visibility: BundleVisibility.kind, groups: BundleGroups.kind, resources: BundleResources.kind },
    });

    /** Id of the bundle; same as `id`. */
    get bundleId(): Output<ID> {
        return this.id;
    }
}

export interface Bundle extends OutputsOf<typeof fields> {}
export interface BundleArgs extends ArgsOf<typeof fields> {}
