import { z } from "zod";
import { evaluated, moreWidens, unevaluated } from "../../../provider/schema/access.js";
import { memberSet } from "../../../provider/shapes/member-set.js";
import { id, setField, textField } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { resourceSource } from "../../sources.js";
import { CustomAccessLevel, levelFields } from "./custom-access-level.js";

const level = z.strictObject({
    ...levelFields,
    /** Id of the level in the end system. */
    accessLevelRemoteId: unevaluated(textField()),
});

/** Custom access levels of a resource. */
export const levelList = unevaluated(setField(level, ["accessLevelRemoteId"], { exported: "always" }), moreWidens);

const fields = {
    /** Resource that the levels belong to. */
    resourceId: evaluated(id(resourceSource)),
    /** Custom access levels of the resource (complete list). */
    accessLevels: levelList,
};

/**
 * The complete list of the access levels of a resource, in addition to those of its end system. All other custom levels are deleted, and all
 * access at them. To declare single levels, use `CustomAccessLevel`; do not use both for the same resource, and declare the levels of a
 * resource and its child resources only once. Removing the declaration deletes the declared levels. Pulumi id and import id: the resource's
 * id. Operations: GET and POST /resources/{resource_id}/custom-access-levels, PATCH and DELETE
 * /resources/{resource_id}/custom-access-levels/{access_level_remote_id}, and GET /resources/{resource_id} for child resources without the
 * level.
 */
export class CustomAccessLevels extends AccessResource<CustomAccessLevelsArgs> {
    static readonly kind = memberSet({
        name: "CustomAccessLevels",
        noun: "access level list of a resource",
        parent: resourceSource,
        fields,
        access: { created: "none", deleted: "narrows" },
        of: CustomAccessLevel.kind,
        elements: "accessLevels",
    });
}

export interface CustomAccessLevels extends OutputsOf<typeof fields> {}
export interface CustomAccessLevelsArgs extends ArgsOf<typeof fields> {}
