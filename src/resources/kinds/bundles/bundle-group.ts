import { z } from "zod";
import { listing, operation } from "../../../provider/live/operation.js";
import { evaluated, irrelevant, mayWiden } from "../../../provider/schema/access.js";
import { field } from "../../../provider/schema/fields.js";
import { membership } from "../../../provider/shapes/membership.js";
import { accessLevel } from "../../fields/grants.js";
import { id } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { bundles, groups } from "../../sources.js";

/** Name of a level, for people: it counts only when the link is made. */
export const accessLevelName = irrelevant(field(z.string(), { onChange: "ignore", writeOnly: true })).optional();

const fields = {
    /** Bundle that the group is put into. */
    bundleId: evaluated(id(bundles), mayWiden),
    /** Group that is put into the bundle. */
    groupId: evaluated(id(groups), mayWiden),
    /** Access level in the group, by its id in the end system. Default: the default level. */
    accessLevelRemoteId: irrelevant(accessLevel("groupId")),
    /** Name of the access level, for people; what the service knows of the level wins. Counts only when the link is made. */
    accessLevelName,
};

/**
 * A group in a bundle, at one access level. Every change makes a new one. Id and import: `<bundle id>/<group id>`, and
 * `/<access level>` behind it for a level other than the default.
 * Operations: GET and POST /bundles/{bundle_id}/groups, DELETE /bundles/{bundle_id}/groups/{group_id}.
 */
export class BundleGroup extends AccessResource<BundleGroupArgs> {
    static readonly kind = membership({
        name: "BundleGroup",
        noun: "group in a bundle",
        parent: bundles,
        fields,
        access: { created: "mayWiden", deleted: "narrows" },
        key: ["bundleId", "groupId", "accessLevelRemoteId"],
        list: listing("getBundleGroups"),
        add: operation("addBundleGroup"),
        remove: operation("removeBundleGroup"),
    });
}

export interface BundleGroup extends OutputsOf<typeof fields> {}
export interface BundleGroupArgs extends ArgsOf<typeof fields> {}
