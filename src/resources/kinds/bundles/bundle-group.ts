import { z } from "zod";
import { listing, operation } from "../../../api/calls.js";
import { evaluated, irrelevant } from "../../../provider/schema/access.js";
import { field } from "../../../provider/schema/fields.js";
import { membership } from "../../../provider/shapes/membership.js";
import { accessLevel } from "../../fields/grants.js";
import { id } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { bundleSource, groupSource } from "../../sources.js";

/** Schema for the display name of a level, which is sent only on creation. */
export const accessLevelName = irrelevant(field(z.string(), { onChange: "ignore", writeOnly: true })).optional();

const fields = {
    /** Bundle that contains the group. */
    bundleId: evaluated(id(bundleSource)),
    /** Group in the bundle. */
    groupId: evaluated(id(groupSource)),
    /** Access level in the group, by its id in the end system. Required if the group has levels. */
    accessLevelRemoteId: irrelevant(accessLevel("groupId")),
    /** Display name of the access level. Used only on creation, if the level does not exist on the service. */
    accessLevelName,
};

/**
 * A group in a bundle, at one access level. Every change replaces it. Pulumi id and import id: `<bundle id>/<group id>`, followed by
 * `/<access level>` unless it is the default. Operations: GET and POST /bundles/{bundle_id}/groups, DELETE
 * /bundles/{bundle_id}/groups/{group_id}.
 */
export class BundleGroup extends AccessResource<BundleGroupArgs> {
    static readonly kind = membership({
        name: "BundleGroup",
        noun: "group in a bundle",
        parent: bundleSource,
        fields,
        access: { created: "mayWiden", deleted: "narrows" },
        key: ["bundleId", "groupId", "accessLevelRemoteId"],
        list: listing("getBundleGroups"),
        add: operation("addBundleGroup"),
        remove: operation("removeBundleGroup"),
        memberOf: { BundleGroups: "bundleId" },
    });
}

export interface BundleGroup extends OutputsOf<typeof fields> {}
export interface BundleGroupArgs extends ArgsOf<typeof fields> {}
