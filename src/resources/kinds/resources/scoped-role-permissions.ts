import { z } from "zod";
import { BadRequestError } from "../../../api/errors.js";
import { zRolePermissionNameEnum, zRolePermissionTargetTypeEnum } from "../../../api/generated/zod.gen.js";
import { operation } from "../../../provider/live/operation.js";
import { evaluated, mayWiden, moreWidens } from "../../../provider/schema/access.js";
import { field } from "../../../provider/schema/fields.js";
import { subresource } from "../../../provider/shapes/subresource.js";
import { id, ids, memberOf, setOf } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { resources } from "../../sources.js";

const permission = z
    .strictObject({
        /** Kind of target, such as `RESOURCE` or `GROUP`. */
        targetType: memberOf(zRolePermissionTargetTypeEnum()),
        /** What may be done, such as `READ`. */
        permissionName: zRolePermissionNameEnum(),
        /** Applies to every target of the type; cannot be combined with `targetIds`. */
        allowAll: evaluated(z.boolean(), moreWidens),
        /** Targets that it applies to (complete list). Default for a new permission: none. */
        targetIds: evaluated(
            field(ids(), { list: { unordered: true }, wire: { sentBackWith: ({ allowAll }) => allowAll !== true } }),
            moreWidens,
        ).optional(),
    })
    .refine(({ allowAll, targetIds }) => !allowAll || targetIds === undefined || targetIds.length === 0, {
        path: ["targetIds"],
        error: "leave it out if allowAll is true, which applies to every target",
    });

const fields = {
    /** Resource whose permissions these are, of the type `SVC_SCOPED_ROLE` (the vendor's own spelling is `OPAL_SCOPED_ROLE`). */
    resourceId: evaluated(id(resources), mayWiden),
    /** Permissions of the role (complete list), each combination of target type and name once. */
    permissions: evaluated(setOf(permission, ["targetType", "permissionName"]), moreWidens),
};

/**
 * All permissions of a scoped role; any others are removed from it. Removing the declaration removes every permission
 * from the role. Pulumi id and import id: the resource's id.
 * Operations: GET and PUT /resources/{resource_id}/scoped-role-permissions.
 */
export class ScopedRolePermissions extends AccessResource<ScopedRolePermissionsArgs> {
    static readonly kind = subresource({
        name: "ScopedRolePermissions",
        noun: "permission list of a scoped role",
        parent: resources,
        fields,
        access: { created: "widens", deleted: "narrows" },
        read: operation("getResourceScopedRolePermissions"),
        write: operation("setResourceScopedRolePermissions"),
        among: ({ resourceType }) => resourceType === "SVC_SCOPED_ROLE" || resourceType === "OPAL_SCOPED_ROLE",
        ending: { writes: { permissions: [] }, says: "removes every permission from the role" },
        // The resource is the only input of the read, so it must be of the wrong type.
        explain: (error) =>
            error instanceof BadRequestError && error.failure.method === "GET"
                ? `Only a resource of the type SVC_SCOPED_ROLE has permissions. ${error.message}`
                : undefined,
    });
}

export interface ScopedRolePermissions extends OutputsOf<typeof fields> {}
export interface ScopedRolePermissionsArgs extends ArgsOf<typeof fields> {}
