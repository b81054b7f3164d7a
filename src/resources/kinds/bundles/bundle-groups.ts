import { z } from "zod";
import { evaluated, irrelevant, moreWidens } from "../../../provider/schema/access.js";
import { memberSet } from "../../../provider/shapes/member-set.js";
import { accessLevel } from "../../fields/grants.js";
import { id, setField } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { bundleSource, groupSource } from "../../sources.js";
import { BundleGroup } from "./bundle-group.js";

const item = z.strictObject({
    /** Group in the bundle. */
    groupId: evaluated(id(groupSource)),
    /** Access level in the group, by its id in the end system. Required if the group has levels. */
    accessLevelRemoteId: irrelevant(accessLevel("groupId")),
});

/** Groups in a bundle. */
export const bundleGroupList = evaluated(
    setField(item, ["groupId", "accessLevelRemoteId"], { exported: "always" }),
    moreWidens,
);

const fields = {
    /** Bundle that contains the groups. */
    bundleId: evaluated(id(bundleSource)),
    /** Groups in the bundle (complete list). */
    groups: bundleGroupList,
};

/**
 * The complete list of groups in a bundle. All other groups are removed from the bundle. To declare single groups, use
 * `BundleGroup`; do not use both for the same bundle. Removing the declaration removes the declared groups. Pulumi id and import id:
 * the bundle's id. Operations: GET and POST /bundles/{bundle_id}/groups, DELETE /bundles/{bundle_id}/groups/{group_id}.
 */
export class BundleGroups extends AccessResource<BundleGroupsArgs> {
    static readonly kind = memberSet({
        name: "BundleGroups",
        noun: "group list of a bundle",
        parent: bundleSource,
        fields,
        access: { created: "mayWiden", deleted: "narrows" },
        of: BundleGroup.kind,
        elements: "groups",
    });
}

export interface BundleGroups extends OutputsOf<typeof fields> {}
export interface BundleGroupsArgs extends ArgsOf<typeof fields> {}
