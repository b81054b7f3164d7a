import { z } from "zod";
import { operation } from "../../../api/calls.js";
import { BadRequestError } from "../../../api/errors.js";
import { zRolePermissionNameEnum, zRolePermissionTargetTypeEnum } from "../../../api/generated/zod.gen.js";
import { evaluated, moreWidens } from "../../../provider/schema/access.js";
import { field } from "../../../provider/schema/fields.js";
import { subresource } from "../../../provider/shapes/subresource.js";
import { id, ids, memberOf, setField } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { resourceSource } from "../../sources.js";

const permission = z.strictObject({
    /** Type of the targets, such as `RESOURCE` or `GROUP`. */
    targetType: memberOf(zRolePermissionTargetTypeEnum()),
    /** Name of the permission, such as `READ`. */
    permissionName: zRolePermissionNameEnum(),
    /** Whether the permission applies to all targets of the type. If true, `targetIds` has no effect. */
    allowAll: evaluated(z.boolean(), moreWidens),
    /** Targets that the permission applies to (complete list). Default for a new permission: none. */
    targetIds: evaluated(
        field(ids(), { list: { unordered: true }, wire: { sentBackWith: ({ allowAll }) => allowAll !== true } }),
        moreWidens,
    ).optional(),
});

const fields = {
    /** Scoped role: a resource of the type `SVC_SCOPED_ROLE` (also spelled `OPAL_SCOPED_ROLE`). */
    resourceId: evaluated(id(resourceSource)),
    /** Permissions of the role (complete list). Each combination of target type and permission name must be unique. */
    permissions: evaluated(setField(permission, ["targetType", "permissionName"]), moreWidens),
};

/**
 * The complete list of permissions of a scoped role. All other permissions are removed from the role. Removing the declaration removes all
 * permissions. Pulumi id and import id: the resource's id. Operations: GET and PUT /resources/{resource_id}/scoped-role-permissions.
 */
export class ScopedRolePermissions extends AccessResource<ScopedRolePermissionsArgs> {
    static readonly kind = subresource({
        name: "ScopedRolePermissions",
        noun: "permission list of a scoped role",
        parent: resourceSource,
        fields,
        access: { created: "widens", deleted: "narrows" },
        read: operation("getResourceScopedRolePermissions"),
        write: operation("setResourceScopedRolePermissions"),
        among: ({ resourceType }) => resourceType === "SVC_SCOPED_ROLE" || resourceType === "OPAL_SCOPED_ROLE",
        ending: { writes: { permissions: [] }, says: "removes every permission from the role" },
        // A 400 shows that the resource has the wrong type, because its id is the only input of the read.
        explain: (error) =>
            error instanceof BadRequestError && error.failure.method === "GET"
                ? `Only resources of the type SVC_SCOPED_ROLE have permissions. ${error.message}`
                : undefined,
    });
}

export interface ScopedRolePermissions extends OutputsOf<typeof fields> {}
export interface ScopedRolePermissionsArgs extends ArgsOf<typeof fields> {}
